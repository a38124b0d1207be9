/** Requests with an Idempotency-Key of the last 24 hours (idempotency/Idempotency.ts). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The key and the request are stored only as HMACs under a key of the account.
  // "command_id" is shared by all attempts. Once it has a reply (es.reply), there are no more attempts.
  yield* sql`
    create table idempotency (
      account_id   uuid        not null references account,
      key_hmac     bytea       not null check (length(key_hmac) = 32),
      request_hmac bytea       not null check (length(request_hmac) = 32),
      command_id   uuid        not null unique,
      lease        uuid        not null,
      leased_until timestamptz not null,
      primary key (account_id, key_hmac)
    )`
  yield* sql`create index idempotency_leased_until on idempotency (leased_until)`
})
