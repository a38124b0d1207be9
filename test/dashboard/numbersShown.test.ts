/** Numbers that are not learnt are not shown: times, and shares that would be rounded to none or to all. */
import type { BulkJob } from "@rcpt/api/Jobs"
import fc from "fast-check"
import { assert, describe, it } from "vitest"

import { expectedSeconds } from "../../packages/dashboard/src/bulk/expectedSeconds.ts"
import { outlookOf, samplesMax } from "../../packages/dashboard/src/job/outlook.ts"
import { shareText } from "../../packages/dashboard/src/words/shares.ts"

describe("A share", () => {
  const shares = [
    [580, 2_000, "29%"],
    [5, 2_000, "under 1%"],
    [534, 2_000, "27%"],
    [0, 2_000, "0%"],
    [2_000, 2_000, "100%"],
    [1_999, 2_000, "over 99%"],
    [1, 100, "1%"],
    [0, 0, "0%"]
  ] as const
  for (const [part, all, text] of shares)
    it(`${part} of ${all} is ${text}`, () => assert.strictEqual(shareText(part, all), text))

  it("is 0% of none alone, and 100% of all alone", () => {
    const counts = fc.tuple(fc.nat(3_000), fc.integer({ min: 1, max: 3_000 }))
    fc.assert(
      fc.property(counts, ([part, all]) => {
        fc.pre(part <= all)
        assert.strictEqual(shareText(part, all) === "0%", part === 0)
        assert.strictEqual(shareText(part, all) === "100%", part === all)
      })
    )
  })
})

const now = Date.parse("2026-11-29T14:00:00Z")
const at = "2026-11-29T14:32:00.000Z"
const steady = Array.from({ length: samplesMax }, (_, n) => 500 + n * 10)
const seen = (
  mode: "fast" | "deep",
  done: number,
  samples: ReadonlyArray<number>,
  waiting?: { rows: number; addresses: number; at?: string }
) =>
  outlookOf({
    job: { mode, total_rows: 1_000, processed_rows: done },
    facets: {
      processed_rows: done,
      waiting_addresses: waiting?.addresses ?? 0,
      ...(waiting && { waiting_rows: waiting.rows }),
      ...(waiting?.at && { next_retry_at: waiting.at })
    },
    samples,
    now
  })

describe("The outlook of a running list", () => {
  it("is a time where the pace is steady, in fast mode", () => {
    assert.deepStrictEqual(seen("fast", 690, steady), {
      is: "running",
      perSecond: 10,
      secondsLeft: 31
    })
  })

  it("is no time in deep mode, and not while the pace changes or is new", () => {
    const slowing = [0, 100, 200, 300, 400, 500, 510, 520, 530, 540, 550]
    for (const [mode, samples] of [
      ["deep", steady],
      ["fast", slowing],
      ["fast", steady.slice(0, 5)]
    ] as const) {
      const outlook = seen(mode, samples.at(-1)!, samples)
      assert.strictEqual(outlook.is, "running")
      assert.notProperty(outlook, "secondsLeft")
    }
  })

  it("is the time of the slowest mail servers in deep mode, also while nothing comes back", () => {
    const job = { mode: "deep", total_rows: 1_000, processed_rows: 700 } as const
    const expected_time = { seconds: 90, mail_servers: "gmx", rows: 225 }
    const facets = { processed_rows: 700, waiting_addresses: 0, expected_time }
    const outlook = (samples: ReadonlyArray<number>) => outlookOf({ job, facets, samples, now })
    assert.deepInclude(outlook(steady), { is: "running", secondsLeft: 90 })
    assert.deepStrictEqual(outlook(Array.from({ length: 9 }, () => 700)), {
      is: "idle",
      secondsLeft: 90
    })
  })

  it("names what waits and until when, also right after a reload", () => {
    const waiting = { rows: 3, addresses: 2, at }
    const expected = { is: "waiting", addresses: 2, until: at } as const
    assert.deepStrictEqual(seen("deep", 997, [], waiting), expected)
    // A pace of the rows before says nothing of those that wait.
    assert.deepStrictEqual(seen("deep", 997, [990, 993, 995, 997], waiting), expected)
  })

  it("says that the wait is over once it is", () => {
    const over = { rows: 1, addresses: 1, at: "2026-11-29T13:59:59.000Z" }
    for (const waiting of [over, { rows: 1, addresses: 1 }])
      assert.deepStrictEqual(seen("deep", 999, [], waiting), { is: "waiting", addresses: 1 })
  })

  it("is tomorrow where all that is left waits for the share of a new address", () => {
    const facets = {
      processed_rows: 900,
      waiting_addresses: 10,
      waiting_rows: 10,
      capped_rows: 90,
      capped_until: at
    }
    const job = { mode: "deep", total_rows: 1_000, processed_rows: 900 } as const
    const outlook = (capped_rows: number) =>
      outlookOf({ job, facets: { ...facets, capped_rows }, samples: [], now })
    assert.deepStrictEqual(outlook(90), { is: "capped", rows: 90, until: at })
    assert.strictEqual(outlook(80).is, "checking")
  })

  it("is that of the other rows while there are some", () => {
    const waiting = { rows: 100, addresses: 100, at }
    assert.deepStrictEqual(seen("deep", 700, [], waiting), { is: "checking", rows: 200 })
    assert.strictEqual(seen("deep", 690, steady, waiting).is, "running")
    assert.deepStrictEqual(
      seen(
        "deep",
        700,
        Array.from({ length: 9 }, () => 700),
        waiting
      ),
      {
        is: "idle"
      }
    )
  })

  it("is that rows are checked while nothing is known", () => {
    const job = { mode: "fast", total_rows: 9, processed_rows: 4 } as const
    const outlook = outlookOf({ job, facets: undefined, samples: [], now })
    assert.deepStrictEqual(outlook, { is: "checking", rows: 5 })
  })
})

const took = (rows: number, seconds: number, more: Partial<BulkJob> = {}): BulkJob => ({
  id: "a",
  filename: "list.csv",
  total_rows: rows,
  processed_rows: rows,
  valid_count: rows,
  invalid_count: 0,
  risky_count: 0,
  unknown_count: 0,
  status: "complete",
  mode: "fast",
  credits_reserved: rows,
  credits_charged: rows,
  started_at: new Date(now).toISOString(),
  completed_at: new Date(now + seconds * 1_000).toISOString(),
  created_at: new Date(now).toISOString(),
  ...more
})

describe("The expected time of a list", () => {
  const fast = { mode: "fast", total_rows: 2_000 } as const

  it("is that of lists of its size, by its rows", () =>
    assert.strictEqual(expectedSeconds(fast, [took(1_000, 10), took(4_000, 40)]), 20))

  const unknown = [
    ["there was no list", fast, []],
    ["there was one alone", fast, [took(2_000, 20)]],
    ["the lists were much smaller", fast, [took(4, 300), took(4, 300)]],
    ["the lists do not agree", fast, [took(2_000, 10), took(2_000, 100)]],
    ["the lists were deep", fast, [took(2_000, 10, { mode: "deep" }), took(2_000, 10)]],
    ["the lists were cancelled", fast, [took(2_000, 10, { status: "cancelled" }), took(2_000, 9)]],
    ["it is deep", { mode: "deep", total_rows: 2_000 }, [took(2_000, 10), took(2_000, 10)]]
  ] as const
  for (const [why, price, jobs] of unknown)
    it(`is not known where ${why}`, () => assert.isUndefined(expectedSeconds(price, jobs)))
})
