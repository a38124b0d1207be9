/**
 * Checks per account and calendar month (UTC): a projection of the ledger.
 *
 * A check counts when it was answered: charged, or refunded because the answer was `unknown`. Both
 * events carry a receipt, and it says through which door the check came.
 */
import type { Usage } from "@rcpt/api/Account"
import { Receipt } from "@rcpt/domain/Credits"
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { DateTime, Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { accountOf, ledgerStream } from "../ledger/ledgerRows.ts"

const name = "usage"

type Door = "single" | "api" | "public"

const doors: Readonly<Record<NonNullable<Receipt["via"]> | "key", Door>> = {
  key: "api",
  dashboard: "single",
  demo: "public"
}

interface Check {
  readonly account: string
  /** First day of the month, `2026-11-01`. */
  readonly month: string
  readonly door: Door
}

const Checked = Schema.fromJsonString(Schema.Struct({ receipt: Schema.optionalKey(Receipt) }))
const decode = Schema.decodeSync(Checked)
const countedTypes: ReadonlySet<string> = new Set(["CreditsCharged", "CreditsRefunded"])

const checkOf = ({ stream, type, data, atMicros }: StoredEvent): Check | undefined => {
  const account = accountOf(stream)
  if (account === undefined || !countedTypes.has(type)) return undefined
  const { receipt } = decode(data)
  if (receipt === undefined) return undefined
  const month = `${new Date(atMicros / 1000).toISOString().slice(0, 7)}-01`
  return { account, month, door: doors[receipt.via ?? "key"] }
}

const checksOf = (commits: ReadonlyArray<SealedCommit>): ReadonlyArray<Check> =>
  commits.flatMap(({ events }) => events.flatMap((event) => checkOf(event) ?? []))

export const usage: Projection = {
  name,
  apply: (generation, commits) =>
    Effect.gen(function* () {
      const checks = checksOf(commits)
      if (checks.length === 0) return
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        insert into usage_month (generation, account_id, month, single, api, public)
        select ${generation}, account, month,
          count(*) filter (where door = 'single'), count(*) filter (where door = 'api'),
          count(*) filter (where door = 'public')
        from unnest(${checks.map((c) => c.account)}::uuid[], ${checks.map((c) => c.month)}::date[],
          ${checks.map((c) => c.door)}::text[]) as checked (account, month, door)
        group by account, month
        on conflict (generation, account_id, month) do update set
          single = usage_month.single + excluded.single,
          api = usage_month.api + excluded.api,
          public = usage_month.public + excluded.public`
    }),
  drop: (generation) =>
    SqlClient.SqlClient.use(
      (sql) => sql`delete from usage_month where generation = ${generation}`
    ).pipe(Effect.asVoid)
}

/** A caller who has just checked an address finds it counted, unless the projection is this far behind. */
const catchUpWaits = Schedule.spaced("10 millis").pipe(Schedule.upTo({ duration: "250 millis" }))

/** Whether the view has all that the account's ledger had when we began to look. */
const isCaughtUp = (account: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly done: boolean }>`
      select coalesce(
        (select seq from es.projection where name = ${name} and live) >= (
          select seq from es.sealed where commit_id = (
            select commit_id from es.event where stream_id = ${ledgerStream(account)}
            order by version desc limit 1)), false) as done`
    return row!.done
  })

type Counts = Readonly<Record<Door | "bulk", number>>

/** This month's. Reads wait a moment for the projection, and never longer. */
export const usageOf = (
  account: string
): Effect.Effect<Usage, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.repeat(isCaughtUp(account), { until: (done) => done, schedule: catchUpWaits })
    const { year, month } = DateTime.toPartsUtc(yield* DateTime.now)
    const [row] = yield* sql<Counts>`
      select single, bulk, api, public from usage_month
      where account_id = ${account} and month = make_date(${year}::int, ${month}::int, 1)
        and generation = (select generation from es.projection where name = ${name} and live)`
    const { single, bulk, api, public: open } = row ?? { single: 0, bulk: 0, api: 0, public: 0 }
    return {
      year,
      month,
      total_checks: single + bulk + api + open,
      single_checks: single,
      bulk_checks: bulk,
      api_checks: api,
      public_checks: open
    }
  })
