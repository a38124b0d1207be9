/** Marks rows of the sandbox: they cost nothing whatever their result is (I6), and count as no checks. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table job_result add column is_sandbox boolean not null default false`
})
