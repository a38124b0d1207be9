/** Scopes of API keys, their revocation and their last use (accounts/ApiKeys.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // A row stays when its key is revoked: events of the account and of the ledger may name it.
  yield* sql`
    alter table api_key
      add column scopes       text[]      not null default '{}' check (scopes <@ '{fast,read}'),
      add column last_used_at timestamptz,
      add column revoked_at   timestamptz`
  yield* sql`create index api_key_in_force on api_key (account_id) where revoked_at is null`
})
