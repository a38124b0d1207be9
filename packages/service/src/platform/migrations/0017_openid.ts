/** People who sign in at a provider of OpenID Connect (accounts/provider). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Null: the person signs in at the provider alone.
  yield* sql`alter table person alter password_hash drop not null`

  // Who somebody is at a provider. An address may go to another person there; issuer and subject never do.
  yield* sql`
    create table provider_identity (
      issuer    text        not null,
      subject   text        not null,
      person_id uuid        not null references person on delete cascade,
      joined_at timestamptz not null default now(),
      primary key (issuer, subject),
      unique (person_id, issuer)
    )`

  // A session that was begun at the provider. "sid": the provider's name of its own session, for a logout token. "tokens"
  // are encrypted (SecretBox.ts). "looked_at": when the provider last let the person in.
  yield* sql`
    create table provider_session (
      session_id uuid        primary key references session on delete cascade,
      issuer     text        not null,
      subject    text        not null,
      sid        text,
      tokens     bytea       not null,
      looked_at  timestamptz not null default now(),
      foreign key (issuer, subject) references provider_identity on delete cascade
    )`
  yield* sql`create index provider_session_subject on provider_session (issuer, subject)`
  yield* sql`create index provider_session_looked_at on provider_session (looked_at)`

  // Logout tokens that were obeyed: each counts once. "hash": the SHA-256 of issuer and `jti`.
  yield* sql`
    create table provider_logout (
      hash       bytea       primary key check (length(hash) = 32),
      expires_at timestamptz not null
    )`
})
