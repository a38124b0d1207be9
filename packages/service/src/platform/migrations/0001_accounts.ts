/**
 * Accounts and API keys. Personal data (`email`, `password_hash`) must be erasable, so it is in no event.
 * `hash` is here because every request looks it up.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "address_key": addresses appear in events only as an HMAC under it. Erasing the key makes them
  // unreadable for ever, and leaves the ledger as it was.
  yield* sql`
    create table account (
      account_id    uuid        primary key,
      email         text        not null unique,
      password_hash text        not null,
      owner         boolean     not null,
      address_key   bytea       not null check (length(address_key) = 32),
      created_at    timestamptz not null default now()
    )`

  // Keys are random, so a plain SHA-256 is as good as a slow hash, and can be looked up.
  yield* sql`
    create table api_key (
      key_id     uuid        primary key,
      account_id uuid        not null references account,
      hash       bytea       not null unique check (length(hash) = 32),
      last4      text        not null,
      name       text        not null,
      created_at timestamptz not null default now()
    )`
})
