/** The language of the pages: the chosen one, else the first one that the browser asks for. */
import { recall, remember } from "../api/remembered.ts"

/** The languages by their own names, as in the choice at the foot of the navigation. */
export const languages = { en: "English", de: "Deutsch" } as const

export type Language = keyof typeof languages

const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(languages, text)

/** The primary language of a tag: "de" for "de-AT". */
const primary = (tag: string): string => tag.split("-", 1)[0]!.toLowerCase()

const asked: ReadonlyArray<string> = navigator.languages ?? [navigator.language]

const chosen = recall("language")

export let language: Language = isLanguage(chosen)
  ? chosen
  : (asked.map(primary).find(isLanguage) ?? "en")

const localeOf = (shown: Language): string => asked.find((tag) => primary(tag) === shown) ?? shown

/**
 * The locale of numbers and dates: the browser's own variant of the language (en-GB, de-AT) if it asks for
 * one.
 */
export let locale: string = localeOf(language)

/**
 * Switches to English when the words of the language cannot be loaded. It is called before the app starts,
 * because its formats are made then.
 */
export const fallBackToEnglish = (): void => {
  language = "en"
  locale = localeOf(language)
}

/**
 * Takes over the language that the person has chosen elsewhere, unless this browser has a choice of its own. True: pages that
 * are loaded from now on are in another language.
 */
export const adoptLanguage = (theirs: Language | undefined): boolean => {
  if (theirs === undefined || theirs === language || recall("language") !== undefined) return false
  remember("language", theirs)
  return true
}

/** Remembers the language and reloads the page, which was drawn with the old words. */
export const chooseLanguage = (next: Language): void => {
  remember("language", next)
  window.location.reload()
}
