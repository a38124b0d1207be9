/**
 * Tells names from letters that a program or a hurried hand put together, by which letter follows which. A
 * name may begin with initials, and may be two words without anything between.
 */
import { followers } from "./rules/letterPairs.ts"

const letters = 26
const firstLetter = 0x61
const base = 36

/** By the numbers of both letters: 0, in hardly any name, to 35. */
const weights: Uint8Array = (() => {
  const table = new Uint8Array(letters * letters)
  Object.values(followers).forEach((row, one) => {
    Array.from(row, (digit, other) => (table[one * letters + other] = Number.parseInt(digit, base)))
  })
  return table
})()

/** In letters. A shorter word of rare letter pairs may be initials. */
const wordLettersMin = 7

/** In letters: `mjhgvanderplas`. What follows them is long enough to be judged. */
const initialsMax = 4
const afterInitialsMin = 4

/** Dutch initials with "van de" or "van der" after them: `hjmvdwijst`. */
const initialsAndParticle = /^[a-z]{1,4}vd/

/** Mean weight of the pairs of a name: where names and random letters part (README.md, "Synthetic"). */
const nameMin = 12
/** Each letter taken for an initial makes it easier for the rest. */
const perInitial = 1.2

/** Mean weight of the pairs from `start` on, without the rarest: where two words meet. */
const meanWeight = (word: string, start: number): number | undefined => {
  let [sum, count, rarest] = [0, 0, base]
  for (let at = start + 1; at < word.length; at++) {
    const one = word.charCodeAt(at - 1) - firstLetter
    const other = word.charCodeAt(at) - firstLetter
    // Letters of other scripts say nothing.
    if (one < 0 || one >= letters || other < 0 || other >= letters) continue
    const weight = weights[one * letters + other] ?? 0
    sum += weight
    count++
    if (weight < rarest) rarest = weight
  }
  return count < 2 ? undefined : (sum - rarest) / (count - 1)
}

/** For a word of lower-case letters. */
export const isGibberish = (word: string): boolean => {
  if (word.length < wordLettersMin) return false
  const name = word.replace(initialsAndParticle, "")
  if (name !== word) return isGibberish(name)
  const initials = Math.min(initialsMax, word.length - afterInitialsMin)
  for (let start = 0; start <= initials; start++) {
    const mean = meanWeight(word, start)
    if (mean === undefined || mean >= nameMin + start * perInitial) return false
  }
  return true
}
