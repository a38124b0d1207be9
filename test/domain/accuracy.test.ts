import * as Accuracy from "@rcpt/domain/Accuracy"
import { FeedbackEvent } from "@rcpt/domain/Feedback"
import type { Report } from "@rcpt/domain/Feedback"
import { assert, describe, it } from "vitest"

describe("The share of bounces", () => {
  // Computed apart, by the formula with the count itself: (x + z²/2 ± z √(x (n - x) / n + z²/4)) / (n + z²).
  const shares = [
    [31, 12_400, { share: 0.0025, low: 0.001762, high: 0.003546 }],
    [0, 100, { share: 0, low: 0, high: 0.036993 }],
    [1, 100, { share: 0.01, low: 0.001767, high: 0.054486 }],
    [50, 100, { share: 0.5, low: 0.403832, high: 0.596168 }],
    [100, 100, { share: 1, low: 0.963007, high: 1 }]
  ] as const
  for (const [count, of, said] of shares)
    it(`is ${said.share}, ${said.low} to ${said.high}, for ${count} of ${of}`, () =>
      assert.deepStrictEqual(Accuracy.wilson(count, of), said))

  it("is not said below a number of mails, from which on none bounced means below 5 %", () => {
    const mails = (sent: number) => ({ delivered: sent, bounced: 0, complained: 0 })
    assert.isUndefined(Accuracy.bounceRateOf(mails(Accuracy.accuracyMailMin - 1)))
    assert.isBelow(Accuracy.bounceRateOf(mails(Accuracy.accuracyMailMin))!.high, 0.05)
  })
})

const report = (fields: Partial<Report> = {}): Report => ({
  mailbox: "m",
  outcome: "complained",
  status: "risky",
  at: 2,
  facts: { mode: "deep", subStatus: "catch_all", score: 79, provider: "Gmail", confidence: 70 },
  ...fields
})

describe("A report", () => {
  it("is counted by what the verification had said, in bands", () =>
    assert.deepStrictEqual(Accuracy.keyOf(report()), {
      mode: "deep",
      status: "risky",
      sub_status: "catch_all",
      score: "50-79",
      provider: "Gmail",
      catch_all_confidence: "70-100"
    }))

  it("of an older program is counted by its verdict alone", () => {
    const { facts: _, ...older } = report()
    const none = { mode: "", sub_status: "", score: "", provider: "", catch_all_confidence: "" }
    assert.deepStrictEqual(Accuracy.keyOf(older), { ...none, status: "risky" })
  })

  const { OutcomesErased, OutcomesReported } = FeedbackEvent.cases
  const countsOf = (event: FeedbackEvent) =>
    Accuracy.countedOf(event).map(({ at, delivered, bounced, complained }) => [
      at,
      delivered,
      bounced,
      complained
    ])

  it("on a mail that was reported on before takes the earlier outcome back", () => {
    const reports = [report({ replaces: { outcome: "delivered", at: 1 } })]
    assert.deepStrictEqual(countsOf(OutcomesReported.make({ accountId: "a", reports })), [
      [2, 0, 0, 1],
      [1, -1, 0, 0]
    ])
  })

  it("counts no more when the person is erased", () => {
    const { mailbox: _, ...erased } = report({ outcome: "bounced" })
    const reports = [erased]
    assert.deepStrictEqual(countsOf(OutcomesErased.make({ accountId: "a", reports })), [
      [2, 0, -1, 0]
    ])
  })
})
