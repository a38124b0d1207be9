/**
 * The catalogue of another language than English. The entry loads it before any page, so that words can be
 * read when a module starts; English needs none, since it lies beside the code that shows it.
 */
import type { Catalogue } from "./en/catalogue.ts"
import { language } from "./language.ts"

const catalogues = {
  en: undefined,
  de: () => import("./de/catalogue.ts")
} as const

let translation: Catalogue | undefined

/** Fails if the file cannot be had. */
export const loadTranslation = async (): Promise<void> => {
  translation = (await catalogues[language]?.())?.catalogue
}

/** The words of a room: in the reader's language, if it was loaded. */
export const wordsOf = <Room extends keyof Catalogue>(
  room: Room,
  english: Catalogue[Room]
): Catalogue[Room] => translation?.[room] ?? english
