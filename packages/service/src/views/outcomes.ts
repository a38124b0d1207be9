/**
 * A projection: what accounts have reported about mail, per calendar month (UTC), and whether verdicts were
 * right by it.
 */
import type { Usage } from "@rcpt/api/Account"
import { countReports } from "@rcpt/domain/Feedback"
import type { ReportCounts } from "@rcpt/domain/Feedback"
import { awaitView } from "@rcpt/store/awaitView"
import type { StoredEvent } from "@rcpt/store/EventStore"
import type { Projection } from "@rcpt/store/Projection"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"
import { feedbackCodec, feedbackStream } from "../reports/recordReports.ts"
import type { ViewReader } from "./awaitAccount.ts"
import { monthOf } from "./ledger/Entry.ts"

const name = "outcomes"

interface CountedReports extends ReportCounts {
  readonly account: string
  /** First day of the month, `2026-11-01`. */
  readonly month: string
}

const reportsOf = (event: StoredEvent): ReadonlyArray<CountedReports> => {
  if (feedbackCodec.idOf(event.stream) === undefined) return []
  const feedback = feedbackCodec.decode(event)
  // The sums of a month stay when a person is erased: they say how many reports there were, and name nobody.
  if (feedback._tag !== "OutcomesReported") return []
  const { accountId, reports } = feedback
  return [{ account: accountId, month: monthOf(event.atMicros), ...countReports(reports) }]
}

export const outcomes: Projection = {
  name,
  apply: (generation, commits) =>
    Effect.gen(function* () {
      const reports = commits.flatMap(({ events }) => events.flatMap(reportsOf))
      if (reports.length === 0) return
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        insert into outcome_month as m
          (generation, account_id, month, delivered, bounced, complained, correct, wrong)
        select ${generation}, account, month, sum(delivered), sum(bounced), sum(complained),
          sum(correct), sum(wrong)
        from unnest(${reports.map((r) => r.account)}::uuid[], ${reports.map((r) => r.month)}::date[],
          ${reports.map((r) => r.delivered)}::int[], ${reports.map((r) => r.bounced)}::int[],
          ${reports.map((r) => r.complained)}::int[], ${reports.map((r) => r.correct)}::int[],
          ${reports.map((r) => r.wrong)}::int[])
          as reported (account, month, delivered, bounced, complained, correct, wrong)
        group by account, month
        on conflict (generation, account_id, month) do update set
          delivered = m.delivered + excluded.delivered, bounced = m.bounced + excluded.bounced,
          complained = m.complained + excluded.complained,
          correct = m.correct + excluded.correct, wrong = m.wrong + excluded.wrong`
    }),
  drop: (generation) =>
    SqlClient.SqlClient.use(
      (sql) => sql`delete from outcome_month where generation = ${generation}`
    ).pipe(Effect.asVoid)
}

type MonthOutcomes = NonNullable<Usage["feedback"]>

const decodeMonths = decodeRows(
  Schema.Struct({
    month: Schema.String,
    delivered: Schema.Int,
    bounced: Schema.Int,
    complained: Schema.Int,
    right: Schema.Int,
    wrong: Schema.Int
  })
)

/** The outcomes by month, `2026-11`. Waits for the projection (`awaitView`). */
export const outcomesOf = (
  account: string
): Effect.Effect<ReadonlyMap<string, MonthOutcomes>, never, ViewReader> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* awaitView(outcomes, [feedbackStream(account)])
    const rows = yield* sql`
      select to_char(month, 'YYYY-MM') as month, delivered, bounced, complained,
        correct as right, wrong
      from outcome_month
      where account_id = ${account}
        and generation = (select generation from es.projection where name = ${name} and live)`.pipe(
      decodeMonths
    )
    return new Map(rows.map(({ month, ...counts }) => [month, counts]))
  }).pipe(Effect.orDie)
