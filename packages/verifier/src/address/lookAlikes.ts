/**
 * Finds letters of another alphabet that look like Latin ones: the person used the wrong keyboard, or wants to
 * be mistaken for someone else. Words that are written in one alphabet are left alone.
 */
import type { Address } from "@rcpt/domain/Address"
import { toUnicode } from "tr46"

import { isAscii } from "./codePoints.ts"
import { largeProviders, suggestDomain, wellKnownProviders } from "./suggestDomain.ts"

interface LookAlikeRow {
  readonly letters: string
  /** The Latin letters that they look like, in the same order. */
  readonly like: string
  readonly source: string
}

const confusables = "Unicode UTS #39, confusables.txt: the same prototype as the letter"
const chromium = "Chromium, idn_spoof_checker.cc: its supplement to UTS #39"

/** Letters of other alphabets that look like one of a to z in common fonts. */
const lookAlikes: ReadonlyArray<LookAlikeRow> = [
  // Cyrillic.
  { letters: "асԁеһіјорԛѕԝхуѵ", like: "acdehijopqswxyv", source: confusables },
  { letters: "кмтвнпӏ", like: "kmtbhnl", source: chromium },
  // Greek.
  { letters: "αγινορυ", like: "ayivopu", source: confusables },
  { letters: "κχ", like: "kx", source: chromium },
  // Phonetic writing. The dotless i is left out, because it is a letter of Turkish.
  { letters: "ɑɡ", like: "ag", source: confusables }
]

const likeOf: ReadonlyMap<string, string> = new Map(
  lookAlikes.flatMap(({ letters, like }) =>
    Array.from(letters, (letter, at) => [letter, like.charAt(at)] as const)
  )
)

const latin = /[a-z]/i

/** Replaces letters that look like Latin ones. The result is `undefined` if other letters are left. */
const latinized = (word: string): string | undefined => {
  const all = Array.from(word, (letter) =>
    isAscii(letter) ? letter : likeOf.get(letter.toLowerCase())
  )
  return all.includes(undefined) ? undefined : all.join("")
}

const latinizedMixed = (word: string): string =>
  (latin.test(word) ? latinized(word) : undefined) ?? word

const latinizedDomain = (domain: string): string => {
  const whole = latinized(domain)
  if (whole !== undefined && wellKnownProviders.has(whole)) return whole
  return domain.split(".").map(latinizedMixed).join(".")
}

interface LookAlike {
  /** The address that was probably meant. */
  readonly meant: Address
  /** The first letter that looks like another. */
  readonly letter: string
  readonly like: string
}

export const lookAlikeIn = (address: Address): LookAlike | undefined => {
  const isEncoded = address.domain.includes("xn--")
  if (!address.smtputf8 && !isEncoded) return undefined
  const domain = isEncoded ? toUnicode(address.domain).domain : address.domain
  const meant = { localPart: latinizedMixed(address.localPart), domain: latinizedDomain(domain) }
  // An address that is still not ASCII was written in another alphabet on purpose.
  if (!isAscii(meant.domain) || !isAscii(meant.localPart)) return undefined
  const letter = Array.from(address.localPart + domain).find((one) => !isAscii(one)) ?? ""
  const like = likeOf.get(letter.toLowerCase()) ?? ""
  return { meant: { ...meant, smtputf8: false }, letter, like }
}

/**
 * Whether hardly anything but a typo explains the typed domain: one slip, or letters that look like others,
 * turn the domain of a large provider into it.
 */
export const isLikelyTypo = (typed: string, intended: string): boolean => {
  if (!largeProviders.has(intended) || typed === intended) return false
  const typo = suggestDomain(typed)
  if (typo !== undefined) return typo.isSure === true && typo.intended === intended
  return lookAlikeIn({ localPart: "", domain: typed, smtputf8: false })?.meant.domain === intended
}
