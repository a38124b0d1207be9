/**
 * Smaller indexes of the ledger's view: every check writes a hold and a charge, and half of the bytes
 * that an entry took were indexes.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Every second entry is a hold and nearly every other one a charge: a page of these is found in the
  // account's order. The other types are few, and are looked for by name.
  yield* sql`drop index ledger_entry_type`
  yield* sql`
    create index ledger_entry_rare on ledger_entry (generation, account_id, type, seq, idx)
    where type in ('grant', 'adjust', 'refund')`
})
