/** The warm-up of a new address, over simulated days. */
import { answersToJudgeMin } from "@rcpt/verifier/pacing/limits"
import {
  afterSignal,
  afterStart,
  freshPace,
  nextStartAt,
  restorePace,
  warmUpLeft
} from "@rcpt/verifier/pacing/pace"
import type { PaceLimits, PaceState } from "@rcpt/verifier/pacing/pace"
import { dailyCaps } from "@rcpt/verifier/pacing/warmUp"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"
import { limits, signal, start } from "./paceSignals.ts"

const day = 86_400_000
const { POSITIVE_INFINITY: firstUse } = Number

const warming = (warmsSince: number): PaceLimits => ({
  ...limits,
  startsPerSecondMax: 10,
  warmsSince
})

/** Asks as much as the pace allows until the day ends, up to `wanted`. Every so many results is a refusal. */
const askedIn = (
  state: PaceState,
  paceLimits: PaceLimits,
  from: number,
  { wanted = Number.POSITIVE_INFINITY, refusedEvery = Number.POSITIVE_INFINITY } = {}
) => {
  let starts = 0
  let now = from
  for (; starts < wanted; starts += 1) {
    now = Math.max(now, nextStartAt(state, paceLimits, 0, now))
    if (now >= from + day) break
    const kind = (starts + 1) % refusedEvery === 0 ? "refused" : "quiet"
    state = afterSignal(afterStart(state, paceLimits, now), paceLimits, signal(kind, now), now)
    // What a node stores and another one loads.
    if (starts % 1_000 === 0) state = restorePace(JSON.parse(JSON.stringify(state)), paceLimits)
  }
  return { state, starts }
}

const busyDays = (count: number, since: number, refusedEvery?: number) => {
  const paceLimits = warming(since)
  let state = freshPace(paceLimits)
  return Array.from({ length: count }, (_, n) => {
    const asked = askedIn(state, paceLimits, start + n * day, {
      wanted: 26_000,
      ...(refusedEvery !== undefined && { refusedEvery })
    })
    state = asked.state
    return asked.starts
  })
}

describe("A new address", () => {
  it("asks twice as much each day while it is served, and all that is wanted after the last cap", () => {
    assert.deepStrictEqual(busyDays(12, firstUse), [...dailyCaps, 26_000, 26_000])
  })

  it("stands still between the two shares of refusals, and halves above them", () => {
    // 1 of 25 is 4 %.
    assert.deepStrictEqual(busyDays(3, firstUse, 25), [50, 50, 50])
    const paceLimits = warming(start - 3 * day)
    const bad = askedIn(freshPace(paceLimits), paceLimits, start, { refusedEvery: 10, wanted: 60 })
    assert.strictEqual(warmUpLeft(bad.state, paceLimits, start)?.cap, 400)
    assert.strictEqual(warmUpLeft(bad.state, paceLimits, start + day)?.cap, 200)
  })

  it("learns nothing from a day without use, and begins where its date of first use says", () => {
    const paceLimits = warming(start - 2 * day)
    const { state } = askedIn(freshPace(paceLimits), paceLimits, start, { wanted: 99 })
    const capAfter = (days: number) => warmUpLeft(state, paceLimits, start + days * day)?.cap
    assert.deepStrictEqual([capAfter(0), capAfter(1), capAfter(30)], [200, 200, 200])
    assert.isUndefined(warmUpLeft(freshPace(limits), limits, start))
    const old = warming(start - 60 * day)
    assert.isUndefined(warmUpLeft(freshPace(old), old, start))
  })

  it("never asks more than its cap on any of 30 days, whatever it is told", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 2, max: 60 })), {
          minLength: 30,
          maxLength: 30
        }),
        (days) => {
          const paceLimits = warming(firstUse)
          let state = freshPace(paceLimits)
          let last = { cap: 25, isJudged: false }
          for (const [n, [wanted, refusedEvery]] of days.entries()) {
            const from = start + n * day
            const cap = warmUpLeft(state, paceLimits, from)?.cap ?? Number.POSITIVE_INFINITY
            // No more than twice the last one, and only after enough results.
            assert.isAtMost(cap, last.isJudged || n === 0 ? 2 * last.cap : last.cap)
            const asked = askedIn(state, paceLimits, from, { wanted, refusedEvery })
            assert.isAtMost(asked.starts, cap)
            state = asked.state
            last = { cap, isJudged: asked.starts >= answersToJudgeMin }
          }
        }
      ),
      { numRuns: 10 }
    )
  })
})
