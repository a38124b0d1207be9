/** The language of the pages: what the reader chose, else the first one that their browser asks for. */
import { recall, remember } from "../api/remembered.ts"

/** Each by its own name, as in the choice at the foot of the navigation. */
export const languages = { en: "English", de: "Deutsch" } as const

export type Language = keyof typeof languages

const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(languages, text)

/** "de" of "de-AT". */
const primary = (tag: string): string => tag.split("-", 1)[0]!.toLowerCase()

const asked: ReadonlyArray<string> = navigator.languages ?? [navigator.language]

const chosen = recall("language")

export let language: Language = isLanguage(chosen)
  ? chosen
  : (asked.map(primary).find(isLanguage) ?? "en")

const localeOf = (shown: Language): string => asked.find((tag) => primary(tag) === shown) ?? shown

/** For numbers and dates: the browser's own kind of the language (en-GB, de-AT), where it asks for one. */
export let locale: string = localeOf(language)

/** Where the words of the language cannot be had. Before the app starts: its formats are made then. */
export const fallBackToEnglish = (): void => {
  language = "en"
  locale = localeOf(language)
}

/** Reloads the page: what is shown was made of the old words. */
export const chooseLanguage = (next: Language): void => {
  remember("language", next)
  window.location.reload()
}
