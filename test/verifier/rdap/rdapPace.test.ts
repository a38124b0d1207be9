/** How often a registry is asked, and when it is not. */
import {
  failurePause,
  failuresMax,
  pauseDefault,
  pauseMax,
  queueWaitMax
} from "@rcpt/verifier/rdap/limits"
import { Pace, retryAfter } from "@rcpt/verifier/rdap/RegistrySource"
import { Duration } from "effect"
import * as fc from "fast-check"

import { assert, describe, it } from "../../support/vitest.ts"

const second = 1_000
const make = () => new Pace({ every: Duration.seconds(1), burst: 3 })

/** Far from 0, which could be confused with "never". */
const start = Date.UTC(2026, 0, 1)

const reserve = (pace: Pace, count: number, now = start) =>
  Array.from({ length: count }, () => pace.reserve(now)).map((at) => at && at - now)

describe("The pace of a registry", () => {
  it("allows a burst at once, then one query a second", () =>
    assert.deepStrictEqual(reserve(make(), 6), [0, 0, 0, second, 2 * second, 3 * second]))

  it("fills up again while there are no queries", () => {
    const pace = make()
    reserve(pace, 4)
    assert.deepStrictEqual(reserve(pace, 3, start + 2 * second), [0, second, 2 * second])
    assert.deepStrictEqual(reserve(pace, 4, start + 60 * second), [0, 0, 0, second])
  })

  it("refuses a query that would wait too long, and counts no such query", () => {
    const pace = make()
    const longest = Duration.toSeconds(queueWaitMax)
    const times = reserve(pace, longest + 10)
    assert.strictEqual(times.at(longest + 2), longest * second)
    assert.deepStrictEqual(
      times.slice(longest + 3),
      Array.from({ length: 7 }, () => undefined)
    )
    assert.deepStrictEqual(reserve(pace, 1, start + second), [longest * second])
  })

  it("never allows more queries than its bucket holds, in any period", () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 60 }), (gaps) => {
        const pace = make()
        let now = start
        const times = gaps.map((gap) => pace.reserve((now += gap)) ?? 0).toSorted((a, b) => a - b)
        return times.every((at, index) =>
          times.slice(index).every((later, extra) => later - at >= (extra + 1 - 3) * second)
        )
      })
    ))

  const refusals = [
    ["as long as the registry says", Duration.seconds(7), Duration.seconds(7)],
    ["for a while when it does not say", undefined, pauseDefault],
    ["at most an hour", Duration.days(2), pauseMax]
  ] as const
  for (const [title, wait, pause] of refusals)
    it(`pauses ${title}`, () => {
      const pace = make()
      pace.refused(start, wait)
      assert.isUndefined(pace.reserve(start + Duration.toMillis(pause) - 1))
      assert.isDefined(pace.reserve(start + Duration.toMillis(pause)))
    })

  it("does not shorten a pause for a refusal that names a shorter one", () => {
    const pace = make()
    pace.refused(start, Duration.minutes(30))
    pace.refused(start + second, undefined)
    assert.isTrue(pace.isPaused(start + Duration.toMillis(Duration.minutes(30)) - 1))
  })

  it("pauses after failures in a row, which an answer between them resets", () => {
    const pace = make()
    const fail = (count: number) => {
      for (let failure = 0; failure < count; failure++) pace.failed(start)
    }
    fail(failuresMax - 1)
    pace.answered()
    fail(failuresMax - 1)
    assert.isFalse(pace.isPaused(start))
    fail(1)
    assert.isTrue(pace.isPaused(start + Duration.toMillis(failurePause) - 1))
    assert.isFalse(pace.isPaused(start + Duration.toMillis(failurePause)))
  })
})

describe("Retry-After", () => {
  const headers = [
    [undefined, undefined],
    ["120", 120 * second],
    ["0", 0],
    ["Thu, 01 Jan 2026 00:01:00 GMT", 60 * second],
    ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
    ["soon", undefined],
    ["", undefined]
  ] as const
  for (const [header, millis] of headers)
    it(`${JSON.stringify(header)} is ${millis === undefined ? "no time" : `${millis} ms`}`, () => {
      const wait = retryAfter(header, start)
      assert.strictEqual(wait && Duration.toMillis(wait), millis)
    })
})
