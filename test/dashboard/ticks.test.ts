/** Scales of the charts: round whole numbers, few lines, and little room above the highest bar. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"

import { comparisonText, periodOf } from "../../packages/dashboard/src/overview/days.ts"
import { ticksUpTo } from "../../packages/dashboard/src/parts/Bar.ts"

describe("The scale of a chart", () => {
  it("has round numbers", () => {
    assert.deepStrictEqual(ticksUpTo(0), [2, 1, 0])
    assert.deepStrictEqual(ticksUpTo(3), [3, 2, 1, 0])
    assert.deepStrictEqual(ticksUpTo(7), [8, 6, 4, 2, 0])
    assert.deepStrictEqual(ticksUpTo(230), [250, 200, 150, 100, 50, 0])
    assert.deepStrictEqual(ticksUpTo(1_204), [1_250, 1_000, 750, 500, 250, 0])
  })

  it("has whole numbers at equal distances, at most five lines, and is not twice as high", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1_000_000_000 }), (highest) => {
        const ticks = ticksUpTo(highest)
        const [top = 0, next = 0] = ticks
        assert.isTrue(ticks.every(Number.isInteger))
        assert.isAtMost(ticks.length, 6)
        assert.strictEqual(ticks.at(-1), 0)
        assert.isTrue(top >= highest && top < 2 * highest + 1, `${top} for ${highest}`)
        for (const [at, tick] of ticks.entries()) assert.strictEqual(tick, top - at * (top - next))
      })
    )
  })
})

const nothing = { valid: 0, risky: 0, invalid: 0, unknown: 0, credits_spent: 0 }

/** Thirty days, of which those counted back from today have this many checks. */
const daysWith = (checks: Readonly<Record<number, number>>) =>
  Array.from({ length: 30 }, (_, at) => {
    const date = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
    return { date, ...nothing, valid: checks[29 - at] ?? 0 }
  })

describe("The period of the overview", () => {
  it("is a week for a new account, with the numbers of its only day", () => {
    const days = daysWith({ 0: 4 })
    const period = periodOf(days, nothing)
    assert.lengthOf(period.days, 7)
    assert.strictEqual(period.only, days.at(-1))
    assert.isUndefined(comparisonText(period))
    assert.isUndefined(periodOf(daysWith({ 0: 4, 3: 1 }), nothing).only)
  })

  it("is thirty days once there are older checks, compared with the thirty before", () => {
    assert.lengthOf(periodOf(daysWith({ 0: 4, 12: 1 }), nothing).days, 30)
    const compared = (now: number, before: number) =>
      comparisonText(periodOf(daysWith({ 0: now }), { ...nothing, valid: before }))
    assert.strictEqual(compared(112, 100), "12% more than in the 30 days before (100).")
    assert.strictEqual(compared(50, 1_000), "95% fewer than in the 30 days before (1,000).")
    assert.strictEqual(compared(7, 7), "As many as in the 30 days before.")
    assert.strictEqual(compared(1_001, 1_000), "Slightly more than in the 30 days before (1,000).")
  })
})
