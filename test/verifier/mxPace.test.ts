/** How fast a group of mail hosts is asked, as it follows from what was heard; on made-up time. */
import { assert, describe, it } from "@effect/vitest"
import {
  catchUpMillis,
  rateStrikesMax,
  refusedStartsPerSecond,
  silencePause,
  silencesMax,
  slowestStartsPerSecond,
  stepsToFullPace
} from "@rcpt/verifier/mx/limits"
import {
  circuitOf,
  freshPace,
  heard,
  isBlocked,
  isRested,
  limitsOf,
  nextStartAt,
  started
} from "@rcpt/verifier/mx/pace"
import type { PaceLimits } from "@rcpt/verifier/mx/pace"
import { ordinaryPolicy } from "@rcpt/verifier/rules/probePolicies"
import { Duration } from "effect"
import * as fc from "fast-check"

import { converse, kinds, limits, minute, rateLimited, start, times, word } from "./mxTidings.ts"

const day = fc.array(
  fc.record({
    pause: fc.integer({ min: 0, max: 3_000 }),
    ends: fc.boolean(),
    hears: fc.option(fc.constantFrom(...kinds)),
    domain: fc.constantFrom("a.test", "b.test")
  }),
  { maxLength: 80 }
)

/** When conversations started that wanted to start at every moment, and how many were open. */
const live = (
  moments: typeof day extends fc.Arbitrary<infer Day> ? Day : never,
  given: PaceLimits
) => {
  let state = freshPace(given)
  let now = start
  const open: Array<number> = []
  const starts: Array<number> = []
  let openMax = 0
  for (const { pause, ends, hears, domain } of moments) {
    now += pause
    if (ends) open.shift()
    if (hears !== null) state = heard(state, given, word(hears, open[0] ?? start, domain), now)
    while (nextStartAt(state, given, open.length, now) <= now) {
      state = started(state, given, now)
      open.push(now)
      starts.push(now)
    }
    openMax = Math.max(openMax, open.length)
  }
  return { starts, openMax, state, now }
}

describe("The pace of a group", () => {
  it("never exceeds its rate and its conversations, whatever is heard", () =>
    fc.assert(
      fc.property(day, (moments) => {
        const { starts, openMax } = live(moments, limits)
        const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
        assert.isAtMost(openMax, limits.conversationsMax)
        for (const gap of gaps) assert.isAtLeast(gap, 1_000)
      })
    ))

  it("makes up for late timers where it is fast, and for no more", () =>
    fc.assert(
      fc.property(day, (moments) => {
        const fast = { ...limits, conversationsMax: 1_000, startsPerSecondMax: 500, isFixed: true }
        const { starts } = live(moments, fast)
        const burst = 1 + catchUpMillis / 2
        for (const [index, at] of starts.entries()) {
          const later = starts[index + burst + 1]
          if (later !== undefined) assert.isAbove(later, at)
        }
      })
    ))

  it("halves when it is too fast, down to one a minute, and asks for a pause in the end", () => {
    const once = converse(freshPace(limits), rateLimited(1))
    assert.strictEqual(once.state.startsPerSecond, 0.5)
    const thrice = converse(freshPace(limits), rateLimited(rateStrikesMax - 1))
    assert.strictEqual(thrice.state.startsPerSecond, 0.5 ** (rateStrikesMax - 1))
    assert.strictEqual(circuitOf(thrice.state, thrice.now), "closed")
    const { state, now } = converse(freshPace(limits), rateLimited(rateStrikesMax))
    assert.strictEqual(circuitOf(state, now), "paused")
    assert.strictEqual(nextStartAt(state, limits, 0, now), state.pause?.until)
    assert.isFalse(isBlocked(state, now))
    let slow = freshPace(limits)
    for (let turn = 0; turn < 20; turn++) {
      slow = converse(slow, [["rateLimited"], ["quiet"]], start + turn * minute * 5).state
    }
    assert.isAtLeast(slow.startsPerSecond, slowestStartsPerSecond)
    assert.isBelow(slow.startsPerSecond, 0.2)
  })

  it("halves once for a burst of conversations that were already open", () => {
    let state = started(freshPace(limits), limits, start)
    for (let turn = 0; turn < 10; turn++) {
      state = heard(state, limits, word("rateLimited", start), start + 10 + turn)
    }
    assert.strictEqual(state.startsPerSecond, 0.5)
  })

  it("comes back step by step when all is quiet, and never passes its ceiling", () => {
    const { state, now } = converse(freshPace(limits), rateLimited(2))
    const again = converse(
      state,
      times(stepsToFullPace, () => ["quiet"] as const),
      now
    )
    assert.strictEqual(again.state.startsPerSecond, 1)
    const half = converse(
      state,
      times(stepsToFullPace / 4, () => ["quiet"] as const),
      now
    )
    assert.approximately(half.state.startsPerSecond, 0.5, 1e-9)
  })

  it("is slower after refusals and deferrals too, but not so slow that nothing is learnt", () => {
    for (const kind of ["refused", "deferred"] as const) {
      const { state, now } = converse(
        freshPace(limits),
        times(10, () => [kind] as const)
      )
      assert.strictEqual(state.startsPerSecond, refusedStartsPerSecond)
      assert.strictEqual(circuitOf(state, now), "closed")
    }
  })

  it("pauses when nobody lets us in, and not before it is sure", () => {
    const silent = (count: number) => times(count, () => ["silent"] as const)
    const before = converse(freshPace(limits), silent(silencesMax - 1))
    assert.strictEqual(circuitOf(before.state, before.now), "closed")
    const saved = converse(before.state, [["quiet"], ...silent(silencesMax - 1)], before.now)
    assert.strictEqual(circuitOf(saved.state, saved.now), "closed")
    const { state, now } = converse(freshPace(limits), silent(silencesMax))
    assert.strictEqual(circuitOf(state, now), "paused")
    assert.strictEqual((state.pause?.until ?? 0) - now, Duration.toMillis(silencePause))
  })

  it("takes the refusals and silences of one customer for its own affair while others are fine", () => {
    for (const kind of ["refused", "silent"] as const) {
      const bad = times(30, () => [kind, "bad.test"] as const)
      const { state, now } = converse(freshPace(limits), [["quiet", "good.test"], ...bad])
      assert.strictEqual(circuitOf(state, now), "closed")
      assert.isAtLeast(state.startsPerSecond, 0.5)
    }
  })

  it("is fixed where the operator says so: nothing that is heard changes it", () =>
    fc.assert(
      fc.property(day, (moments) => {
        const fixed = limitsOf(ordinaryPolicy, { conversations: 3, startsPerSecond: 100 })
        const { state, now } = live(moments, fixed)
        assert.strictEqual(circuitOf(state, now), "closed")
        assert.isAtMost(nextStartAt(state, fixed, 0, now), now + 10)
        assert.isTrue(isRested(state, fixed, now + 10))
      })
    ))
})
