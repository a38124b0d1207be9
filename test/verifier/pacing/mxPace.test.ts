/** How fast sessions with a group of mail hosts start, after which results; in simulated time. */
import {
  catchUpMillis,
  rateStrikesMax,
  refusedStartsPerSecond,
  silencePause,
  silencesMax,
  slowestStartsPerSecond,
  stepsToFullPace
} from "@rcpt/verifier/pacing/limits"
import {
  circuitOf,
  freshPace,
  afterSignal,
  isBlocked,
  isRested,
  nextStartAt,
  afterStart,
  limitsOf
} from "@rcpt/verifier/pacing/pace"
import type { PaceLimits } from "@rcpt/verifier/pacing/pace"
import { ordinaryPolicy } from "@rcpt/verifier/smtp/rules/probePolicies"
import { Duration } from "effect"
import * as fc from "fast-check"

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

const anyMoments = fc.array(
  fc.record({
    pause: fc.integer({ min: 0, max: 3_000 }),
    ends: fc.boolean(),
    kind: fc.option(fc.constantFrom(...kinds)),
    domain: fc.constantFrom("a.test", "b.test")
  }),
  { maxLength: 80 }
)

/** Starts a session whenever the pace allows one: when they started, and how many were open. */
const startAll = (
  moments: typeof anyMoments extends fc.Arbitrary<infer Moments> ? Moments : never,
  paceLimits: PaceLimits
) => {
  let state = freshPace(paceLimits)
  let now = start
  const open: Array<number> = []
  const starts: Array<number> = []
  let openMax = 0
  for (const { pause, ends, kind, domain } of moments) {
    now += pause
    if (ends) open.shift()
    if (kind !== null)
      state = afterSignal(state, paceLimits, signal(kind, open[0] ?? start, domain), now)
    while (nextStartAt(state, paceLimits, open.length, now) <= now) {
      state = afterStart(state, paceLimits, now)
      open.push(now)
      starts.push(now)
    }
    openMax = Math.max(openMax, open.length)
  }
  return { starts, openMax, state, now }
}

describe("The pace of a group", () => {
  it("never exceeds its rate and its connections, whatever the results", () =>
    fc.assert(
      fc.property(anyMoments, (moments) => {
        const { starts, openMax } = startAll(moments, limits)
        const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
        assert.isAtMost(openMax, limits.connectionsMax)
        for (const gap of gaps) assert.isAtLeast(gap, 1_000)
      })
    ))

  it("makes up for late timers where it is fast, and for nothing else", () =>
    fc.assert(
      fc.property(anyMoments, (moments) => {
        const fast = { ...limits, connectionsMax: 1_000, startsPerSecondMax: 500, isFixed: true }
        const { starts } = startAll(moments, fast)
        const burst = 1 + catchUpMillis / 2
        for (const [index, at] of starts.entries()) {
          const later = starts[index + burst + 1]
          if (later !== undefined) assert.isAbove(later, at)
        }
      })
    ))

  it("goes on at once when the clock is set back", () => {
    const state = afterStart(freshPace(limits), limits, start)
    const before = start - 20 * minute
    const next = nextStartAt(state, limits, 0, before)
    assert.isAtMost(next, before + 1_000)
    assert.isAtMost(nextStartAt(afterStart(state, limits, next), limits, 1, next), next + 1_000)
  })

  it('halves after "not so fast", down to one a minute, and pauses in the end', () => {
    const once = afterSessions(freshPace(limits), rateLimited(1))
    assert.strictEqual(once.state.startsPerSecond, 0.5)
    const thrice = afterSessions(freshPace(limits), rateLimited(rateStrikesMax - 1))
    assert.strictEqual(thrice.state.startsPerSecond, 0.5 ** (rateStrikesMax - 1))
    assert.strictEqual(circuitOf(thrice.state, thrice.now), "closed")
    const { state, now } = afterSessions(freshPace(limits), rateLimited(rateStrikesMax))
    assert.strictEqual(circuitOf(state, now), "paused")
    assert.strictEqual(nextStartAt(state, limits, 0, now), state.pause?.until)
    assert.isFalse(isBlocked(state, now))
    let slow = freshPace(limits)
    for (let round = 0; round < 20; round++) {
      slow = afterSessions(slow, [["rateLimited"], ["quiet"]], start + round * minute * 5).state
    }
    assert.isAtLeast(slow.startsPerSecond, slowestStartsPerSecond)
    assert.isBelow(slow.startsPerSecond, 0.2)
  })

  it("halves once for a burst of sessions that were already open", () => {
    let state = afterStart(freshPace(limits), limits, start)
    for (let round = 0; round < 10; round++) {
      state = afterSignal(state, limits, signal("rateLimited", start), start + 10 + round)
    }
    assert.strictEqual(state.startsPerSecond, 0.5)
  })

  it("recovers step by step when all is quiet, and never exceeds its maximum", () => {
    const { state, now } = afterSessions(freshPace(limits), rateLimited(2))
    const again = afterSessions(
      state,
      times(stepsToFullPace, () => ["quiet"] as const),
      now
    )
    assert.strictEqual(again.state.startsPerSecond, 1)
    const half = afterSessions(
      state,
      times(stepsToFullPace / 4, () => ["quiet"] as const),
      now
    )
    assert.approximately(half.state.startsPerSecond, 0.5, 1e-9)
  })

  it("is slower after refusals and deferrals too, but fast enough to detect a block", () => {
    for (const kind of ["refused", "deferred"] as const) {
      const { state, now } = afterSessions(
        freshPace(limits),
        times(10, () => [kind] as const)
      )
      assert.strictEqual(state.startsPerSecond, refusedStartsPerSecond)
      assert.strictEqual(circuitOf(state, now), "closed")
    }
  })

  it("pauses after five silences in a row, and not before", () => {
    const silent = (count: number) => times(count, () => ["silent"] as const)
    const before = afterSessions(freshPace(limits), silent(silencesMax - 1))
    assert.strictEqual(circuitOf(before.state, before.now), "closed")
    const saved = afterSessions(before.state, [["quiet"], ...silent(silencesMax - 1)], before.now)
    assert.strictEqual(circuitOf(saved.state, saved.now), "closed")
    const { state, now } = afterSessions(freshPace(limits), silent(silencesMax))
    assert.strictEqual(circuitOf(state, now), "paused")
    assert.strictEqual((state.pause?.until ?? 0) - now, Duration.toMillis(silencePause))
  })

  it("ignores refusals and silences of a single domain while others are served", () => {
    for (const kind of ["refused", "silent"] as const) {
      const bad = times(30, () => [kind, "bad.test"] as const)
      const { state, now } = afterSessions(freshPace(limits), [["quiet", "good.test"], ...bad])
      assert.strictEqual(circuitOf(state, now), "closed")
      assert.isAtLeast(state.startsPerSecond, 0.5)
    }
  })

  it("is fixed where the operator says so: no result changes it", () =>
    fc.assert(
      fc.property(anyMoments, (moments) => {
        const fixed = limitsOf(ordinaryPolicy, { connections: 3, startsPerSecond: 100 })
        const { state, now } = startAll(moments, fixed)
        assert.strictEqual(circuitOf(state, now), "closed")
        assert.isAtMost(nextStartAt(state, fixed, 0, now), now + 10)
        assert.isTrue(isRested(state, fixed, now + 10))
      })
    ))
})
