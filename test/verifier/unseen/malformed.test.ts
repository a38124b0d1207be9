/** Texts that are no address, and the one that was probably meant: written down before the code. */
import { cleanAddress } from "@rcpt/verifier/address/cleanAddress"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Result } from "effect"
import { assert, describe, it } from "vitest"

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
  ["Ann Smith ann@acme.test", ann],
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
  ["", undefined]
]

describe("A text that is no address", () => {
  for (const [text, address] of meant)
    it(`${JSON.stringify(text)} probably means ${address ?? "none"}`, () => {
      assert.isTrue(Result.isFailure(parseAddress(text)))
      assert.strictEqual(cleanAddress(text), address)
    })
})
