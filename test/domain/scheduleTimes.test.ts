import { nextTime, readEvery } from "@rcpt/domain/scheduleTimes"
import { Result } from "effect"

import { assert, describe, it } from "../support/vitest.ts"

const at = (text: string): number => Date.parse(text)

/** All times of 2026, one after the other. */
const yearOf = (every: string, timeZone: string): ReadonlyArray<string> => {
  const times: Array<string> = []
  const [begin, end] = [at("2025-12-31T23:59:59Z"), at("2027-01-01T00:00:00Z")]
  for (let now = begin; ;) {
    const next = nextTime({ every, timeZone }, now, begin)
    assert.isAbove(next, now)
    if (next >= end) return times
    times.push(new Date(next).toISOString())
    now = next
  }
}

const around = (times: ReadonlyArray<string>, day: string) =>
  times.filter((time) => time.startsWith(day))

describe("The times of a schedule", () => {
  for (const zone of ["Europe/Berlin", "Australia/Lord_Howe"])
    it(`have one run a day in a year of ${zone}, at any time of night`, () => {
      for (const every of ["30 1 * * *", "15 2 * * *"])
        assert.approximately(yearOf(every, zone).length, 365, 1, every)
    })

  it("have a run at a time that is left out, and one at a time that comes twice", () => {
    const times = yearOf("30 2 * * *", "Europe/Berlin")
    assert.deepStrictEqual(around(times, "2026-03-29"), ["2026-03-29T01:30:00.000Z"])
    assert.deepStrictEqual(around(times, "2026-10-25"), ["2026-10-25T00:30:00.000Z"])
  })

  it("of an interval are counted from its beginning, however late a run was", () => {
    const times = { every: "12h", timeZone: "UTC" }
    const begun = at("2026-01-01T06:00:00Z")
    const next = nextTime(times, at("2026-01-09T07:13:00Z"), begun)
    assert.strictEqual(new Date(next).toISOString(), "2026-01-09T18:00:00.000Z")
  })

  it("are refused where they come too often or never", () => {
    for (const text of ["14m", "367d", "*/10 * * * *", "0 0 30 2 *", "0 0 3 * * *", "often", ""])
      assert.isTrue(Result.isFailure(readEvery(text)), text)
    for (const text of ["15m", "366d", "*/15 * * * *", "0 0 29 2 *", "0 9 * * MON-FRI"])
      assert.isTrue(Result.isSuccess(readEvery(text)), text)
  })
})
