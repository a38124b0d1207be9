/** One lease for all that a process has taken (platform/NodeLease.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "is_ended": another node has found the lease expired, or its holder has stopped. It stays so.
  yield* sql`
    create table node_lease (
      holder     text        primary key,
      held_until timestamptz not null,
      is_ended   boolean     not null default false
    ) with (fillfactor = 50)`

  // The holder of "lease", if there is one.
  yield* sql`alter table webhook_delivery add column leased_by text`
  yield* sql`create index webhook_delivery_leased_by on webhook_delivery (leased_by)
    where lease is not null`
})
