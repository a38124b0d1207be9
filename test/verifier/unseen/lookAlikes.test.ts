/** Addresses with letters of another alphabet: written down with the code. */
import { lookAlikeIn } from "@rcpt/verifier/address/lookAlikes"
import { parseAddress } from "@rcpt/verifier/address/parseAddress"
import { Deadline } from "@rcpt/verifier/cache/Deadline"
import * as steps from "@rcpt/verifier/steps"
import { Result } from "effect"
import { assert, describe, it } from "vitest"

import { sentencesOf } from "../judge/everySentence.ts"

type Row = readonly [text: string, meant: string | undefined, letter?: string]

const rows: ReadonlyArray<Row> = [
  ["ann@gm\u0430il.com", "ann@gmail.com", "\u0430"],
  ["ann@\u0430cme.test", "ann@acme.test", "\u0430"],
  ["ann@\u0440aypal.com", "ann@paypal.com", "\u0440"],
  ["ann@outl\u043E\u043Ek.com", "ann@outlook.com", "\u043E"],
  ["ann@m\u0456crosoft.com", "ann@microsoft.com", "\u0456"],
  ["ann@yah\u03BFo.com", "ann@yahoo.com", "\u03BF"],
  ["\u0430nn@acme.test", "ann@acme.test", "\u0430"],
  ["s\u0435rgey@mail.ru", "sergey@mail.ru", "\u0435"],
  ["ann.\u0441ole@acme.test", "ann.cole@acme.test", "\u0441"],
  ["\u0130nfo@acme.test", undefined],
  ["ann@xn--pple-43d.com", "ann@apple.com", "\u0430"],
  ["ann@g\u043Eo\u0261le.com", "ann@google.com", "\u043E"],
  ["Ann@\u0430\u0440\u0440\u04CFe.com", "Ann@apple.com", "\u0430"],
  ["b\u00FCro@\u0430cme.test", undefined],
  // Written in one alphabet.
  ["\u0438\u0432\u0430\u043D@\u043F\u043E\u0447\u0442\u0430.\u0440\u0444", undefined],
  ["ivan@\u043F\u043E\u0447\u0442\u0430.\u0440\u0444", undefined],
  ["ann@\u0441\u043E\u0440\u0430.\u0440\u0444", undefined],
  ["\u03B1\u03BD\u03BD\u03B1@acme.test", undefined],
  ["alt\u0131nbas@acme.test", undefined],
  ["j\u00F6rg@m\u00FCller.test", undefined],
  ["fran\u00E7ois@acme.test", undefined],
  ["\u738B\u4F1F@\u4F8B\u5B50.test", undefined],
  ["ann@b\u00FCcher.test", undefined],
  ["ann@stra\u00DFe.test", undefined],
  ["ann@acme.test", undefined]
]

describe("An address with letters that look like others", () => {
  for (const [text, meant, letter] of rows)
    it(`${text} probably means ${meant ?? "itself"}`, () => {
      const found = lookAlikeIn(Result.getOrThrow(parseAddress(text)))
      assert.strictEqual(found && `${found.meant.localPart}@${found.meant.domain}`, meant)
      assert.strictEqual(found?.letter, letter)
    })
})

it("A check of such an address names the character, and what was meant", () => {
  const evidence = steps.checkSyntax("ann@gm\u0430il.com")
  const { syntax } = evidence
  assert(syntax._tag === "wellFormed")
  const request = { startedAt: 0, deadline: new Deadline(1_000) }
  const deduced = Object.assign({}, evidence, steps.deduce(evidence, syntax.address, request))
  assert.strictEqual(deduced.didYouMean, "ann@gmail.com")
  assert.deepInclude(
    sentencesOf(deduced),
    'The character U+0430 only looks like "a"; did you mean ann@gmail.com?'
  )
})
