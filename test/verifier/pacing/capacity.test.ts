/** What is said of how long rows take, against simulated lists at simulated paces. */
import { egressesFor, millisFor } from "@rcpt/verifier/pacing/capacity"
import {
  afterSignal,
  afterStart,
  freshPace,
  limitsOf,
  nextStartAt
} from "@rcpt/verifier/pacing/pace"
import { ordinaryPolicy } from "@rcpt/verifier/smtp/rules/probePolicies"
import * as fc from "fast-check"

import { scaled } from "../../support/scale.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { minute, signal, start } from "./paceSignals.ts"

interface List {
  readonly rows: number
  readonly recipientsMax: number
  readonly startsPerSecond: number
  /** The hosts ask to slow down at the first so many conversations. */
  readonly slowed: number
  /** Addresses of each later conversation about which they say something. */
  readonly answered: number
  readonly warms: boolean
  /** The minute of the day at which it begins: a new address has a share of each day. */
  readonly minuteOfDay: number
}

const beginOf = ({ minuteOfDay }: List): number => start + minuteOfDay * minute

/** Works a list off, and returns what was said of the rest at each conversation and when it really ended. */
const worked = (of: List) => {
  const { rows, recipientsMax, startsPerSecond, slowed, answered, warms } = of
  const policy = { ...ordinaryPolicy, recipientsMax, startsPerSecond }
  const warmsSince = warms ? Number.POSITIVE_INFINITY : undefined
  const limits = limitsOf(policy, {}, warmsSince)
  const said: Array<{ readonly at: number; readonly done: number; readonly millis: number }> = []
  let pace = freshPace(limits)
  let now = beginOf(of)
  for (let done = 0, n = 0; done < rows; done += recipientsMax, n += 1) {
    now = Math.max(now, nextStartAt(pace, limits, 0, now))
    said.push({
      at: now,
      done,
      millis: millisFor({ rows: rows - done, policy }, { pace, warmsSince }, now)
    })
    pace = afterStart(pace, limits, now)
    const isSlowed = n < slowed
    const results = isSlowed ? 1 : Math.min(answered, recipientsMax)
    for (let result = 0; result < results; result += 1) {
      const one = signal(isSlowed ? "rateLimited" : "quiet", now)
      pace = afterSignal(pace, limits, { ...one, isFirst: result === 0 }, now)
    }
  }
  return { said, end: now }
}

const list = fc.record({
  rows: fc.integer({ min: 2_000, max: 8_000 }),
  recipientsMax: fc.constantFrom(4, 5, 10),
  startsPerSecond: fc.constantFrom(0.5, 1),
  slowed: fc.integer({ min: 0, max: 3 }),
  answered: fc.integer({ min: 1, max: 10 }),
  warms: fc.boolean(),
  minuteOfDay: fc.integer({ min: 0, max: 24 * 60 - 1 })
})

const isRight = (of: List): void => {
  const { said, end } = worked(of)
  for (const { at, done, millis } of said) {
    if (done < of.rows / 10 || done > of.rows * 0.9) continue
    const whole = end - beginOf(of)
    assert.closeTo((at + millis - beginOf(of)) / whole, 1, 0.25)
  }
}

