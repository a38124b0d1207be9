/** What guards of mail hosts have to remember over a restart, and what operators see of them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // "pace" is for the guard that comes after this one, "status" for people. Neither has an address.
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
