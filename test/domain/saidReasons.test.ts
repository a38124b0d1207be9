/** Reasons in both languages, and those of answers that were kept as sentences. */
import { readReason } from "@rcpt/domain/readReason"
import { reason, reasonTexts } from "@rcpt/domain/reasons"
import { reasonSentence } from "@rcpt/domain/saidReasons"
import { assert, describe, it } from "vitest"

import { everyReason } from "../verifier/judge/everySentence.ts"

/** English words that no German sentence has. */
const english = /(?<![\w.])(?:the|is|of|and|must|has|with|are|not|address)(?![\w.])/

const all = [
  ...everyReason(),
  reason("lowScore", { n: 80 }),
  reason("parked", { service: "Sedo" }),
  reason("blocklisted", { zones: "zen.example, dbl.example" }),
  reason("disposableHost", { service: "Mailinator" }),
  reason("relayHost", { service: "SimpleLogin" }),
  reason("forwarder", { service: "ImprovMX" }),
  reason("earlierResult", { date: "2026-11-28" }),
  reason("broughtResult", { service: "ZeroBounce", date: "2026-11-28" })
]

describe("A reason", () => {
  it("is said in German with nothing left in English", () => {
    for (const one of all) {
      const said = reasonSentence(one, "de")
      assert.notMatch(said, english, reasonSentence(one))
      assert.notMatch(said, /[{}]|undefined|\[object/, reasonSentence(one))
    }
  })

  it("is read from the sentence of an older answer, and said in both languages as it is now", () => {
    for (const one of all) {
      const read = readReason(reasonSentence(one))
      assert.isDefined(read, reasonSentence(one))
      for (const language of ["en", "de"] as const)
        assert.strictEqual(reasonSentence(read, language), reasonSentence(one, language))
    }
    assert.isUndefined(readReason("The moon is full."))
    assert.isUndefined(readReason("The address is malformed: it is a moon."))
  })

  it("of every code is among these", () => {
    const codes = new Set(all.map(({ code }) => code))
    assert.deepStrictEqual(
      Object.keys(reasonTexts).filter((code) => !codes.has(code as never)),
      []
    )
  })
})
