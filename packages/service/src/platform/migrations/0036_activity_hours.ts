/**
 * Checks of an account by hour, key and mode: what its rows of `activity` add up to, written with them, so that
 * neither a chart of hours nor one of keys reads each check. Lists are counted from their jobs.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Without a key: a session of the dashboard.
  yield* sql`
    create table activity_hour (
      account_id uuid        not null,
      hour       timestamptz not null,
      key_id     uuid,
      mode       text        not null check (mode in ('fast', 'deep')),
      valid      int         not null check (valid >= 0),
      risky      int         not null check (risky >= 0),
      invalid    int         not null check (invalid >= 0),
      unknown    int         not null check (unknown >= 0),
      credits    bigint      not null check (credits >= 0),
      unique nulls not distinct (account_id, hour, key_id, mode)
    ) with (fillfactor = 50)`
})
