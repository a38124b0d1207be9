/**
 * Checks per account and calendar month (UTC): a projection of the ledger and of bulk jobs.
 *
 * A check counts when it was answered: charged, or refunded because the answer was `unknown`. Both
 * events carry a receipt, and it says through which door the check came. A row of a job counts when it
 * is settled. The sandbox counts nowhere. What the demo answers is counted by itself (demo/DemoChecks.ts).
 */
import type { Usage } from "@rcpt/api/Account"
import { Receipt } from "@rcpt/domain/Credits"
import { DemoEvent } from "@rcpt/domain/Demo"
import { awaitView } from "@rcpt/store/awaitView"
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { accountOf } from "../ledger/ledgerRows.ts"
import { monthOf } from "../ledgerView/Entry.ts"
import { streamsOf } from "./streamsOf.ts"

const name = "usage"

type Door = "single" | "api" | "public" | "bulk"

const doors: Readonly<Record<NonNullable<Receipt["via"]> | "key", Door>> = {
  key: "api",
  dashboard: "single",
  demo: "public"
}

interface Checks {
  readonly account: string
  /** First day of the month, `2026-11-01`. */
  readonly month: string
  readonly door: Door
  readonly count: number
}

const Checked = Schema.fromJsonString(Schema.Struct({ receipt: Schema.optionalKey(Receipt) }))
const decode = Schema.decodeSync(Checked)
const countedTypes: ReadonlySet<string> = new Set(["CreditsCharged", "CreditsRefunded"])

const Settled = Schema.fromJsonString(
  Schema.Struct({
    accountId: Schema.String,
    rows: Schema.Int,
    sandbox: Schema.optionalKey(Schema.Int)
  })
)
const decodeSettled = Schema.decodeSync(Settled)

const { accountId, month, checks } = DemoEvent.cases.DemoChecksCounted.fields
const Counted = Schema.fromJsonString(Schema.Struct({ accountId, month, checks }))
const decodeCounted = Schema.decodeSync(Counted)

const checkOf = (event: StoredEvent): Checks | undefined => {
  const { stream, type, data, atMicros } = event
  const month = monthOf(atMicros)
  if (type === "ChunkSettled") {
    const { accountId, rows, sandbox = 0 } = decodeSettled(data)
    return { account: accountId, month, door: "bulk", count: rows - sandbox }
  }
  if (type === "DemoChecksCounted") {
    const { accountId, month, checks } = decodeCounted(data)
    return { account: accountId, month: `${month}-01`, door: "public", count: checks }
  }
  const account = accountOf(stream)
  if (account === undefined || !countedTypes.has(type)) return undefined
  const { receipt } = decode(data)
  if (receipt === undefined) return undefined
  return { account, month, door: doors[receipt.via ?? "key"], count: 1 }
}

const checksOf = (commits: ReadonlyArray<SealedCommit>): ReadonlyArray<Checks> =>
  commits.flatMap(({ events }) => events.flatMap((event) => checkOf(event) ?? []))

export const usage: Projection = {
  name,
  apply: (generation, commits) =>
    Effect.gen(function* () {
      const checks = checksOf(commits)
      if (checks.length === 0) return
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        insert into usage_month (generation, account_id, month, single, api, public, bulk)
        select ${generation}, account, month,
          coalesce(sum(count) filter (where door = 'single'), 0),
          coalesce(sum(count) filter (where door = 'api'), 0),
          coalesce(sum(count) filter (where door = 'public'), 0),
          coalesce(sum(count) filter (where door = 'bulk'), 0)
        from unnest(${checks.map((c) => c.account)}::uuid[], ${checks.map((c) => c.month)}::date[],
          ${checks.map((c) => c.door)}::text[], ${checks.map((c) => c.count)}::int[])
          as checked (account, month, door, count)
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

type Counts = Readonly<Record<Door, number>>

/** The first of a month counts its months from year 0. */
interface Row extends Counts {
  readonly months: number
}

const toUsage = (months: number, counts: Counts | undefined): Usage => {
  const { single, bulk, api, public: open } = counts ?? { single: 0, bulk: 0, api: 0, public: 0 }
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

/** This month and those before it, the newest first. Reads wait a moment for the projection. */
export const usageSince = (
  account: string,
  count: number
): Effect.Effect<ReadonlyArray<Usage>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* awaitView(usage, yield* streamsOf(account))
    const { year, month } = DateTime.toPartsUtc(yield* DateTime.now)
    const newest = year * 12 + month - 1
    const rows = yield* sql<Row>`
      select (extract(year from month) * 12 + extract(month from month) - 1)::int as months,
        single, bulk, api, public
      from usage_month
      where account_id = ${account}
        and month > make_date(${year}::int, ${month}::int, 1) - make_interval(months => ${count})
        and generation = (select generation from es.projection where name = ${name} and live)`
    return Array.from({ length: count }, (_, back) =>
      toUsage(
        newest - back,
        rows.find(({ months }) => months === newest - back)
      )
    )
  })

/** This month's. */
export const usageOf = (
  account: string
): Effect.Effect<Usage, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.map(usageSince(account, 1), ([now]) => now!)
