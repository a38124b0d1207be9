/**
 * A projection: checks per account and calendar month (UTC). What counts as a check, and its origin, is
 * defined in billingEvents.ts.
 */
import type { Usage } from "@rcpt/api/Account"
import type { StoredEvent } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"
import { awaitAccount } from "./awaitAccount.ts"
import type { ViewReader } from "./awaitAccount.ts"
import { billingOf } from "./billingEvents.ts"
import type { BillingEvent, CheckOrigin } from "./billingEvents.ts"
import { monthOf } from "./ledger/Entry.ts"
import { outcomesOf } from "./outcomes.ts"

const name = "usage"

interface CountedChecks {
  readonly account: string
  /** First day of the month, `2026-11-01`. */
  readonly month: string
  readonly origin: CheckOrigin
  readonly count: number
}

const checksIn = (
  { account, checks }: BillingEvent,
  atMicros: number
): CountedChecks | undefined => {
  if (checks === undefined) return undefined
  const { origin, count, month = monthOf(atMicros) } = checks
  return { account, month, origin, count }
}

const checksOf = (event: StoredEvent): ReadonlyArray<CountedChecks> => {
  const billing = billingOf(event)
  const checks = billing && checksIn(billing, event.atMicros)
  return checks === undefined ? [] : [checks]
}

export const usage: Projection = {
  name,
  apply: (generation, commits) =>
    Effect.gen(function* () {
      const checks = commits.flatMap(({ events }) => events.flatMap(checksOf))
      if (checks.length === 0) return
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        insert into usage_month (generation, account_id, month, single, api, public, bulk)
        select ${generation}, account, month,
          coalesce(sum(count) filter (where origin = 'single'), 0),
          coalesce(sum(count) filter (where origin = 'api'), 0),
          coalesce(sum(count) filter (where origin = 'public'), 0),
          coalesce(sum(count) filter (where origin = 'bulk'), 0)
        from unnest(${checks.map((c) => c.account)}::uuid[], ${checks.map((c) => c.month)}::date[],
          ${checks.map((c) => c.origin)}::text[], ${checks.map((c) => c.count)}::int[])
          as checked (account, month, origin, count)
        group by account, month
        on conflict (generation, account_id, month) do update set
          single = usage_month.single + excluded.single,
          api = usage_month.api + excluded.api,
          public = usage_month.public + excluded.public,
          bulk = usage_month.bulk + excluded.bulk`
    }),
  drop: (generation) =>
    SqlClient.SqlClient.use(
      (sql) => sql`delete from usage_month where generation = ${generation}`
    ).pipe(Effect.asVoid)
}

type Counts = Readonly<Record<CheckOrigin, number>>

const count = Schema.Int

/** `months`: since the year 0. */
const decodeMonths = decodeRows(
  Schema.Struct({ months: Schema.Int, single: count, bulk: count, api: count, public: count })
)

const none: Counts = { single: 0, bulk: 0, api: 0, public: 0 }

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
