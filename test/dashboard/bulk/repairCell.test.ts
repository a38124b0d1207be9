/** The repair of a cell: what is repaired, what never is, and that it is done once. */
import { repairCell, shownCell } from "@rcpt/api/repairCell"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Result } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"

const repaired: ReadonlyArray<readonly [cell: string, ...addresses: ReadonlyArray<string>]> = [
  ["mailto:ann@x.test", "ann@x.test"],
  ["MAILTO:ann@x.test?subject=Hi there", "ann@x.test"],
  ["<ann@x.test>", "ann@x.test"],
  ["Ann <ann@x.test>", "ann@x.test"],
  ['"Doe, Ann" <ann@x.test>', "ann@x.test"],
  ["Doe, Ann <ann@x.test>", "ann@x.test"],
  ["ann@x.test <ann@x.test>", "ann@x.test"],
  ["'ann@x.test'", "ann@x.test"],
  ["<mailto:ann@x.test>", "ann@x.test"],
  ["\u200bann@x.test\u00ad", "ann@x.test"],
  ["an\u200bn@x.test", "ann@x.test"],
  ["ann@\u00a0x.test", "ann@x.test"],
  ["ann@x.test, bob@y.test", "ann@x.test", "bob@y.test"],
  ["ann@x.test;bob@y.test", "ann@x.test", "bob@y.test"],
  ["ann@x.test\u00a0bob@y.test", "ann@x.test", "bob@y.test"],
  ["ann@x.test/bob@y.test", "ann@x.test", "bob@y.test"],
  ["ann@x.test or bob@y.test", "ann@x.test", "bob@y.test"],
  ["ann@x.test\nbob@y.test", "ann@x.test", "bob@y.test"],
  ["Ann <ann@x.test>, bob@y.test", "ann@x.test", "bob@y.test"],
  ["ann@x.test, ANN@x.test", "ANN@x.test"]
]

/** Nobody can tell what is meant, or the address is for the service to judge. */
const kept: ReadonlyArray<string> = [
  "",
  "Ann",
  "ann@x.test",
  "  ann@x.test ",
  "john smith@x.test",
  "john\u00a0smith@x.test",
  "ann@x.test, n/a",
  "ann@localhost",
  "ann@@x.test",
  "ann@[192.0.2.1]",
  '"a b,c"@x.test',
  '"mailto:x"@x.test',
  "a/b@x.test",
  // Another person's mailbox, once letters are lost.
  "Or smith@x.test",
  "jane & smith@x.test",
  "jane,doe@x.test",
  "j\u008Argen@x.test",
  "j\uFFFDrgen@x.test",
  "mailto:jane%2Bdoe@x.test",
  "ann@क्\u200dष.test"
]

const words = [
  "ann",
  "bob",
  "@",
  "@",
  ".",
  "x.test",
  "mailto:",
  "<",
  ">",
  '"',
  "'",
  ",",
  ";",
  " ",
  "/"
]
const oddities = [
  "\u200b",
  "\u00a0",
  "\u00ad",
  "\ufeff",
  "\u200d",
  "é",
  "日本",
  "|",
  "(",
  ")",
  "?",
  "\\",
  "\n"
]
const cells = fc
  .array(fc.constantFrom(...words, ...oddities), { maxLength: 14 })
  .map((tokens) => tokens.join(""))

/** Quoted local parts may have nearly anything in them; blanks around an address are not part of it. */
const quoted = fc
  .tuple(cells, fc.domain())
  .map(([name, domain]) => ` "${name.replaceAll(/["\\\n]/g, "")}x"@${domain}`)

const named = fc.tuple(fc.string({ unit: "grapheme" }), fc.domain())

const addresses = fc.oneof(
  fc.emailAddress(),
  cells,
  quoted,
  named.map(([name, domain]) => `${name}@${domain}`)
)

describe("The repair of a cell", () => {
  for (const [cell, ...expected] of repaired)
    it(`finds ${expected.join(" and ")} in ${JSON.stringify(cell)}`, () => {
      assert.deepStrictEqual(repairCell(cell), expected)
    })

  for (const cell of kept)
    it(`leaves ${JSON.stringify(cell)} as it is`, () => {
      assert.deepStrictEqual(repairCell(cell), [cell])
    })

  it("never changes an address that the service takes for well-formed", () => {
    fc.assert(
      fc.property(addresses, (text) => {
        if (Result.isSuccess(parseAddress(text))) assert.deepStrictEqual(repairCell(text), [text])
      }),
      { numRuns: 20_000 }
    )
  })

  it("is done once: what it finds needs no repair", () => {
    fc.assert(
      fc.property(cells, (cell) => {
        for (const address of repairCell(cell))
          assert.deepStrictEqual(repairCell(address), [address])
      }),
      { numRuns: 20_000 }
    )
  })

  it("shows hidden characters by their code points", () => {
    assert.strictEqual(shownCell("a\u200bn\u00a0n"), "a[U+200B]n[U+00A0]n")
  })
})
