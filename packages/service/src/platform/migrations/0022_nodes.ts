/**
 * The oldest program that may run on these tables, by its last migrations. A migration that an older
 * program cannot live with raises it; all others leave it, so that nodes of two releases run beside each
 * other while one after the other is updated (platform/joining/mayJoin.ts).
 *
 * And of each node: how far its clock is ahead of the database's.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    create table oldest_program (
      single boolean primary key default true check (single),
      service integer not null,
      store integer not null)`
  yield* sql`insert into oldest_program (service, store) values (20, 8)`

  yield* sql`alter table node add column clock_ahead_ms integer`
})
