import { alignedSchedule, alignedSleep, untilStep } from "@rcpt/store/alignedSchedule"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"

import { assert, describe, it } from "../support/vitest.ts"

/** A loop that notes when it ran. Its work takes no time. */
const noting = (times: Array<number>) =>
  Effect.map(Clock.currentTimeMillis, (now) => void times.push(now))

describe("Loops in step", () => {
  it.effect("wake together, wherever they began, each as often as it asked", function* () {
    const times: ReadonlyArray<Array<number>> = [[], [], []]
    const [first = [], second = [], slow = []] = times
    yield* Effect.forkChild(Effect.repeat(noting(first), alignedSchedule("1 second")))
    yield* TestClock.adjust("300 millis")
    yield* Effect.forkChild(
      Effect.forever(Effect.andThen(alignedSleep("1 second"), noting(second)))
    )
    yield* TestClock.adjust("450 millis")
    yield* Effect.forkChild(Effect.repeat(noting(slow), alignedSchedule("2 seconds")))
    yield* TestClock.adjust("5500 millis")
    assert.deepStrictEqual(first, [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000])
    assert.deepStrictEqual(second, [1_000, 2_000, 3_000, 4_000, 5_000, 6_000])
    assert.deepStrictEqual(slow, [750, 2_000, 4_000, 6_000])
  })

  it.effect("leave short waits as they are", function* () {
    const times: Array<number> = []
    yield* Effect.repeat(noting(times), alignedSchedule("2 seconds")).pipe(Effect.forkChild)
    yield* TestClock.adjust("130 millis")
    yield* Effect.forkChild(Effect.andThen(alignedSleep("100 millis"), noting(times)))
    yield* TestClock.adjust("200 millis")
    assert.deepStrictEqual(times, [0, 230])
  })

  it("wait a quarter longer or three quarters less at most, until a step", () => {
    fc.assert(
      fc.property(fc.integer({ min: 500, max: 60_000 }), fc.nat(10_000_000), (every, since) => {
        const wait = untilStep(every, since)
        assert.isAtLeast(wait, every / 4)
        assert.isBelow(wait, every * 1.25)
        assert.strictEqual((since + wait) % every, 0)
      })
    )
  })
})
