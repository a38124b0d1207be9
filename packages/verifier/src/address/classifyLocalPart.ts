/**
 * Classifies the local part by its spelling: a person's name, or something that a program or a hurried
 * user made up. It knows no names. Its error rate is measured on generated names (README.md, "Synthetic").
 */
import type { LocalPartEvidence, SyntheticSign } from "@rcpt/domain/Evidence"

import { isMadeOfWalks, longestWalk } from "./keyboard.ts"
import { letterClusters } from "./rules/letterClusters.ts"
import { followers } from "./rules/letterPairs.ts"
import { mobileNumbers } from "./rules/mobileNumbers.ts"
import { testWords } from "./rules/testWords.ts"

const letters = 26
const firstLetter = 0x61
const base = 36

/** The weight of each pair of letters, by their numbers: from 0 (in hardly any name) to 35. */
const weights: Uint8Array = (() => {
  const table = new Uint8Array(letters * letters)
  Object.values(followers).forEach((row, one) => {
    Array.from(row, (digit, other) => (table[one * letters + other] = Number.parseInt(digit, base)))
  })
  return table
})()

/** The fewest letters that are judged: a shorter word of rare letter pairs may be initials. */
const wordLettersMin = 7

/** The most letters that count as initials (`mjhgvanderplas`), and the fewest that have to follow them. */
const initialsMax = 4
const afterInitialsMin = 4

/** Dutch initials with "van de" or "van der" after them: `hjmvdwijst`. */
const initialsAndParticle = /^[a-z]{1,4}vd/

/** The mean weight of pairs that separates names from random letters (README.md, "Synthetic"). */
const nameMin = 12
/** Each letter taken for an initial makes the test easier for the rest, so it raises the limit. */
const perInitial = 1.2

/** The weight of a pair in a cluster that some language writes: e times as frequent as among random letters. */
const clusterWeight = 21

const clusters = new RegExp(
  letterClusters
    .flatMap((row) => row.clusters.split(" "))
    // An expression takes the first cluster that fits, and the longest one has to be it.
    .toSorted((one, other) => other.length - one.length)
    .join("|"),
  "g"
)

/** Where each letter of the word that lies in a cluster, but its last one, stands. */
const clusteredIn = (word: string): ReadonlySet<number> =>
  new Set(
    Array.from(word.matchAll(clusters)).flatMap(({ 0: cluster, index }) =>
      Array.from({ length: cluster.length - 1 }, (_, at) => index + at)
    )
  )

const noClusters: ReadonlySet<number> = new Set()

/** The mean weight of the pairs from `start` on, without the rarest pair, at which two words may meet. */
const meanWeight = (
  word: string,
  start: number,
  clustered: ReadonlySet<number>
): number | undefined => {
  let [sum, count, rarest] = [0, 0, base]
  for (let at = start + 1; at < word.length; at++) {
    const one = word.charCodeAt(at - 1) - firstLetter
    const other = word.charCodeAt(at) - firstLetter
    // Letters of other scripts are skipped: the table has no weights for them.
    if (one < 0 || one >= letters || other < 0 || other >= letters) continue
    const known = weights[one * letters + other] ?? 0
    const weight = clustered.has(at - 1) ? Math.max(known, clusterWeight) : known
    sum += weight
    count++
    if (weight < rarest) rarest = weight
  }
  return count < 2 ? undefined : (sum - rarest) / (count - 1)
}

/** Whether the letters follow each other as in names, after as many initials as there may be. */
const isLikeNames = (word: string, clustered: ReadonlySet<number>): boolean => {
  const initials = Math.min(initialsMax, word.length - afterInitialsMin)
  for (let start = 0; start <= initials; start++) {
    const mean = meanWeight(word, start, clustered)
    if (mean === undefined || mean >= nameMin + start * perInitial) return true
  }
  return false
}

/**
 * Whether a word of lower-case letters was put together by a program or a hurried hand, by which letter
 * follows which. A name may begin with initials, and may be two words with nothing between them.
 */
const isGibberish = (word: string): boolean => {
  if (word.length < wordLettersMin) return false
  const name = word.replace(initialsAndParticle, "")
  if (name !== word) return isGibberish(name)
  // Nearly every name is like names without its clusters, which take longer to find.
  return !isLikeNames(word, noClusters) && !isLikeNames(word, clusteredIn(word))
}

const words = (filler: boolean): ReadonlySet<string> =>
  new Set(
    testWords
      .filter((row) => (row.filler === true) === filler)
      .flatMap((row) => row.words.split(" "))
  )
const isTestWord = words(false)
const isFiller = words(true)

/** The fewest digits of a program's number, which is longer than people's years, birthdays and phone numbers. */
const fillerDigitsMin = 5
const digitRunMin = 12

const mobileNumber = new RegExp(
  mobileNumbers
    .flatMap(({ prefixes, digits }) =>
      prefixes
        .split(" ")
        .flatMap((prefix) =>
          digits.split(" ").map((all) => `^(?:00)?${prefix}\\d{${Number(all) - prefix.length}}$`)
        )
    )
    .join("|")
)

const uuid = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/

/** The fewest characters and pieces of a hexadecimal identifier. A shorter one may be `abe1985`. */
const hexCharsMin = 12
const hexPiecesMin = 3

/** `deadbeef`. No name has so many letters and all of them before `g`. */
const hexWord = /(?<![a-z])[a-f]{8,}(?![a-z])/

/** Letters and digits that alternate, as in `xk4j9qpl2m`: limits of characters, pieces, and characters per piece. */
const mixedCharsMin = 8
const mixedPiecesMin = 5
const mixedPieceCharsMax = 2

