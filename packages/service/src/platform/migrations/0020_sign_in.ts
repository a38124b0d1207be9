/**
 * When the password of a session was entered last (accounts/sessions/sessionRows.ts), and the second
 * factor of an account (accounts/totp/Totp.ts).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table session add column confirmed_at timestamptz`
  yield* sql`update session set confirmed_at = created_at`
  yield* sql`
    alter table session alter column confirmed_at set default now(),
      alter column confirmed_at set not null`

  // "secret" is encrypted (SecretBox.ts). "last_step": that of the last code, which is accepted once.
  yield* sql`
    create table account_totp (
      account_id uuid        primary key references account on delete cascade,
      secret     bytea       not null,
      enabled_at timestamptz,
      last_step  bigint      not null default 0
    )`

  // A code that was used has no row.
  yield* sql`
    create table recovery_code (
      account_id uuid  not null references account_totp on delete cascade,
      hash       bytea not null check (length(hash) = 32),
      primary key (account_id, hash)
    )`
})
