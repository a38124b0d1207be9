/** Words that servers misspell, so that `exeeded` and `mailbx` are read as what they were meant to be. */
import { typoDistance } from "../../address/suggestDomain.ts"

/** English words that decide what a reply says. No other English word is within one slip of them. */
const oftenMisspelt = [
  "account",
  "address",
  "available",
  "capacity",
  "disabled",
  "exceeded",
  "existent",
  "inactive",
  "insufficient",
  "invalid",
  "limit",
  "mailbox",
  "quota",
  "recipient",
  "rejected",
  "storage",
  "suspended",
  "unavailable",
  "unknown"
] as const

/** One slip, or one and a doubled letter in words that have more of them. */
const distanceMax = { short: 1, long: 1.5 } as const
const shortCharsMax = 7

/** Longer "words" are ids and encoded parameters. */
const wordCharsMax = 16

const isClose = (typed: string, word: string): boolean =>
  Math.abs(typed.length - word.length) <= 1 &&
  typed[0] === word[0] &&
  typoDistance(typed, word) <= (word.length <= shortCharsMax ? distanceMax.short : distanceMax.long)

/** Inflected forms of words and words that are close to them. They are right as they are. */
const isRight = new Set<string>([
  ...oftenMisspelt,
  ...oftenMisspelt.map((word) => `${word}s`),
  ...oftenMisspelt.map((word) => `${word}d`),
  "accounts",
  "adress",
  "adresse",
  "adressen",
  "adresa",
  "excedid",
  "excedida",
  "excedido",
  "excedeu",
  "addressee",
  "addressed",
  "exceeds",
  "exceed",
  "limited",
  "quote",
  "disable",
  "disables",
  "existence",
  "invalide",
  "invalida",
  "invalido",
  "inactif",
  "inactiva",
  "inactivo",
  "suspender",
  "suspend",
  "rejecting",
  "rejects",
  "reject"
])

const words = /(?<![\p{L}\p{N}@._-])[a-z]{4,}(?![\p{L}\p{N}@_-])/gu

const corrected = (typed: string): string =>
  typed.length > wordCharsMax || isRight.has(typed)
    ? typed
    : (oftenMisspelt.find((word) => isClose(typed, word)) ?? typed)

export const spelled = (clause: string): string => {
  const known = new Map<string, string>()
  return clause.replace(words, (typed) => {
    const word = known.get(typed) ?? corrected(typed)
    known.set(typed, word)
    return word
  })
}
