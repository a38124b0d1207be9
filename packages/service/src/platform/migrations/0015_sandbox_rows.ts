/** Rows of jobs that are of the sandbox: they cost nothing whatever they say (I6), and are no checks. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table job_result add column is_sandbox boolean not null default false`
})
