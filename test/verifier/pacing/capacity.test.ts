/** What is said of how long rows take, against simulated lists at simulated paces. */
import { assert, describe, it } from "@effect/vitest"
import { millisFor } from "@rcpt/verifier/pacing/capacity"
import {
  afterSignal,
  afterStart,
  freshPace,
  limitsOf,
  nextStartAt
} from "@rcpt/verifier/pacing/pace"
import { ordinaryPolicy } from "@rcpt/verifier/smtp/rules/probePolicies"
import * as fc from "fast-check"

import { signal, start } from "./paceSignals.ts"

interface List {
  readonly rows: number
  readonly recipientsMax: number
  readonly startsPerSecond: number
  /** The hosts ask to slow down at the first so many conversations. */
  readonly slowed: number
  readonly warms: boolean
}

/** Works a list off, and returns what was said of the rest at each conversation and when it really ended. */
const worked = ({ rows, recipientsMax, startsPerSecond, slowed, warms }: List) => {
  const policy = { ...ordinaryPolicy, recipientsMax, startsPerSecond }
  const warmsSince = warms ? Number.POSITIVE_INFINITY : undefined
  const limits = limitsOf(policy, {}, warmsSince)
  const said: Array<{ readonly at: number; readonly done: number; readonly millis: number }> = []
  let pace = freshPace(limits)
  let now = start
  for (let done = 0, n = 0; done < rows; done += recipientsMax, n += 1) {
    now = Math.max(now, nextStartAt(pace, limits, 0, now))
    said.push({
      at: now,
      done,
      millis: millisFor({ rows: rows - done, policy }, { pace, warmsSince }, now)
    })
    pace = afterStart(pace, limits, now)
    pace = afterSignal(pace, limits, signal(n < slowed ? "rateLimited" : "quiet", now), now)
  }
  return { said, end: now }
}

describe("The time that rows take", () => {
  it("is right within 25 % from a tenth of the rows on", () => {
    fc.assert(
      fc.property(
        fc.record({
          rows: fc.integer({ min: 2_000, max: 8_000 }),
          recipientsMax: fc.constantFrom(4, 5, 10),
          startsPerSecond: fc.constantFrom(0.5, 1),
          slowed: fc.integer({ min: 0, max: 3 }),
          warms: fc.boolean()
        }),
        (list) => {
          const { said, end } = worked(list)
          for (const { at, done, millis } of said) {
            if (done < list.rows / 10 || done > list.rows * 0.9) continue
            const whole = end - start
            assert.closeTo((at + millis - start) / whole, 1, 0.25)
          }
        }
      ),
      { numRuns: 8 }
    )
  })
})
