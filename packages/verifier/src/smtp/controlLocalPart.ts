/**
 * The local part of a control address: one that does not exist. It looks like a real one, so that a
 * server treats both alike. Without the key it cannot be guessed, so it cannot be let through.
 *
 * It is always the same for a domain. A server that greylists has to see it again, or a domain that
 * rejects unknown recipients could never show that it does.
 */
import { createHmac } from "node:crypto"

const consonants = "bdfgklmnprstvzhj"
const vowels = "aeio"
const syllablesPerWord = 5
/** 6 bits each, 60 together: too many to meet a name that exists, in all probes that we ever make. */
const syllablesCount = 2 * syllablesPerWord

const syllable = (octet: number): string =>
  consonants.charAt((octet >> 2) & 15) + vowels.charAt(octet & 3)

export const controlLocalPart = (key: Uint8Array, domain: string): string => {
  const octets = createHmac("sha256", key).update(domain).digest().subarray(0, syllablesCount)
  const syllables = [...octets].map(syllable)
  return `${syllables.slice(0, syllablesPerWord).join("")}.${syllables.slice(syllablesPerWord).join("")}`
}
