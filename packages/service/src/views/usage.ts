/**
 * A projection: checks per account and calendar month (UTC). What counts as a check, and its origin, is
 * defined in billingEvents.ts.
 */
import type { Usage } from "@rcpt/api/Account"
import { countReports } from "@rcpt/domain/Feedback"
import type { ReportCounts } from "@rcpt/domain/Feedback"
import type { StoredEvent } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"
import { feedbackCodec } from "../reports/feedbackStream.ts"
import { awaitAccount } from "./awaitAccount.ts"
import type { ViewReader } from "./awaitAccount.ts"
import { billingOf } from "./billingEvents.ts"
import type { CheckOrigin } from "./billingEvents.ts"
import { monthOf } from "./ledger/Entry.ts"

const name = "usage"

export interface CountedChecks {
  readonly account: string
  /** First day of the month, `2026-11-01`. */
  readonly month: string
  readonly origin: CheckOrigin
  readonly count: number
}

export const checksOf = (event: StoredEvent): ReadonlyArray<CountedChecks> => {
  const { account = "", checks } = billingOf(event) ?? {}
  if (checks === undefined) return []
  const { origin, count, month = monthOf(event.atMicros) } = checks
  return [{ account, month, origin, count }]
}

export interface CountedReports extends ReportCounts {
  readonly account: string
  readonly month: string
}

export const reportsOf = (event: StoredEvent): ReadonlyArray<CountedReports> => {
  if (feedbackCodec.idOf(event.stream) === undefined) return []
  const { accountId, reports } = feedbackCodec.decode(event)
  return [{ account: accountId, month: monthOf(event.atMicros), ...countReports(reports) }]
}

const addReports = (generation: number, reports: ReadonlyArray<CountedReports>) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into usage_month (generation, account_id, month, delivered, bounced, correct, wrong)
      select ${generation}, account, month, sum(delivered), sum(bounced), sum(correct), sum(wrong)
      from unnest(${reports.map((r) => r.account)}::uuid[], ${reports.map((r) => r.month)}::date[],
        ${reports.map((r) => r.delivered)}::int[], ${reports.map((r) => r.bounced)}::int[],
        ${reports.map((r) => r.correct)}::int[], ${reports.map((r) => r.wrong)}::int[])
        as reported (account, month, delivered, bounced, correct, wrong)
      group by account, month
      on conflict (generation, account_id, month) do update set
        delivered = usage_month.delivered + excluded.delivered,
        bounced = usage_month.bounced + excluded.bounced,
        correct = usage_month.correct + excluded.correct,
        wrong = usage_month.wrong + excluded.wrong`
  )

export const usage: Projection = {
  name,
  apply: (generation, commits) =>
    Effect.gen(function* () {
      const reports = commits.flatMap(({ events }) => events.flatMap(reportsOf))
      if (reports.length > 0) yield* addReports(generation, reports)
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

type Counts = Readonly<Record<CheckOrigin, number>> & ReportCounts

const count = Schema.Int

/** `months`: since the year 0. */
const decodeMonths = decodeRows(
  Schema.Struct({
    months: Schema.Int,
    single: count,
    bulk: count,
    api: count,
    public: count,
    delivered: count,
    bounced: count,
    correct: count,
    wrong: count
  })
)

const none: Counts = { single: 0, bulk: 0, api: 0, public: 0, ...countReports([]) }

const feedbackOf = ({
  delivered,
  bounced,
  correct,
  wrong
}: ReportCounts): Pick<Usage, "feedback"> =>
  delivered + bounced === 0 ? {} : { feedback: { delivered, bounced, right: correct, wrong } }

const toUsage = (months: number, counts: Counts = none): Usage => {
  const { single, bulk, api, public: open } = counts
  return {
    year: Math.floor(months / 12),
    month: (months % 12) + 1,
    total_checks: single + bulk + api + open,
    single_checks: single,
    bulk_checks: bulk,
    api_checks: api,
    public_checks: open,
    ...feedbackOf(counts)
  }
}

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
        single, bulk, api, public, delivered, bounced, correct, wrong
      from usage_month
      where account_id = ${account}
        and month > make_date(${year}::int, ${month}::int, 1) - make_interval(months => ${count})
        and generation = (select generation from es.projection where name = ${name} and live)`.pipe(
      decodeMonths
    )
    return Array.from({ length: count }, (_, back) =>
      toUsage(
        newest - back,
        rows.find(({ months }) => months === newest - back)
      )
    )
  }).pipe(Effect.orDie)

/** The usage of this month. */
export const usageOf = (account: string): Effect.Effect<Usage, never, ViewReader> =>
  Effect.map(usageSince(account, 1), ([now]) => now!)
