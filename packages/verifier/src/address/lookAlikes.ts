/**
 * Addresses with a letter of another alphabet that looks like a Latin one: a wrong keyboard, or somebody who
 * wants to be taken for another. Words that are written in one alphabet are left alone.
 */
import type { Address } from "@rcpt/domain/Address"
import { toUnicode } from "tr46"

import { isAscii } from "./codePoints.ts"
import { lookAlikes } from "./rules/lookAlikes.ts"
import { wellKnownProviders } from "./suggestDomain.ts"

const likeOf: ReadonlyMap<string, string> = new Map(
  lookAlikes.flatMap(({ letters, like }) =>
    Array.from(letters, (letter, at) => [letter, like.charAt(at)] as const)
  )
)

const latin = /[a-z]/

/** With Latin letters in place of those that look like them; `undefined` where others are left. */
const latinized = (word: string): string | undefined => {
  const all = Array.from(word.toLowerCase(), (letter) =>
    isAscii(letter) ? letter : likeOf.get(letter)
  )
  return all.includes(undefined) ? undefined : all.join("")
}

const latinizedMixed = (word: string): string =>
  (latin.test(word.toLowerCase()) ? latinized(word) : undefined) ?? word

const latinizedDomain = (domain: string): string => {
  const whole = latinized(domain)
  if (whole !== undefined && wellKnownProviders.has(whole)) return whole
  return domain.split(".").map(latinizedMixed).join(".")
}

export interface LookAlike {
  /** The address that was probably meant. */
  readonly meant: Address
  /** The first letter that looks like another. */
  readonly letter: string
  readonly like: string
}

export const lookAlikeIn = (address: Address): LookAlike | undefined => {
  if (!address.smtputf8 && !address.domain.includes("xn--")) return undefined
  const domain = address.domain.includes("xn--") ? toUnicode(address.domain).domain : address.domain
  const meant = { localPart: latinizedMixed(address.localPart), domain: latinizedDomain(domain) }
  // What is left of other alphabets was written in one, and has A-labels.
  const before = `${address.localPart}@${domain}`
  const letter = Array.from(before).find(
    (one, at) =>
      likeOf.has(one.toLowerCase()) && Array.from(`${meant.localPart}@${meant.domain}`)[at] !== one
  )
  if (letter === undefined || !isAscii(meant.domain) || !isAscii(meant.localPart)) return undefined
  return {
    meant: { ...meant, smtputf8: false },
    letter,
    like: likeOf.get(letter.toLowerCase()) ?? ""
  }
}
