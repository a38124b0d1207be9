/**
 * What paces and deadlines go by while somebody sets the clock of the machine: `Service` tests of stepped
 * clocks are in test/chaos.
 */
import { slewedMax, slewMax, steadyTime, withSteadyClock } from "@rcpt/service/platform/steadyClock"
import { Clock, Duration, Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const slewed = Duration.toMillis(slewedMax)
const day = 86_400_000

/** A machine whose clock can be set. */
const machine = () => {
  let wall = Date.UTC(2026, 10, 23)
  let monotonic = 5_000
  return {
    sources: { wall: () => wall, monotonic: () => monotonic },
    wall: () => wall,
    passes: (millis: number) => {
      wall += millis
      monotonic += millis
    },
    isSet: (millis: number) => (wall += millis),
    sleeps: (millis: number) => (wall += millis)
  }
}

describe("the clock of a process", () => {
  it("is the system's, as long as nobody sets that", () => {
    const { sources, wall, passes } = machine()
    const time = steadyTime(sources)
    for (const millis of [0, 1, 250, day]) {
      passes(millis)
      expect(time()).toBe(wall())
    }
  })

  it("goes on slower when the system's is set back, until they agree again", () => {
    const { sources, wall, passes, isSet } = machine()
    const time = steadyTime(sources)
    const before = time()
    isSet(-30_000)
    passes(1_000)
    expect(time()).toBeCloseTo(before + 900, 3)
    passes(30_000 / slewMax)
    expect(time()).toBe(wall())
  })

  it("goes on faster when the system's is set forward, until they agree again", () => {
    const { sources, wall, passes, isSet } = machine()
    const time = steadyTime(sources)
    const before = time()
    isSet(30_000)
    passes(1_000)
    expect(time()).toBeCloseTo(before + 1_100, 3)
    passes(30_000 / slewMax)
    expect(time()).toBe(wall())
  })

  it("is right at once after the machine has slept", () => {
    const { sources, wall, sleeps } = machine()
    const time = steadyTime(sources)
    sleeps(8 * 3_600_000)
    expect(time()).toBe(wall())
  })

  it("never makes a wait a tenth longer or shorter, whatever steps there are below a minute", () => {
    const step = fc.record({
      passes: fc.integer({ min: 0, max: 60_000 }),
      set: fc.integer({ min: -slewed / 20, max: slewed / 20 })
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) => {
        const { sources, passes, isSet } = machine()
        const time = steadyTime(sources)
        for (const { passes: millis, set } of steps) {
          const before = time()
          isSet(set)
          passes(millis)
          const elapsed = time() - before
          expect(elapsed).toBeGreaterThanOrEqual(millis * (1 - slewMax) - 0.01)
          expect(elapsed).toBeLessThanOrEqual(millis * (1 + slewMax) + 0.01)
        }
      })
    )
  })

  it("gives whole milliseconds, and nanoseconds that agree", async () => {
    const [millis, nanos] = await Effect.runPromise(
      withSteadyClock(Effect.all([Clock.currentTimeMillis, Clock.currentTimeNanos]))
    )
    expect(Number.isInteger(millis)).toBe(true)
    expect(Math.abs(Number(nanos / 1_000_000n) - millis)).toBeLessThan(1_000)
    expect(Math.abs(millis - Date.now())).toBeLessThan(1_000)
  })
})