/** With so many pieces, the letters among the digits are one word that was cut up. */
const scatteredPiecesMin = 4

const repeatedCharsMin = 3
/** Names have up to four letters in a row: `Yui O.`, Andrew. */
const walkCharsMin = 5
const digitWalkCharsMin = 4
/**
 * Limits of several short walks. Fewer letters may be a nickname and a number (`tre123`); longer texts are not
 * typed by a walking hand.
 */
const walksLettersMin = 6
const walksCharsMax = 20

const isRepetition = (text: string): boolean =>
  text.length >= repeatedCharsMin &&
  text[0] === text[1] &&
  text === (text[0] ?? "").repeat(text.length)

/** Whether the text is one walk of digits. Other characters rule it out: `john123456` is a person called John. */
const isDigitWalk = (text: string): boolean =>
  /^\d+$/.test(text) && text.length >= digitWalkCharsMin && longestWalk(text) === text.length

const mayBeWalks = (text: string, letters: ReadonlyArray<string>): boolean =>
  text.length <= walksCharsMax && letters.join("").length >= walksLettersMin

const isIdentifier = (text: string, pieces: number): boolean =>
  uuid.test(text) ||
  hexWord.test(text) ||
  (/^[0-9a-f]+$/.test(text) && text.length >= hexCharsMin && pieces >= hexPiecesMin) ||
  (text.length >= mixedCharsMin &&
    pieces >= mixedPiecesMin &&
    text.length / pieces < mixedPieceCharsMax)

const isMadeOfTestWords = (parts: ReadonlyArray<string>): boolean =>
  parts.some((part) => isTestWord.has(part)) &&
  parts.every((part) => isTestWord.has(part) || isFiller.has(part))

/** The local part as runs of letters and runs of digits, separators dropped. */
interface Spelling {
  readonly text: string
  readonly letters: ReadonlyArray<string>
  readonly digits: ReadonlyArray<string>
}

const signs: ReadonlyArray<readonly [SyntheticSign, (spelling: Spelling) => boolean]> = [
  [
    "testWord",
    ({ letters, digits }) =>
      isMadeOfTestWords(letters) ||
      (letters.length === 1 &&
        isFiller.has(letters[0] ?? "") &&
        digits.join("").length >= fillerDigitsMin)
  ],
  ["identifier", ({ text, letters, digits }) => isIdentifier(text, letters.length + digits.length)],
  [
    "repetition",
    ({ text, letters }) =>
      isRepetition(text) || (letters.length === 1 && isRepetition(letters[0] ?? ""))
  ],
  [
    "digits",
    ({ digits }) => digits.some((run) => run.length >= digitRunMin && !mobileNumber.test(run))
  ],
  [
    "keyboardWalk",
    ({ text, letters }) =>
      isDigitWalk(text) ||
      letters.some((word) => longestWalk(word) >= walkCharsMin) ||
      (mayBeWalks(text, letters) && isMadeOfWalks(text))
  ],
  [
    "gibberish",
    ({ letters, digits }) =>
      letters.some(isGibberish) ||
      (digits.length > 1 &&
        letters.length + digits.length >= scatteredPiecesMin &&
        isGibberish(letters.join("")))
  ]
]

interface Pieces extends Spelling {
  readonly shape: LocalPartEvidence["shape"]
}

const separators = /[._\-'~]+/

/** The most digits of a year, or of its last two digits. */
const yearDigitsMax = 4

const shapeOf = (parts: ReadonlyArray<string>): LocalPartEvidence["shape"] => {
  if (!parts.every((part) => /^\p{L}+\d{0,4}$/u.test(part))) return "other"
  if (!parts.some((part) => /^\p{L}{2}/u.test(part))) return "other"
  return parts.length > 1 ? "fullName" : "word"
}

/** The pieces of any name, by Unicode's letter property. */
const piecesOf = (name: string): Pieces => {
  const parts = name.split(separators).filter((part) => part !== "")
  const text = parts.join("")
  return {
    text: uuid.test(name) ? name : text,
    letters: parts.flatMap((part) => part.match(/\p{L}+/gu) ?? []),
    digits: parts.flatMap((part) => part.match(/\d+/g) ?? []),
    shape: shapeOf(parts)
  }
}

const plainName = /^([a-z]+)(?:[._-]([a-z]+))?(\d*)$/

/**
 * The pieces of a name of one or two words and an optional number, as nine in ten local parts are. The result
 * is the same as that of `piecesOf`, four times faster.
 */
const plainPiecesOf = (name: string): Pieces | undefined => {
  const match = plainName.exec(name)
  if (match === null) return undefined
  const [, first = "", last, number = ""] = match
  const isNamed = number.length <= yearDigitsMax && (first.length > 1 || (last ?? "").length > 1)
  return {
    text: first + (last ?? "") + number,
    letters: last === undefined ? [first] : [first, last],
    digits: number === "" ? [] : [number],
    shape: !isNamed ? "other" : last === undefined ? "word" : "fullName"
  }
}

/**
 * The local part in lower case, without the tag after a plus: the user chose the tag freely, so it says nothing
 * about the name.
 */
const nameIn = (localPart: string): string => {
  const tag = localPart.indexOf("+")
  return (tag > 0 ? localPart.slice(0, tag) : localPart).toLowerCase()
}

export const classifyLocalPart = (localPart: string): LocalPartEvidence => {
  const name = nameIn(localPart)
  const pieces = plainPiecesOf(name) ?? piecesOf(name)
  return { shape: pieces.shape, synthetic: signs.find(([, holds]) => holds(pieces))?.[0] }
}
