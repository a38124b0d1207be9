/** The state of mail host guards that must survive a restart, and the state that operators see. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // "pace" is for the next guard of the group, "status" for operators. Neither contains an address.
  yield* sql`
    create table mx_guard (
      mx_group  text        not null check (mx_group <> ''),
      egress    text        not null check (egress <> ''),
      pace      jsonb,
      status    jsonb,
      node      text,
      shown_at  timestamptz not null,
      primary key (mx_group, egress)
    ) with (fillfactor = 80)`
})
