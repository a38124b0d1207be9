import {
  catchAllConfidence,
  catchAllPenalty,
  confidenceWeights
} from "@rcpt/domain/catchAllConfidence"
import type { Evidence } from "@rcpt/domain/Evidence"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import { assert, describe, it } from "vitest"

import { evidence } from "./evidence.ts"

const aged = (days: number) => present({ days, registeredOn: "2020-01-01" })
const catchAll = present({ because: "a test" })
const provider = present({ id: "x", service: "X", host: "mx.x.test" })
const policiesUnanswered = {
  spf: unanswered("timeout"),
  dmarc: unanswered("timeout")
} as const
const nothingKnown: Partial<Evidence> = {
  catchAll,
  age: unanswered("timeout"),
  localPart: { shape: "other", synthetic: undefined }
}

describe("The confidence in a mailbox on a catch-all domain", () => {
  const rows: ReadonlyArray<
    readonly [what: string, given: Evidence, confidence: number, penalty: number]
  > = [
    ["nothing is known", evidence(policiesUnanswered, {}, nothingKnown), 50, 15],
    [
      "the domain is ten years old",
      evidence(policiesUnanswered, {}, { ...nothingKnown, age: aged(3_650) }),
      65,
      15
    ],
    [
      "the domain is two years old",
      evidence(policiesUnanswered, {}, { ...nothingKnown, age: aged(730) }),
      55,
      15
    ],
    [
      "the domain is half a year old",
      evidence(policiesUnanswered, {}, { ...nothingKnown, age: aged(180) }),
      40,
      15
    ],
    [
      "the domain is a week old",
      evidence(policiesUnanswered, {}, { ...nothingKnown, age: aged(7) }),
      25,
      25
    ],
    ["SPF and DMARC are present", evidence({}, {}, nothingKnown), 65, 15],
    [
      "SPF and DMARC are absent",
      evidence({ spf: absent, dmarc: absent }, {}, nothingKnown),
      35,
      25
    ],
    [
      "the mail is hosted by a known provider",
      evidence({ ...policiesUnanswered, provider }, {}, nothingKnown),
      60,
      15
    ],
    [
      "the local part is a first and last name",
      evidence(
        policiesUnanswered,
        {},
        { ...nothingKnown, localPart: { shape: "fullName", synthetic: undefined } }
      ),
      65,
      15
    ],
    [
      "the local part is synthetic",
      evidence(
        policiesUnanswered,
        {},
        { ...nothingKnown, localPart: { shape: "fullName", synthetic: "digits" } }
      ),
      20,
      25
    ],
    [
      "all evidence is good",
      evidence(
        { provider },
        {},
        {
          catchAll,
          age: aged(3_650),
          localPart: { shape: "fullName", synthetic: undefined }
        }
      ),
      95,
      5
    ],
    [
      "all evidence is bad",
      evidence(
        { spf: absent, dmarc: absent },
        {},
        {
          catchAll,
          age: aged(1),
          localPart: { shape: "other", synthetic: "gibberish" }
        }
      ),
      5,
      25
    ]
  ]
  for (const [what, given, confidence, penalty] of rows) {
    it(`is ${confidence} and costs ${penalty} points when ${what}`, () => {
      assert.strictEqual(catchAllConfidence(given), confidence)
      assert.strictEqual(catchAllPenalty(given), penalty)
    })
  }

  it("is absent, and costs nothing, where the domain is not known to be a catch-all", () => {
    for (const fact of [absent, unanswered("not probed")]) {
      const given = evidence({}, {}, { catchAll: fact })
      assert.isUndefined(catchAllConfidence(given))
      assert.strictEqual(catchAllPenalty(given), 0)
    }
  })

  it("is drawn from reported mail, own mail more than that of others, and stays from 5 to 95", () => {
    const known = evidence(policiesUnanswered, {}, nothingKnown)
    const after = (domainMail: Evidence["domainMail"]) =>
      catchAllConfidence({ ...known, ...(domainMail && { domainMail }) })
    const of = (arrived: number, bounced: number) => ({ arrived, bounced })
    assert.strictEqual(after({ own: of(10, 0) }), 75)
    assert.strictEqual(after({ own: of(0, 10) }), 25)
    assert.strictEqual(after({ own: of(0, 1_000) }), 5)
    assert.strictEqual(after({ own: of(1_000, 0) }), 95)
    assert.strictEqual(after({ own: of(0, 0), others: of(1_000, 0) }), 75)
    assert.strictEqual(after({ own: of(0, 20), others: of(1_000, 0) }), 38)
    const elsewhere = { ...known, catchAll: absent, domainMail: { own: of(0, 10) } }
    assert.isUndefined(catchAllConfidence(elsewhere))
  })

  it("has a reason for every weight", () => {
    for (const { points, why } of confidenceWeights) {
      assert.match(why, /\.$/)
      assert.notStrictEqual(points, 0)
    }
  })
})
