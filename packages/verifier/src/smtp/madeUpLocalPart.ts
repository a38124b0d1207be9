/**
 * A local part that nobody has, for the control question. It looks like somebody's, so that a
 * server treats it as it treats the real one; and nobody can guess it to let it through.
 */
import { randomBytes } from "node:crypto"

const consonants = "bdfgklmnprstvzhj"
const vowels = "aeio"
const syllablesPerWord = 5
/** 6 bits each, 60 together: not even all that we ever ask meet a name that exists. */
const syllablesCount = 2 * syllablesPerWord

const syllable = (octet: number): string =>
  consonants.charAt((octet >> 2) & 15) + vowels.charAt(octet & 3)

export const madeUpLocalPart = (): string => {
  const syllables = [...randomBytes(syllablesCount)].map(syllable)
  return `${syllables.slice(0, syllablesPerWord).join("")}.${syllables.slice(syllablesPerWord).join("")}`
}
