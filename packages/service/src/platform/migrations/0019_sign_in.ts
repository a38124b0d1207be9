/** When the password of a session was entered last (accounts/sessions/sessionRows.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table session add column confirmed_at timestamptz`
  yield* sql`update session set confirmed_at = created_at`
  yield* sql`
    alter table session alter column confirmed_at set default now(),
      alter column confirmed_at set not null`
})
