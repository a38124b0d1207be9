/**
 * Checks per account and calendar month (UTC), counted from the events of its ledger.
 *
 * A check is counted when it was answered: charged, or refunded because the answer was `unknown`.
 */
import type { Usage } from "@rcpt/api/Account"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { ledgerStream } from "../ledger/ledgerRows.ts"

export const usageOf = (
  account: string
): Effect.Effect<Usage, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const month = DateTime.startOf(yield* DateTime.now, "month")
    const [row] = yield* sql<{ readonly checks: number }>`
      select count(*)::int4 as checks
      from es.event join es.commit using (commit_id)
      where stream_id = ${ledgerStream(account)} and at >= ${DateTime.toDate(month)}
        and (type = 'CreditsCharged'
          or (type = 'CreditsRefunded' and data ->> 'reason' = 'unknown'))`
    const parts = DateTime.toPartsUtc(month)
    const api = row!.checks
    return {
      year: parts.year,
      month: parts.month,
      total_checks: api,
      single_checks: 0,
      bulk_checks: 0,
      api_checks: api,
      public_checks: 0
    }
  })
