import { assert, describe, it } from "@effect/vitest"
import {
  failurePause,
  failuresMax,
  pauseDefault,
  pauseMax,
  turnWaitMax
} from "@rcpt/verifier/rdap/limits"
import { Pace, retryAfter } from "@rcpt/verifier/rdap/Pace"
import { Duration } from "effect"
import * as fc from "fast-check"

const second = 1_000
const make = () => new Pace({ every: Duration.seconds(1), burst: 3 })

/** Far from 0, which a bucket might take for "never". */
const start = Date.UTC(2026, 0, 1)

const turns = (pace: Pace, count: number, now = start) =>
  Array.from({ length: count }, () => pace.take(now)).map((at) => at && at - now)

describe("The pace of a registry", () => {
  it("gives a burst at once, then one turn a second", () =>
    assert.deepStrictEqual(turns(make(), 6), [0, 0, 0, second, 2 * second, 3 * second]))

  it("fills up again while nobody asks", () => {
    const pace = make()
    turns(pace, 4)
    assert.deepStrictEqual(turns(pace, 3, start + 2 * second), [0, second, 2 * second])
    assert.deepStrictEqual(turns(pace, 4, start + 60 * second), [0, 0, 0, second])
  })

  it("turns away who would wait too long, and then costs nobody a turn", () => {
    const pace = make()
    const longest = Duration.toSeconds(turnWaitMax)
    const given = turns(pace, longest + 10)
    assert.strictEqual(given.at(longest + 2), longest * second)
    assert.deepStrictEqual(
      given.slice(longest + 3),
      Array.from({ length: 7 }, () => undefined)
    )
    assert.deepStrictEqual(turns(pace, 1, start + second), [longest * second])
  })

  it("never gives more turns than its bucket allows in any stretch of time", () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 60 }), (gaps) => {
        const pace = make()
        let now = start
        const given = gaps.map((gap) => pace.take((now += gap)) ?? 0).toSorted((a, b) => a - b)
        return given.every((at, index) =>
          given.slice(index).every((later, extra) => later - at >= (extra + 1 - 3) * second)
        )
      })
    ))

  const refusals = [
    ["as long as the registry says", Duration.seconds(7), Duration.seconds(7)],
    ["for a while when it does not say", undefined, pauseDefault],
    ["at most an hour", Duration.days(2), pauseMax]
  ] as const
  for (const [says, wanted, pause] of refusals)
    it(`pauses ${says}`, () => {
      const pace = make()
      pace.refused(start, wanted)
      assert.isUndefined(pace.take(start + Duration.toMillis(pause) - 1))
      assert.isDefined(pace.take(start + Duration.toMillis(pause)))
    })

  it("pauses after failures in a row, and an answer between them starts the count anew", () => {
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
