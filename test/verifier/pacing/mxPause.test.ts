/** When sessions with a group of mail hosts pause, for how long, and what ends that. */
import {
  answersLifetime,
  answersToJudgeMin,
  domainsToJudgeMin,
  rateStrikesMax,
  slowestStartsPerSecond,
  stepsToFullPace
} from "@rcpt/verifier/pacing/limits"
import {
  circuitOf,
  freshPace,
  afterSignal,
  isBlocked,
  isStillBlocked,
  isRested,
  nextStartAt,
  restorePace,
  afterStart
} from "@rcpt/verifier/pacing/pace"
import type { PaceState, PaceSignal } from "@rcpt/verifier/pacing/pace"
import { Duration } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import {
  afterSessions,
  kinds,
  limits,
  minute,
  rateLimited,
  start,
  times,
  signal
} from "./paceSignals.ts"

describe("A pause", () => {
  const { state, now } = afterSessions(freshPace(limits), rateLimited(rateStrikesMax))
  const until = state.pause?.until ?? 0
  const trial = (kind: PaceSignal["kind"]) => {
    const at = nextStartAt(state, limits, 0, until)
    return afterSignal(afterStart(state, limits, at), limits, signal(kind, at), at + 1)
  }

  it("is as long as the policy says", () => assert.strictEqual(until - now, limits.pauseMillis))

  it("ends for one trial session first", () => {
    const at = nextStartAt(state, limits, 0, now)
    assert.strictEqual(circuitOf(state, at), "halfOpen")
    assert.strictEqual(nextStartAt(state, limits, 1, at), Number.POSITIVE_INFINITY)
  })

  it("ends for all when the trial goes well, at a slow pace", () => {
    const after = trial("quiet")
    assert.strictEqual(circuitOf(after, until), "closed")
    assert.isAtMost(after.startsPerSecond, slowestStartsPerSecond + 1 / stepsToFullPace)
    assert.isFalse(isRested(after, limits, until + minute))
  })

  it("starts again when the trial goes wrong", () => {
    for (const kind of ["rateLimited", "refused", "silent"] as const) {
      assert.strictEqual(circuitOf(trial(kind), until + 2), "paused", kind)
    }
    assert.strictEqual(circuitOf(trial("deferred"), until + 2), "halfOpen")
  })

  it("neither ends nor starts again after results of earlier sessions", () => {
    for (const kind of kinds) {
      const late = afterSignal(state, limits, signal(kind, now - minute), now + minute)
      assert.deepStrictEqual(late.pause, state.pause)
    }
  })

  it("survives as JSON", () => {
    const saved: unknown = JSON.parse(JSON.stringify(state))
    assert.deepStrictEqual(restorePace(saved, limits), { ...state })
    const slower = { ...limits, startsPerSecondMax: 0.001 }
    assert.strictEqual(restorePace(saved, slower).startsPerSecond, 0.001)
    for (const junk of [undefined, null, 7, {}, { ...state, pause: "soon" }]) {
      assert.deepStrictEqual(restorePace(junk, limits), freshPace(limits))
    }
    assert.strictEqual(circuitOf(restorePace(saved, { ...limits, isFixed: true }), now), "closed")
  })
})

describe("Block detection", () => {
  /** This many results of this many domains one after the other, the last of them refusals. */
  const after = (count: number, domains: number, refusals: number, every = 1_000) =>
    times(count, (index) => index).reduce((state, index) => {
      const kind = index < count - refusals ? "quiet" : "refused"
      const at = start + index * every
      return afterSignal(state, limits, signal(kind, at, `d${index % domains}.test`), at)
    }, freshPace(limits))
  const min = answersToJudgeMin
  const rows: ReadonlyArray<readonly [title: string, state: PaceState, blocked: boolean]> = [
    [
      "finds a block in 20 results of 5 domains, 16 refusals",
      after(min, domainsToJudgeMin, 16),
      true
    ],
    ["finds none in 15 refusals", after(min, domainsToJudgeMin, 15), false],
    ["finds none in 19 results", after(min - 1, domainsToJudgeMin, min - 1), false],
    ["finds none in 4 domains", after(min, domainsToJudgeMin - 1, min), false],
    [
      "finds none in results older than ten minutes",
      after(min, domainsToJudgeMin, min, Duration.toMillis(answersLifetime) / (min - 2)),
      false
    ]
  ]
  for (const [title, state, blocked] of rows) {
    it(title, () => assert.strictEqual(isBlocked(state, start + min * 1_000), blocked))
  }

  it("leads to a pause only, where few domains all refuse", () => {
    const state = after(min, domainsToJudgeMin - 1, min)
    assert.strictEqual(state.pause?.because, "refused")
  })

  it("ignores one domain that outnumbers all others, which are served", () => {
    const fine = times(8, (index) => ["quiet", `d${index}.test`] as const)
    const bad = times(90, () => ["refused", "bad.test"] as const)
    const state = [...fine, ...bad].reduce(
      (state, [kind, domain], index) =>
        afterSignal(state, limits, signal(kind, start + index * 100, domain), start + index * 100),
      freshPace(limits)
    )
    assert.strictEqual(state.pause, undefined)
  })

  it("allows a trial after the pause, and blocks again when that is refused", () => {
    const blocked = after(min, domainsToJudgeMin, min)
    const until = blocked.pause?.until ?? 0
    assert.isFalse(isBlocked(blocked, until))
    const at = Math.max(until, nextStartAt(blocked, limits, 0, until))
    const trial = afterStart(blocked, limits, at)
    const again = afterSignal(trial, limits, signal("refused", at), at + 1)
    assert.isTrue(isBlocked(again, at + 2))
    // Rows of jobs have waited for this trial.
    assert.deepStrictEqual([isStillBlocked(blocked), isStillBlocked(again)], [false, true])
    assert.strictEqual(
      circuitOf(afterSignal(trial, limits, signal("quiet", at), at + 1), at + 2),
      "closed"
    )
  })
})
