/**
 * A projection: checks per account and calendar month (UTC). What counts as a check, and its origin, is
 * defined in billingEvents.ts.
 */
import type { Usage } from "@rcpt/api/Account"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"
import { awaitAccount } from "./awaitAccount.ts"
import type { ViewReader } from "./awaitAccount.ts"
import { billingOf } from "./billingEvents.ts"
import type { CheckOrigin } from "./billingEvents.ts"
import { monthOf } from "./ledger/Entry.ts"
import { outcomesOf } from "./outcomes.ts"
import { sumsView } from "./View.ts"

const name = "usage"

type Counts = Readonly<Record<CheckOrigin, number>>

const none: Counts = { single: 0, bulk: 0, api: 0, public: 0 }

export const usage = sumsView({
  name,
  says: "The checks of each month are those of its events.",
  sums: {
    table: "usage_month",
    period: "month",
    of: [],
    columns: ["single", "bulk", "api", "public"]
  },
  addedBy: (event) => {
    const { account, checks } = billingOf(event) ?? {}
    if (account === undefined || checks === undefined) return []
    const { origin, count, month = monthOf(event.atMicros) } = checks
    return [{ account, date: month, ...none, [origin]: count }]
  }
})

const count = Schema.Int

/** `months`: since the year 0. */
const decodeMonths = decodeRows(
  Schema.Struct({ months: Schema.Int, single: count, bulk: count, api: count, public: count })
)

const toUsage = ({ single, bulk, api, public: open }: Counts = none, months: number): Usage => {
  return {
    year: Math.floor(months / 12),
    month: (months % 12) + 1,
    total_checks: single + bulk + api + open,
    single_checks: single,
    bulk_checks: bulk,
    api_checks: api,
    public_checks: open
  }
}

/** `2026-11` */
const monthName = ({ year, month }: Usage): string => `${year}-${String(month).padStart(2, "0")}`

/** The last `count` months with this one, newest first. Waits for the projection (`awaitView`). */
export const usageSince = (
  account: string,
  count: number
): Effect.Effect<ReadonlyArray<Usage>, never, ViewReader> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* awaitAccount(usage, account)
    const { year, month } = DateTime.toPartsUtc(yield* DateTime.now)
    const newest = year * 12 + month - 1
    const rows = yield* sql`
      select (extract(year from month) * 12 + extract(month from month) - 1)::int as months,
        single, bulk, api, public
      from usage_month
      where account_id = ${account}
        and month > make_date(${year}::int, ${month}::int, 1) - make_interval(months => ${count})
        and generation = (select generation from es.projection where name = ${name} and live)`.pipe(
      decodeMonths
    )
    const outcomes = yield* outcomesOf(account)
    return Array.from({ length: count }, (_, back) => {
      const usage = toUsage(
        rows.find(({ months }) => months === newest - back),
        newest - back
      )
      const feedback = outcomes.get(monthName(usage))
      return feedback === undefined ? usage : { ...usage, feedback }
    })
  }).pipe(Effect.orDie)

/** The usage of this month. */
export const usageOf = (account: string): Effect.Effect<Usage, never, ViewReader> =>
  Effect.map(usageSince(account, 1), ([now]) => now!)