describe("The time that rows take", () => {
  it("is right within 25 % from a tenth of the rows on", () => {
    fc.assert(fc.property(list, isRight), { numRuns: 8 })
  })

  it("counts that a new address stays at its share after a day with too many refusals", () => {
    const twice: Omit<List, "answered"> = {
      rows: 2_001,
      recipientsMax: 10,
      startsPerSecond: 0.5,
      slowed: 2,
      warms: true,
      minuteOfDay: 0
    }
    // Two of 50 results are above the share of a good day, two of 482 are not.
    isRight({ ...twice, answered: 1 })
    isRight({ ...twice, answered: 10 })
  })

  it("counts that greylisted rows are asked again after all others", () => {
    const wait = 6 * minute
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 8_000 }),
        fc.constantFrom(0, 0.3, 1),
        (rows, greylisted) => {
          const policy = { ...ordinaryPolicy, recipientsMax: 10, startsPerSecond: 1 }
          const due: Array<number> = []
          const said: Array<number> = []
          let [now, left] = [start, rows]
          for (; left > 0 || due.length > 0; now += 1_000) {
            if (left === 0) now = Math.max(now, due[0]!)
            const load = {
              rows: left,
              policy,
              greylisted: left === 0 ? 0 : greylisted,
              putOff: due.length,
              putOffFor: due.length === 0 ? 0 : due.at(-1)! - now
            }
            if (left < rows * 0.9) said.push(now + millisFor(load, {}, now))
            const asked = Math.min(left, policy.recipientsMax)
            const again = Math.round(asked * greylisted)
            if (asked > 0) due.push(...Array.from({ length: again }, () => now + wait))
            else due.splice(0, due.filter((at, n) => at <= now && n < policy.recipientsMax).length)
            left -= asked
          }
          for (const end of said) assert.closeTo((end - start) / (now - start), 1, 0.25)
        }
      ),
      { numRuns: 8 }
    )
  })
})

/** A whole list: each provider is a queue of its own, and the slowest one is said. */
const isRightInAll = (lists: ReadonlyArray<List>): void => {
  const { minuteOfDay } = lists[0]!
  const queues = lists.map((of) => ({ of, ...worked({ ...of, minuteOfDay }) }))
  const begin = beginOf(lists[0]!)
  const end = Math.max(...queues.map((queue) => queue.end))
  const total = lists.reduce((sum, { rows }) => sum + rows, 0)
  for (let at = begin; at < end; at += (end - begin) / 100) {
    const now = queues.map(({ of, said }) => {
      const last = said.findLast((one) => one.at <= at)!
      const isOver = said.at(-1) === last
      return { done: isOver ? of.rows : last.done, end: isOver ? 0 : last.at + last.millis }
    })
    const done = now.reduce((sum, one) => sum + one.done, 0)
    if (done < total / 10 || done > total * 0.9) continue
    const said = Math.max(...now.map((one) => one.end))
    assert.closeTo((said - begin) / (end - begin), 1, 0.25)
  }
}

describe("The time that a list of several providers takes", () => {
  it("is right within 25 % from a tenth of its rows on", () => {
    fc.assert(fc.property(fc.array(list, { minLength: 2, maxLength: 5 }), isRightInAll), {
      numRuns: scaled("CAPACITY_RUNS", { usual: 4, long: 200 })
    })
  })
})

describe("The number of egresses that a time needs", () => {
  // 10 rows in each conversation, one of which begins each second.
  const policy = { ...ordinaryPolicy, recipientsMax: 10, startsPerSecond: 1 }
  const hour = 60 * minute
  const needs = (rows: number, ofLargestDomain: number, millis: number, fixed = {}) =>
    egressesFor({ rows, policy }, ofLargestDomain, fixed, millis)

  it("is the least with which the busiest one ends in time", () => {
    assert.strictEqual(needs(36_000, 100, hour), 1)
    assert.strictEqual(needs(36_001, 100, hour), 2)
    assert.strictEqual(needs(72_000, 18_000, hour), 3)
    assert.strictEqual(needs(72_000, 18_000, hour, { startsPerSecond: 2 }), 1)
  })

  it("does not exist where one domain alone takes longer: it keeps one egress", () => {
    assert.isUndefined(needs(36_001, 36_001, hour))
    assert.isUndefined(needs(50_000, 36_001, hour))
    assert.strictEqual(needs(36_000, 36_000, hour), 1)
  })

  it("counts that greylisted rows are asked twice", () => {
    const load = { rows: 36_000, policy, greylisted: 1 }
    assert.strictEqual(egressesFor(load, 100, {}, 2 * hour), 1)
    assert.strictEqual(egressesFor(load, 100, {}, hour), 3)
  })
})
