/** What becomes of a probe while its provider blocks us (who waits is told, a row waits), and once its caller has left. */
import { notChecked } from "@rcpt/domain/Smtp"
import { freshPace, limitsOf } from "@rcpt/verifier/pacing/pace"
import type { PauseReason } from "@rcpt/verifier/pacing/pace"
import { Probe } from "@rcpt/verifier/pacing/Probe"
import type { ProbeOutcome } from "@rcpt/verifier/pacing/Probe"
import { ordinaryPolicy } from "@rcpt/verifier/smtp/rules/probePolicies"
import { noNames } from "@rcpt/verifier/smtp/withoutEcho"
import { assert, describe, it } from "vitest"

import { requestTo } from "./mxWorld.ts"

const limits = limitsOf(ordinaryPolicy)
const now = 1_000_000_000
const aPauseAgo = now - limits.pauseMillis
const told = { ...notChecked("smtp_unavailable"), isBlocked: true } as const
const waits = notChecked("smtp_throttled")

describe("While a provider blocks us,", () => {
  const rows: ReadonlyArray<
    readonly [
      title: string,
      urgency: "bulk" | "realTime",
      because: PauseReason,
      queuedAt: number | undefined,
      outcome: ProbeOutcome
    ]
  > = [
    ["who waits is told in the first pause", "realTime", "blocked", undefined, told],
    ["who waits is told in the next", "realTime", "stillBlocked", undefined, told],
    ["a row waits for the trial after the first pause", "bulk", "blocked", aPauseAgo - 1, waits],
    ["a row that came before is told in the next", "bulk", "stillBlocked", aPauseAgo, told],
    ["a row that came later waits for as long", "bulk", "stillBlocked", aPauseAgo + 1, waits],
    ["a row of an older version has waited", "bulk", "stillBlocked", undefined, told]
  ]
  for (const [title, urgency, because, queuedAt, outcome] of rows) {
    it(title, () => {
      const outcomes: Array<ProbeOutcome> = []
      const probe = new Probe(requestTo("mx.x.test", { urgency, queuedAt }), {
        ip: undefined,
        ours: noNames,
        onComplete: (one) => void outcomes.push(one)
      })
      const pause = { until: now + limits.pauseMillis, because }
      probe.giveUp({ ...freshPace(limits), pause }, limits.pauseMillis, now)
      assert.deepStrictEqual(outcomes, [outcome])
    })
  }
})

describe("A probe whose caller has left", () => {
  it("has no outcome, and no session takes it again", () => {
    const outcomes: Array<ProbeOutcome> = []
    const session = { fiber: undefined, probes: new Set<Probe>() }
    const probe = new Probe(requestTo("mx.x.test"), {
      ip: undefined,
      ours: noNames,
      onComplete: (one) => void outcomes.push(one)
    })
    probe.attach(session, now, 1_000)
    assert.strictEqual(session.probes.size, 1)
    probe.cancel()
    probe.attach(session, now, 1_000)
    probe.throttle()
    assert.deepStrictEqual([probe.isDone, session.probes.size, outcomes], [true, 0, []])
  })
})
