/** Totals of a calendar month (UTC), with the balance before and after it. */
import type { MonthTotals } from "@rcpt/api/LedgerTotals"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../../platform/decodeRows.ts"
import { liveGeneration } from "./entryRows.ts"

const decodeTotals = decodeRows(
  Schema.Struct({
    opening: Int8,
    granted: Int8,
    adjusted: Int8,
    held: Int8,
    charged: Int8,
    refunded: Int8,
    firstSeq: Schema.NullOr(Schema.String),
    lastSeq: Schema.NullOr(Schema.String)
  })
)

export interface Found {
  readonly shown: MonthTotals
  /** Places in the log of the month's first and last entries; null: it has none. */
  readonly firstSeq: string | null
  readonly lastSeq: string | null
}

/** A month without entries has the same balance before and after it. */
export const monthTotals = (
  account: string,
  month: string
): Effect.Effect<Found, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) => {
    const first = sql`${`${month}-01`}::date`
    const sum = (column: string) =>
      sql`coalesce(sum(${sql(column)}) filter (where month = ${first}), 0)::bigint as ${sql(column)}`
    return sql`
      select coalesce(sum(granted + adjusted - held + refunded) filter (where month < ${first}), 0)
          ::bigint as opening,
        ${sql.csv(["granted", "adjusted", "held", "charged", "refunded"].map(sum))},
        (min(first_seq) filter (where month = ${first}))::text as "firstSeq",
        (max(last_seq) filter (where month = ${first}))::text as "lastSeq"
      from ledger_month
      where generation = ${liveGeneration(sql)} and account_id = ${account} and month <= ${first}`
  }).pipe(
    decodeTotals,
    Effect.map(([row]) => {
      const { opening, firstSeq, lastSeq, ...sums } = row!
      const closing = opening + sums.granted + sums.adjusted - sums.held + sums.refunded
      const shown = { month, balance_before: opening, ...sums, balance_after: closing }
      return { shown, firstSeq, lastSeq }
    }),
    Effect.orDie
  )
