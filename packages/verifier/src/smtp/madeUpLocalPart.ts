/**
 * A local part that nobody has, for the control question. It looks like somebody's, so that a server
 * treats it as it treats the real one; nobody without the key can guess it to let it through.
 *
 * Of each domain the same every time: whoever greylists has to see it come back, or a domain that
 * knows its mailboxes could never show that it does.
 */
import { createHmac } from "node:crypto"

const consonants = "bdfgklmnprstvzhj"
const vowels = "aeio"
const syllablesPerWord = 5
/** 6 bits each, 60 together: not even all that we ever ask meet a name that exists. */
const syllablesCount = 2 * syllablesPerWord

const syllable = (octet: number): string =>
  consonants.charAt((octet >> 2) & 15) + vowels.charAt(octet & 3)

export const madeUpLocalPart = (key: Uint8Array, domain: string): string => {
  const octets = createHmac("sha256", key).update(domain).digest().subarray(0, syllablesCount)
  const syllables = [...octets].map(syllable)
  return `${syllables.slice(0, syllablesPerWord).join("")}.${syllables.slice(syllablesPerWord).join("")}`
}
