/** What a calendar month (UTC) came to, from the balance that it began with to that it ended with. */
import type { MonthTotals } from "@rcpt/api/Ledger"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { liveGeneration } from "./entryRows.ts"

interface Row {
  readonly opening: bigint
  readonly granted: bigint
  readonly adjusted: bigint
  readonly held: bigint
  readonly charged: bigint
  readonly refunded: bigint
  readonly firstSeq: string | null
  readonly lastSeq: string | null
}

export interface Found {
  readonly shown: MonthTotals
  /** Between them stand the month's entries; null: it has none. */
  readonly firstSeq: string | null
  readonly lastSeq: string | null
}

/** A month without entries ends as it began. */
export const monthTotals = (
  account: string,
  month: string
): Effect.Effect<Found, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) => {
    const first = sql`${`${month}-01`}::date`
    const sum = (column: string) =>
      sql`coalesce(sum(${sql(column)}) filter (where month = ${first}), 0)::bigint as ${sql(column)}`
    return sql<Row>`
      select coalesce(sum(granted + adjusted - held + refunded) filter (where month < ${first}), 0)
          ::bigint as opening,
        ${sql.csv(["granted", "adjusted", "held", "charged", "refunded"].map(sum))},
        (min(first_seq) filter (where month = ${first}))::text as "firstSeq",
        (max(last_seq) filter (where month = ${first}))::text as "lastSeq"
      from ledger_month
      where generation = ${liveGeneration(sql)} and account_id = ${account} and month <= ${first}`
  }).pipe(
    Effect.map(([row]) => {
      const { opening, granted, adjusted, held, charged, refunded, ...place } = row!
      const sums = { granted, adjusted, held, charged, refunded }
      const closing = opening + granted + adjusted - held + refunded
      return {
        shown: {
          month,
          balance_before: Number(opening),
          granted: Number(sums.granted),
          adjusted: Number(sums.adjusted),
          held: Number(sums.held),
          charged: Number(sums.charged),
          refunded: Number(sums.refunded),
          balance_after: Number(closing)
        },
        ...place
      }
    })
  )
