/** How far the log was published to other systems: one row for each stream of theirs. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    create table relay_position (
      stream   text        primary key,
      seq      bigint      not null check (seq >= 0),
      moved_at timestamptz not null default clock_timestamp()
    )`
})
