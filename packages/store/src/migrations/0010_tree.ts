/**
 * The Merkle tree over the sealed order, and its signed checkpoints (tree/merkle.ts, tree/checkpoint.ts).
 *
 * The leaf of a commit is in its row. Of the nodes above, those are kept that are the roots of 256, 65,536
 * and so on leaves: a proof reads a few hundred hashes, however long the log is.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Which log this is: no other database's checkpoints are taken for its own.
  yield* sql`
    create table es.log (
      one    boolean primary key default true check (one),
      log_id uuid    not null default gen_random_uuid()
    )`
  yield* sql`insert into es.log default values`

  // "hash": the root of the 256 ^ level leaves from number idx × 256 ^ level on, counted from 0.
  yield* sql`
    create table es.tree_node (
      level smallint not null check (level > 0),
      idx   bigint   not null check (idx >= 0),
      hash  bytea    not null check (length(hash) = 32),
      primary key (level, idx)
    )`

  // "note": the checkpoint as it was signed and published.
  yield* sql`
    create table es.checkpoint (
      size bigint      primary key check (size > 0),
      root bytea       not null check (length(root) = 32),
      note text        not null,
      at   timestamptz not null default clock_timestamp()
    )`

  for (const table of ["log", "tree_node", "checkpoint"]) {
    yield* sql.unsafe(`
      create trigger append_only before update or delete or truncate on es.${table}
      for each statement execute function es.refuse_change()`)
  }
})
