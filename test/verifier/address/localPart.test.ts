import type { LocalPartEvidence } from "@rcpt/domain/Evidence"
import { classifyLocalPart } from "@rcpt/verifier/address/classifyLocalPart"
import { followers } from "@rcpt/verifier/address/rules/letterPairs"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

import { followersIn } from "./followersIn.ts"
import { nameLanguages, nicknameWords, otherLanguages } from "./names.ts"
import type { NameList } from "./names.ts"
import { smallerLanguages } from "./smallerLanguages.ts"

const tableLanguages = [...nameLanguages, ...smallerLanguages]
const words = [
  ...tableLanguages.flatMap(({ first, last }) => [...first, ...last]),
  ...nicknameWords
]

type Row = readonly [localPart: string, synthetic: LocalPartEvidence["synthetic"]]

const rows: ReadonlyArray<Row> = [
  ["test", "testWord"],
  ["Test-123", "testWord"],
  ["test.user", "testWord"],
  ["testtest99", "testWord"],
  ["asdf", "testWord"],
  ["noone", "testWord"],
  ["user8374629", "testWord"],
  ["test+shop", "testWord"],
  ["asdfgh", "keyboardWalk"],
  ["qwerty123", "keyboardWalk"],
  ["poiuy", "keyboardWalk"],
  ["123456", "keyboardWalk"],
  ["98765", "keyboardWalk"],
  ["aaa", "repetition"],
  ["xxxx", "repetition"],
  ["xxxx1", "repetition"],
  ["550e8400-e29b-41d4-a716-446655440000", "identifier"],
  ["a3f9c2e817bd44", "identifier"],
  ["xk4j9qpl2m", "identifier"],
  ["1q2w3e4r", "identifier"],
  ["9876543210987", "digits"],
  ["ann9876543210987", "digits"],
  ["jkdhfgsdf", "gibberish"],
  ["xkq7vwz93hb", "gibberish"],
  ["deadbeef1234cafe", "identifier"],
  ["cafedeadbeef", "identifier"],
  ["asdfqwer", "keyboardWalk"],
  ["123qweasd", "keyboardWalk"],
  ["zaqwsx", "keyboardWalk"],
  // Names of people.
  ["ann", undefined],
  ["testa", undefined], // a surname
  ["tester.anna", undefined],
  ["lili", undefined],
  ["john123456", undefined],
  ["john.doe1985", undefined],
  ["abe1985", undefined],
  ["user99", undefined],
  ["13800138000", undefined], // a telephone number
  ["4915112345678", undefined],
  ["00447700900123", undefined],
  ["081234567890", undefined],
  ["20241123083512", "digits"], // a time
  ["hjvdberg", undefined], // H. J. van den Berg
  ["rjmcgrath", undefined],
  ["gwyddfudllwyd", undefined],
  ["tre123", undefined],
  ["yui.o", undefined],
  ["b.brzeczyszczykiewicz", undefined],
  ["jschwarzkopf", undefined],
  ["nguyenthiphuongthao", undefined],
  ["przemyslaw.szczypka", undefined],
  ["jmszymczyk", undefined],
  ["couturier", undefined],
  ["jörg.müller", undefined],
  ["王伟", undefined],
  ['"odd one"', undefined],
  ["+x", undefined]
]

describe("A local part", () => {
  for (const [localPart, synthetic] of rows) {
    it(`${localPart} is classified as ${synthetic ?? "not synthetic"}`, () =>
      assert.strictEqual(classifyLocalPart(localPart).synthetic, synthetic))
  }

  const shapes: ReadonlyArray<readonly [string, LocalPartEvidence["shape"]]> = [
    ["ann.lee", "fullName"],
    ["a.lee", "fullName"],
    ["Ann_Lee", "fullName"],
    ["ann-lee85", "fullName"],
    ["ann.lee+x", "fullName"],
    ["jörg.müller", "fullName"],
    ["ann", "word"],
    ["ann1985", "word"],
    ["a.b", "other"],
    ["x", "other"],
    ["13800138000", "other"],
    ["ann19850612", "other"],
    ["a!b", "other"]
  ]
  for (const [localPart, shape] of shapes) {
    it(`${localPart} has the shape ${shape}`, () =>
      assert.strictEqual(classifyLocalPart(localPart).shape, shape))
  }

  it("of plain words gets the same result on the fast path and on the slow one", () => {
    const name = fc.string({
      unit: fc.constantFrom(...Array.from("abqxz19._-")),
      minLength: 1,
      maxLength: 20
    })
    fc.assert(
      fc.property(name, (localPart) => {
        // A separator at the start changes only the path.
        assert.deepStrictEqual(classifyLocalPart(`~${localPart}`), classifyLocalPart(localPart))
      }),
      { numRuns: 5_000 }
    )
  })

  it("of any characters has a shape, and always the same one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 64 }), (localPart) => {
        const result = classifyLocalPart(localPart)
        assert.include(["fullName", "word", "other"], result.shape)
        assert.deepStrictEqual(classifyLocalPart(localPart), result)
      })
    )
  })
})

