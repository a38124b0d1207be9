/** The lines of a statement have every entry once, whatever came in the month. */
import type { LedgerEntry } from "@rcpt/api/Ledger"
import { ownLinesMax } from "@rcpt/api/LedgerStatement"
import { isWhole, makeStatementLines } from "@rcpt/service/views/ledger/statement/Statements"
import * as fc from "fast-check"

import { assert, describe, it } from "../../../support/vitest.ts"

type Part = Pick<LedgerEntry, "type" | "credits" | "change" | "for" | "reason"> & {
  readonly day: number
}

const jobs = ["019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c10", "019b4c52-3a7e-7c1f-9d0b-5e6f7a8b9c11"]

const purpose = fc.oneof(
  fc.record({
    kind: fc.constantFrom("verification" as const, "batch" as const),
    mode: fc.constantFrom("fast" as const, "deep" as const)
  }),
  fc.record({
    kind: fc.constant("job" as const),
    mode: fc.constant("deep" as const),
    job: fc.constantFrom(...jobs)
  })
)

const signs = { grant: 1, hold: -1, charge: 0, refund: 1 } as const

const part: fc.Arbitrary<Part> = fc
  .record({
    type: fc.constantFrom("grant", "hold", "charge", "refund"),
    credits: fc.integer({ min: 1, max: 1_000 }),
    for: purpose,
    day: fc.integer({ min: 1, max: 28 })
  })
  .map(({ type, credits, for: what, day }) => ({
    day,
    type,
    credits,
    change: signs[type] * credits || 0,
    ...(type === "grant" ? { reason: "top-up" } : { for: what })
  }))

/** Newest first, as pages of the ledger are. */
const entriesOf = (parts: ReadonlyArray<Part>): ReadonlyArray<LedgerEntry> =>
  parts
    .toSorted((one, other) => other.day - one.day)
    .map(({ day, ...entry }, index) => ({
      id: `${parts.length - index}-1`,
      balance: 0,
      created_at: `2026-01-${String(day).padStart(2, "0")}T12:00:00.000Z`,
      ...entry
    }))

const linesOf = (entries: ReadonlyArray<LedgerEntry>) => {
  const { add, lines } = makeStatementLines()
  for (let at = 0; at < entries.length; at += 3) add(entries.slice(at, at + 3))
  return lines()
}

const sumOf = (parts: ReadonlyArray<Part>, type: Part["type"]) =>
  parts.filter((one) => one.type === type).reduce((sum, { credits }) => sum + credits, 0)

describe("The lines of a statement", () => {
  it("have each entry once: their sums are those of the entries, oldest day first", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const lines = linesOf(entriesOf(parts))
        const balance = parts.reduce((sum, { change }) => sum + change, 0)
        const totals = {
          held: sumOf(parts, "hold"),
          charged: sumOf(parts, "charge"),
          refunded: sumOf(parts, "refund"),
          balance_before: 7,
          balance_after: 7 + balance
        }
        assert.isTrue(isWhole(lines, totals))
        assert.isFalse(isWhole(lines, { ...totals, held: totals.held + 1 }))
        assert.isFalse(isWhole(lines, { ...totals, balance_before: 6 }))
        assert.strictEqual(
          lines.reduce((sum, { entries }) => sum + entries, 0),
          parts.length
        )
        const dates = lines.map(({ date }) => date)
        assert.deepStrictEqual(dates, dates.toSorted())
      })
    )
  })

  it("have one line for a job over all its days, and one a day and mode for single checks", () => {
    const check = { kind: "verification", mode: "fast" } as const
    const job = { kind: "job", mode: "deep", job: jobs[0]! } as const
    const lines = linesOf(
      entriesOf([
        { type: "hold", credits: 1, change: -1, for: check, day: 1 },
        { type: "charge", credits: 1, change: 0, for: check, day: 1 },
        { type: "hold", credits: 50, change: -50, for: job, day: 2 },
        { type: "charge", credits: 30, change: 0, for: job, day: 3 },
        { type: "refund", credits: 20, change: 20, for: job, day: 4 },
        { type: "hold", credits: 1, change: -1, for: check, day: 4 }
      ])
    )
    const single = { what: "verification", mode: "fast", refunded: 0 } as const
    assert.deepStrictEqual(lines, [
      { date: "2026-01-01", ...single, entries: 2, held: 1, charged: 1, change: -1 },
      {
        date: "2026-01-02",
        what: "job",
        mode: "deep",
        job: jobs[0]!,
        entries: 3,
        held: 50,
        charged: 30,
        refunded: 20,
        change: -30
      },
      { date: "2026-01-04", ...single, entries: 1, held: 1, charged: 0, change: -1 }
    ])
  })

  it(`have one line a day for jobs where there are more than ${ownLinesMax}`, () => {
    const manyJobs = (count: number) =>
      entriesOf(
        Array.from({ length: count }, (_, index) => ({
          type: "hold",
          credits: 2,
          change: -2,
          for: { kind: "job", mode: "deep", job: String(index) },
          day: 1 + (index % 3)
        }))
      )
    assert.lengthOf(linesOf(manyJobs(ownLinesMax)), ownLinesMax)
    const lines = linesOf(manyJobs(ownLinesMax + 1))
    assert.deepStrictEqual(
      lines.map(({ job, entries }) => [job, entries]),
      [167, 167, 167].map((entries) => [undefined, entries])
    )
  })
})
