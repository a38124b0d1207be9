/** Texts that are no address, and the one that was probably meant: written down before the code. */
import { cleanAddress } from "@rcpt/verifier/address/cleanAddress"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Deadline } from "@rcpt/verifier/cache/Deadline"
import { judge } from "@rcpt/verifier/judge/judge"
import * as steps from "@rcpt/verifier/steps"
import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"

import { sentencesOf } from "../judge/everySentence.ts"
import { evidence as evidenceWith } from "../judge/evidence.ts"

const ann = "ann@acme.test"

const meant: ReadonlyArray<readonly [text: string, address: string | undefined]> = [
  ["mailto:ann@acme.test", ann],
  ["MAILTO:ann@acme.test?subject=Hi%20there", ann],
  ["Ann <ann@acme.test>", ann],
  ['"Smith, Ann" <ann@acme.test>', ann],
  ["<ann@acme.test>", ann],
  ["ann@acme.test.", ann],
  ["ann@acme.test,", ann],
  ["(ann@acme.test)", ann],
  ["'ann@acme.test'", ann],
  ["ann@acme.test, bob@acme.test", ann],
  ["ann@acme.test;bob@acme.test", ann],
  ["ann@acme.test bob@acme.test", ann],
  ["ann@acme.test / bob@acme.test", ann],
  ["ann @acme.test", ann],
  ["ann@ acme.test", ann],
  ["ann@acme. test", ann],
  ["ann\u200b@acme.test", ann],
  ["ann\u00ad@acme.test", ann],
  ["an\u2060n@acme.test", ann],
  ["ann\u202e@acme.test", ann],
  ["ann＠acme.test", ann],
  ["ａｎｎ＠acme.test", ann],
  ["e-mail: ann@acme.test", ann],
  ["Ann <ann@gmial.com>", "ann@gmail.com"],
  ["mailto:ann@gmail.con", "ann@gmail.com"],
  ["ann@gmail..com", "ann@gmail.com"],
  ["ann@gmial..com", "ann@gmail.com"],
  ["ann..lee@acme...test", "ann.lee@acme.test"],
  [".ann@acme.test", ann],
  ["ann.@acme.test", ann],
  ["ann@.acme.test", ann],
  ["ann@acme.test..", ann],
  ["Ann <ann@acme..test>", ann],
  ["..@acme.test", undefined],
  ["ann@..", undefined],
  ['"ann..lee"@acme..test', undefined],
  ["ann", undefined],
  ["ann@", undefined],
  ["@acme.test", undefined],
  ["ann@acme", undefined],
  ["n/a", undefined],
  ["ann[at]acme.test", undefined],
  // Another person's mailbox, once a letter is lost.
  ["jane.doe tag@acme.test", undefined],
  ["john smith@acme.test", undefined],
  ["Ann Smith ann@acme.test", undefined],
  ["jane,doe@acme.test", undefined],
  ["jane;doe@acme.test", undefined],
  ["jane/doe@acme..test", "jane/doe@acme.test"],
  ["j\uFFFDrgen@acme.test", undefined],
  ["j\u008Argen@acme..test", undefined],
  ["j\uE000rgen@acme.test", undefined],
  ["mailto:jane%2Bdoe@acme.test", undefined],
  ["Ann <john smith@acme.test>", undefined],
  ['"jane@acme.test doe"@acme..test', undefined],
  ['"jane doe" @acme.test', '"jane doe"@acme.test'],
  // Another person's domain.
  ["ann@acme.te,st", undefined],
  ["ann@acme.te st", undefined],
  ["“ann”@acme..test", ann],
  ["", undefined]
]

describe("A text that is no address", () => {
  for (const [text, address] of meant)
    it(`${JSON.stringify(text)} probably means ${address ?? "none"}`, () => {
      assert.isTrue(Result.isFailure(parseAddress(text)))
      assert.strictEqual(cleanAddress(text), address)
    })
})

describe("A suggestion", () => {
  const piece = fc.stringMatching(/^[a-zA-Z0-9üßжα]{1,6}$/u)
  const between = fc.constantFrom(
    ..." |  |,|, |;|/|+|\t|\u00a0|\u200b|\u00ad|\uFFFD|\u0090|\uE000|.|..|. |%2B|&| & |'|’|“|\"|(|)|<|>|:".split(
      "|"
    )
  )
  const local = fc
    .tuple(piece, fc.array(fc.tuple(between, piece), { maxLength: 3 }))
    .map(([first, others]) => [first, ...others.flat()].join(""))
  const wrappers: ReadonlyArray<(text: string) => string> = [
    (text) => text,
    (text) => `mailto:${text}`,
    (text) => `Ann Lee <${text}>`,
    (text) => `"${text}"`,
    (text) => `“${text}”`,
    (text) => ` ${text}.`
  ]
  const at = fc.constantFrom("@", " @", "@ ", ".@", "“@", '"@', "\u200b@", "＠")
  const domain = fc.constantFrom(
    "acme.test",
    "acme..test",
    "acme. test",
    "acme.test,",
    "acme.test bob@acme.test",
    "gmial.com"
  )
  const letters = (text: string): string => text.normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, "")

  it("has every letter and digit of the local part", () => {
    fc.assert(
      fc.property(local, at, domain, fc.constantFrom(...wrappers), (name, sign, host, wrap) => {
        const meant = cleanAddress(wrap(name + sign + host))
        if (meant === undefined) return
        assert.strictEqual(letters(meant.slice(0, meant.lastIndexOf("@"))), letters(name))
      }),
      { numRuns: 3_000 }
    )
  })
})

describe("The reasons", () => {
  const reasonsOf = (text: string) => sentencesOf(steps.checkSyntax(text)).join(" ")

  it("of a blank between words say how a plus sign is sent", () => {
    assert.include(reasonsOf("jane.doe tag@acme.test"), "send a + of an address as %2B.")
    for (const text of ["ann @acme.test", "Ann Lee <ann@acme.test>", "ann", "ann@acme..x y"])
      assert.notInclude(reasonsOf(text), "%2B")
  })
})

describe("Quotation marks of a word processor", () => {
  for (const [text, intended] of [
    ["“jane”@acme.test", "jane@acme.test"],
    ["“jane@acme.test”", "jane@acme.test"],
    ["„jane“@acme.test", "jane@acme.test"],
    ["«jane»@gmial.com", "jane@gmail.com"],
    ["‘jane@acme.test", "jane@acme.test"],
    ["o’neil@acme.test", "o'neil@acme.test"],
    ["“jörg”@acme.test", "jörg@acme.test"]
  ] as const)
    it(`in ${text} are no part of ${intended}`, () => {
      const { syntax } = steps.checkSyntax(text)
      assert(syntax._tag === "wellFormed")
      const request = { startedAt: 0, deadline: new Deadline(1_000) }
      const known = evidenceWith({}, {}, { syntax })
      const deduced = Object.assign(known, steps.deduce(known, syntax.address, request))
      assert.strictEqual(deduced.didYouMean, intended)
      const { status, subStatus } = judge(deduced)
      assert.deepStrictEqual([status, subStatus], ["risky", "possible_typo"])
    })
})
