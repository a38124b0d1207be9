/** Results of registries, so that a restart or another node does not query them again. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // "registered_at" null: the registry has no such domain, or no date for it.
  yield* sql`
    create table domain_age (
      domain        text        primary key check (domain <> ''),
      registered_at timestamptz,
      expires_at    timestamptz not null
    )`
  yield* sql`create index domain_age_expires_at on domain_age (expires_at)`
})
