/**
 * What each process of a node says of itself: its role and version, where the others reach it, and how
 * much of the cluster's work it has. And the wish of an operator that it hands that work over, and when it
 * had none left (operations/admin/draining.ts).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`
    alter table node
      add column role text,
      add column version text,
      add column cluster_address text,
      add column shards integer,
      add column actors integer,
      add column drain_asked_at timestamptz,
      add column drained_at timestamptz`
})
