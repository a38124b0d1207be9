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

const latin = /[a-z]/i

/** With Latin letters in place of those that look like them; `undefined` where others are left. */
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

export interface LookAlike {
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
  // What is not in ASCII even now was written in another alphabet, and is meant.
  if (!isAscii(meant.domain) || !isAscii(meant.localPart)) return undefined
  const letter = Array.from(address.localPart + domain).find((one) => !isAscii(one)) ?? ""
  const like = likeOf.get(letter.toLowerCase()) ?? ""
  return { meant: { ...meant, smtputf8: false }, letter, like }
}
