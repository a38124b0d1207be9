/** The tables of the service. Events are the store's; rows here have what no event may hold, or are made of events. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { makeAccountTables } from "./baseline/accountTables.ts"
import { makeViewTables } from "./baseline/viewTables.ts"
import { makeWorkTables } from "./baseline/workTables.ts"

/**
 * Columns with texts of people. Postgres would keep samples of them in `pg_statistic`, beyond the life of their rows,
 * and no query is planned by what they hold.
 */
const withoutStatistics = [
  ["account_message", "body"],
  ["activity_answers", "sealed"],
  ["api_key", "name"],
  ["invitation", "email"],
  ["job", "filename"],
  ["job", "columns"],
  ["job_chunk", "packed"],
  ["job_result", "result"],
  ["job_search", "addresses"],
  ["person", "email"],
  ["person", "password_hash"],
  ["probe_queue", "memo"],
  ["probe_queue", "question"],
  ["webhook", "description"],
  ["webhook", "url"],
  ["webhook_attempt", "failure"],
  ["webhook_attempt", "request_headers"],
  ["webhook_attempt", "response_body"],
  ["webhook_attempt", "url"],
  ["webhook_delivery", "body"],
  ["webhook_delivery", "failure"]
] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* makeAccountTables
  yield* makeWorkTables
  yield* makeViewTables
  for (const [table, column] of withoutStatistics)
    yield* sql.unsafe(`alter table ${table} alter ${column} set statistics 0`)
  yield* sql`alter index person_email_any_case alter column 1 set statistics 0`
})
