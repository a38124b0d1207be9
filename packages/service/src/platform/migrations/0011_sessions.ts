/** Sessions of the dashboard (sessions/Sessions.ts), and the secret that signs them (Secrets.ts). */
import { randomBytes } from "node:crypto"

import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** As strong as the keys that are derived from it. */
const secretOctets = 32

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // One row, created here: all nodes of a database share it.
  yield* sql`
    create table service_secret (
      one    boolean primary key default true check (one),
      secret bytea   not null check (length(secret) = 32)
    )`
  yield* sql`insert into service_secret (secret) values (${randomBytes(secretOctets)})`

  // A session that has ended has no row. "agent" is only the family of the browser.
  yield* sql`
    create table session (
      session_id   uuid        primary key,
      account_id   uuid        not null references account,
      agent        text        not null,
      created_at   timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at   timestamptz not null
    )`
  yield* sql`create index session_account_id on session (account_id, created_at)`

  // People type their address in upper or lower case.
  yield* sql`create unique index account_email_any_case on account (lower(email))`
})
