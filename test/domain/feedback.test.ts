import * as Feedback from "@rcpt/domain/Feedback"
import type { Known, Report, Submitted } from "@rcpt/domain/Feedback"
import { assert, describe, it } from "vitest"

const report = (fields: Partial<Submitted> = {}): Submitted => ({
  mailbox: "m",
  outcome: "bounced",
  status: "valid",
  at: 1_000,
  checkedAt: 500,
  ...fields
})
const known = (fields: Partial<Known> = {}): ReadonlyMap<string, Known> =>
  new Map([["m", { outcome: "bounced", at: 1_000, reportedAt: 1_500, ...fields }]])

/** What is recorded of a report: on a mail of its own, unless it replaces another. */
const recorded = (submitted: Submitted, replaces?: Report["replaces"]): Report => {
  const { checkedAt: _, ...rest } = submitted
  return replaces === undefined ? rest : { ...rest, replaces }
}

const nobody: ReadonlyMap<string, Known> = new Map()

describe("A report on mail to an address", () => {
  it("is new where nothing was reported about the mailbox", () =>
    assert.deepStrictEqual(Feedback.newReports([report()], nobody), [recorded(report())]))

  it("is not new where the same was reported about the same verification", () =>
    assert.deepStrictEqual(Feedback.newReports([report({ at: 2_000 })], known()), []))

  it("is new again about a later verification", () => {
    const later = report({ at: 3_000, checkedAt: 2_000 })
    assert.deepStrictEqual(Feedback.newReports([later], known()), [recorded(later)])
  })

  it("is new with another outcome, unless that is older", () => {
    const since = report({ outcome: "delivered", at: 1_001 })
    const before = report({ outcome: "delivered", at: 999 })
    assert.deepStrictEqual(Feedback.newReports([since], known()), [
      recorded(since, { outcome: "bounced", at: 1_000 })
    ])
    assert.deepStrictEqual(Feedback.newReports([before], known()), [])
  })

  it("on the same mail keeps what the verification was known to say", () => {
    const facts = { mode: "deep", provider: "Gmail" } as const
    const since = report({ outcome: "delivered", at: 1_001, facts: { mode: "deep" } })
    assert.deepStrictEqual(Feedback.newReports([since], known({ facts })), [
      { ...recorded(since, { outcome: "bounced", at: 1_000 }), facts }
    ])
  })

  it("is the latest of those that a request has about a mailbox", () => {
    const [first, last] = [report({ at: 2_000 }), report({ at: 1_999, outcome: "delivered" })]
    assert.deepStrictEqual(Feedback.newReports([last, first], nobody), [recorded(first)])
    assert.deepStrictEqual(Feedback.newReports([first, last], nobody), [recorded(first)])
  })

  const verdicts = [
    ["valid", "delivered", true],
    ["valid", "bounced", false],
    ["invalid", "bounced", true],
    ["invalid", "delivered", false],
    ["risky", "bounced", undefined],
    ["risky", "delivered", undefined],
    ["unknown", "bounced", undefined],
    ["unknown", "delivered", undefined],
    ["valid", "complained", undefined],
    ["invalid", "complained", undefined]
  ] as const
  for (const [status, outcome, isRight] of verdicts)
    it(`says that ${status} was ${isRight === undefined ? "neither right nor wrong" : isRight ? "right" : "wrong"} where mail was ${outcome}`, () =>
      assert.strictEqual(Feedback.wasRight({ status, outcome }), isRight))

  it("is counted by outcome, and by what it says of the verdict", () =>
    assert.deepStrictEqual(
      Feedback.countReports(verdicts.map(([status, outcome]) => ({ status, outcome }))),
      { delivered: 4, bounced: 4, complained: 2, correct: 2, wrong: 2 }
    ))
})
