/**
 * Classifies the local part by its spelling: a person's name, or something that a program or a hurried
 * user made up. It knows no names. Its error rate is measured on generated names (README.md, "Synthetic").
 */
import type { LocalPartEvidence, SyntheticSign } from "@rcpt/domain/Evidence"

import { isGibberish } from "./gibberish.ts"
import { isMadeOfWalks, longestWalk } from "./keyboard.ts"
import { mobileNumbers } from "./rules/mobileNumbers.ts"
import { testWords } from "./rules/testWords.ts"

const words = (filler: boolean): ReadonlySet<string> =>
  new Set(
    testWords
      .filter((row) => (row.filler === true) === filler)
      .flatMap((row) => row.words.split(" "))
  )
const isTestWord = words(false)
const isFiller = words(true)

/** In digits. A program's numbers are longer than the years, birthdays and phone numbers of people. */
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

/** In characters and pieces. Hexadecimal that is shorter or has fewer pieces may be `abe1985`. */
const hexCharsMin = 12
const hexPiecesMin = 3

/** `deadbeef`. No name has so many letters and all of them before `g`. */
const hexWord = /(?<![a-z])[a-f]{8,}(?![a-z])/

/** Letters and digits that alternate: `xk4j9qpl2m`. In characters, pieces, and characters per piece. */
const mixedCharsMin = 8
const mixedPiecesMin = 5
const mixedPieceCharsMax = 2

/** In pieces. Letters among so many digits are one word that was cut up. */
const scatteredPiecesMin = 4

const repeatedCharsMin = 3
/** Names have up to four letters in a row: `Yui O.`, Andrew. */
const walkCharsMin = 5
const digitWalkCharsMin = 4
/** Several short walks. In letters: a nickname and a number are `tre123`; longer texts are no walks of a hand. */
const walksLettersMin = 6
const walksCharsMax = 20

const isRepetition = (text: string): boolean =>
  text.length >= repeatedCharsMin &&
  text[0] === text[1] &&
  text === (text[0] ?? "").repeat(text.length)

/** Only for local parts of digits alone: `john123456` is a person called John. */
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

/** In digits: a year, or the last two digits of one. */
const yearDigitsMax = 4

const shapeOf = (parts: ReadonlyArray<string>): LocalPartEvidence["shape"] => {
  if (!parts.every((part) => /^\p{L}+\d{0,4}$/u.test(part))) return "other"
  if (!parts.some((part) => /^\p{L}{2}/u.test(part))) return "other"
  return parts.length > 1 ? "fullName" : "word"
}

/** For any characters, by Unicode's letter property. */
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

/** Nine in ten local parts are one or two words and an optional number. Same result, four times faster. */
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

/** Without the tag after a plus: the user chose it freely, so it says nothing about the name. */
const nameIn = (localPart: string): string => {
  const tag = localPart.indexOf("+")
  return (tag > 0 ? localPart.slice(0, tag) : localPart).toLowerCase()
}

export const classifyLocalPart = (localPart: string): LocalPartEvidence => {
  const name = nameIn(localPart)
  const pieces = plainPiecesOf(name) ?? piecesOf(name)
  return { shape: pieces.shape, synthetic: signs.find(([, holds]) => holds(pieces))?.[0] }
}
