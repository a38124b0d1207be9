/**
 * Transfers are looked up by ranges of commits alone, so an index of ranges does: next to nothing on the disk and in
 * the WAL, instead of 33 and 75 octets a transfer. A commit's transfers are written once, by the append that drew its
 * number; that they are all there and numbered from 1 is for the audit to say (I5).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`set local statement_timeout = 0`
  yield* sql`alter table es.transfer drop constraint transfer_pkey`
  // Later partitions get theirs when they are attached.
  yield* sql`
    create index transfer_commit_id on es.transfer using brin (commit_id) with (autosummarize = on)`
})
