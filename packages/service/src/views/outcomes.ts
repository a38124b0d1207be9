/**
 * A projection: what accounts have reported about mail, per calendar month (UTC), and whether verdicts were
 * right by it.
 */
import type { Usage } from "@rcpt/api/Account"
import { countReports } from "@rcpt/domain/Feedback"
import { awaitView } from "@rcpt/store/awaitView"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows } from "../platform/decodeRows.ts"
import { feedbackCodec, feedbackStream } from "../reports/recordReports.ts"
import type { ViewReader } from "./awaitAccount.ts"
import { monthOf } from "./ledger/Entry.ts"
import { sumsView } from "./View.ts"

const name = "outcomes"

export const outcomes = sumsView({
  name,
  says: "What was reported in each month is what its events say.",
  sums: {
    table: "outcome_month",
    period: "month",
    of: [],
    columns: ["delivered", "bounced", "complained", "correct", "wrong"]
  },
  addedBy: (event) => {
    if (feedbackCodec.idOf(event.stream) === undefined) return []
    const feedback = feedbackCodec.decode(event)
    // The sums of a month stay when a person is erased: they say how many reports there were, and name nobody.
    if (feedback._tag !== "OutcomesReported") return []
    const { accountId: account, reports } = feedback
    return [{ account, date: monthOf(event.atMicros), ...countReports(reports) }]
  }
})

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
