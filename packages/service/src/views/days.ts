/**
 * A projection: checks per account and UTC day, by result, and their cost. What counts as a check is
 * defined in billingEvents.ts. The demo stores no results, so its checks are not here.
 */
import { daysShown } from "@rcpt/api/Overview"
import type { Day, PeriodSums } from "@rcpt/api/Overview"
import { noRows, Tally } from "@rcpt/domain/Job"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../platform/decodeRows.ts"
import { awaitAccount } from "./awaitAccount.ts"
import type { ViewReader } from "./awaitAccount.ts"
import { billingOf } from "./billingEvents.ts"
import { dateOf, dayMillis } from "./dateOf.ts"
import { sumsView } from "./View.ts"

const name = "days"

export const days = sumsView({
  name,
  says: "The results of each day are those of its events.",
  sums: {
    table: "account_day",
    period: "day",
    of: [],
    columns: ["valid", "risky", "invalid", "unknown", "spent"]
  },
  addedBy: (event) => {
    const billing = billingOf(event)
    if (billing === undefined) return []
    const { account, spent, checks } = billing
    const { valid, risky, invalid, unknown } = checks?.tally ?? noRows
    const sums = { valid, risky, invalid, unknown, spent }
    const isNothing = Object.values(sums).every((count) => count === 0)
    return isNothing ? [] : [{ account, date: dateOf(event.atMicros / 1_000), ...sums }]
  }
})

const DayRow = Schema.Struct({ date: Schema.String, ...Tally.fields, spent: Int8 })
type DayRow = typeof DayRow.Type
const decodeDays = decodeRows(DayRow)

interface Days {
  readonly days: ReadonlyArray<Day>
  /** The sums of as many days before them. */
  readonly before: PeriodSums
  readonly spentThisMonth: number
}

const shown = (date: string, row: DayRow | undefined): Day => {
  const { valid, risky, invalid, unknown, spent } = row ?? { ...noRows, spent: 0 }
  return { date, valid, risky, invalid, unknown, credits_spent: spent }
}

const nothing: PeriodSums = { ...noRows, credits_spent: 0 }

const plus = (sums: PeriodSums, { valid, risky, invalid, unknown, spent }: DayRow): PeriodSums => ({
  valid: sums.valid + valid,
  risky: sums.risky + risky,
  invalid: sums.invalid + invalid,
  unknown: sums.unknown + unknown,
  credits_spent: sums.credits_spent + spent
})

/** The last `daysShown` days with today, oldest first. Waits for the projection (`awaitView`). */
export const daysOf = (account: string): Effect.Effect<Days, never, ViewReader> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* awaitAccount(days, account)
    const now = DateTime.toEpochMillis(yield* DateTime.now)
    const dates = Array.from({ length: daysShown }, (_, at) =>
      dateOf(now - (daysShown - 1 - at) * dayMillis)
    )
    const month = dateOf(now).slice(0, "2026-11".length)
    // Twice as many days as are shown reach back beyond the first of any month.
    const first = dateOf(now - (2 * daysShown - 1) * dayMillis)
    const rows = yield* sql`
      select day::text as date, valid, risky, invalid, unknown, spent from account_day
      where account_id = ${account} and day >= ${first}::date
        and generation = (select generation from es.projection where name = ${name} and live)`.pipe(
      decodeDays
    )
    const byDate = new Map(rows.map((row) => [row.date, row]))
    return {
      days: dates.map((date) => shown(date, byDate.get(date))),
      before: rows.filter(({ date }) => date < dates[0]!).reduce(plus, nothing),
      spentThisMonth: rows
        .filter(({ date }) => date.startsWith(month))
        .reduce((sum, { spent }) => sum + spent, 0)
    }
  }).pipe(Effect.orDie)
