/** Says reasons, and what is wrong with an address, in a language. */
import { germanReasons, germanWithin } from "./germanReasons.ts"
import type { Language } from "./Mail.ts"
import { reasonTexts, withinReasons } from "./reasons.ts"
import type { Fault, Reason } from "./reasons.ts"
import { fill } from "./sentences.ts"
import type { AnySaid, Texts } from "./sentences.ts"

const texts: Readonly<Record<Language, Texts>> = { en: reasonTexts, de: germanReasons }

/** The texts of what stands within sentences, by language. */
export const within = { en: withinReasons, de: germanWithin } as const

export const reasonSentence = (reason: Reason, language: Language = "en"): string => {
  const { code, parts }: AnySaid = reason
  return fill(texts[language][code]!, parts, within[language])
}

/** For the end of a sentence. */
export const faultSentence = (fault: Fault, language: Language = "en"): string =>
  fill("{why}", { why: fault }, within[language])