/** How people form local parts from their names; `year` is a year of birth. */
const formsOf = (first: string, last: string, year: number): ReadonlyArray<string> => [
  `${first}.${last}`,
  `${first[0]}${last}`,
  `${first}${last[0]}`,
  `${first}_${last}`,
  `${first}${last}`,
  `${last}${first}`,
  `${last}.${first}`,
  `${first[0]}.${last}`,
  `${first}${year}`,
  `${first}.${last}${year}`,
  `${last}${first[0]}${year % 100}`,
  `${first}-${last}${year % 100}`,
  `${first}${last}0${1 + (year % 9)}${year}`
]

/** Spread over six decades, deterministically. */
const birthYear = (first: string, last: string): number =>
  1950 + ((first.length * 31 + last.length * 17 + last.charCodeAt(0)) % 60)

const addressesOf = ({ first, last }: NameList): ReadonlyArray<string> =>
  first.flatMap((one) => last.flatMap((other) => formsOf(one, other, birthYear(one, other))))

const syntheticAmong = (localParts: ReadonlyArray<string>): ReadonlyArray<string> =>
  localParts.filter((localPart) => classifyLocalPart(localPart).synthetic !== undefined)

describe("Names of people", () => {
  it("in smaller languages of the letter-pair table are synthetic in less than 1 of 10,000 cases", () => {
    const all = smallerLanguages.flatMap(addressesOf)
    assert.isBelow(syntheticAmong(all).length / all.length, 0.0001)
  })

  it("in the large languages of the letter-pair table are never synthetic", () => {
    for (const list of nameLanguages)
      assert.deepStrictEqual(syntheticAmong(addressesOf(list)), [], list.language)
  })

  it("in other languages are synthetic in less than 1 of 1,000 cases", () => {
    const all = otherLanguages.flatMap(addressesOf)
    assert.isAbove(all.length, 50_000)
    assert.isBelow(syntheticAmong(all).length / all.length, 0.001)
    for (const list of otherLanguages) {
      const addresses = addressesOf(list)
      assert.isBelow(syntheticAmong(addresses).length / addresses.length, 0.002, list.language)
    }
  })

  it("that are nicknames are never synthetic", () => {
    const nicknames = nicknameWords.flatMap((one) =>
      nicknameWords.flatMap((other) => [
        `${one}${other}`,
        `${one}.${other}99`,
        `${other}_${one}2001`
      ])
    )
    assert.deepStrictEqual(syntheticAmong(nicknames), [])
  })
})

const share = (alphabet: string, length: number): number => {
  const random = fc.string({
    unit: fc.constantFrom(...Array.from(alphabet)),
    minLength: length,
    maxLength: length
  })
  const samples = fc.sample(random, { numRuns: 2_000, seed: 1 })
  return syntheticAmong(samples).length / samples.length
}

describe("Random characters", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz"
  const floors: ReadonlyArray<
    readonly [what: string, alphabet: string, length: number, least: number]
  > = [
    ["10 letters", letters, 10, 0.55],
    ["14 letters", letters, 14, 0.6],
    ["10 letters and digits", `${letters}0123456789`, 10, 0.4],
    ["16 letters and digits", `${letters}0123456789`, 16, 0.65],
    ["16 hexadecimal digits", "0123456789abcdef", 16, 0.95],
    ["32 hexadecimal digits", "0123456789abcdef", 32, 0.999]
  ]
  for (const [what, alphabet, length, least] of floors) {
    it(`are synthetic in at least ${least * 100} % of cases: ${what}`, () =>
      assert.isAtLeast(share(alphabet, length), least))
  }
})

describe("The table of letter pairs", () => {
  it("is made of the names and nicknames", () =>
    assert.deepStrictEqual({ ...followers }, followersIn(words)))
})
