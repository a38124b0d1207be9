/**
 * Returned mail and lines of senders' logs that no rule was written for. What counts most is that no mailbox
 * is blamed for words about something else.
 */
import { readFileSync } from "node:fs"

import { readBounce } from "@rcpt/verifier/smtp/readBounce"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"

const Unseen = Schema.Struct({
  /** 2: written after the reader had been made for the first set. */
  set: Schema.Number,
  counts: Schema.Boolean,
  text: Schema.String,
  source: Schema.String
})

const unseen = readFileSync(new URL("bounces.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(Unseen))(line))
  .map((one) => ({ ...one, ...readBounce({ text: one.text, recipient: "ann@acme.test" }) }))

/** The share that has to be read right, of each set. */
const rightMin = 0.9

describe("A bounce that nobody has read before", () => {
  it("never counts against a mailbox that it is not about", () => {
    const blamed = unseen.filter(({ counts, isAboutMailbox }) => isAboutMailbox && !counts)
    assert.deepStrictEqual(
      blamed.map(({ text, ruleId }) => `${ruleId}: ${text}`),
      []
    )
  })

  for (const set of [1, 2])
    it(`is read right nearly always: set ${set}`, () => {
      const all = unseen.filter((one) => one.set === set)
      const wrong = all.filter(({ counts, isAboutMailbox }) => counts !== isAboutMailbox)
      assert.isAtLeast(
        1 - wrong.length / all.length,
        rightMin,
        wrong.map(({ text, ruleId }) => `${ruleId}: ${text}`).join("\n")
      )
    })
})
