/** Sign-ups that wait for their address to be confirmed, and links that were mailed to people. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Null: the person has chosen none. Pages are in the language of the browser then, and mail is in English.
  yield* sql`alter table person alter language drop not null, alter language drop default`

  // A message may be for somebody who has no account yet.
  yield* sql`alter table mail_outbox alter account_id drop not null`

  // A sign-up whose address is not confirmed is no account yet (accounts/sessions/signUp.ts). "hash": the SHA-256 of the
  // token in its link. An address may have several: each opens an account with its own password alone.
  yield* sql`
    create table sign_up (
      hash          bytea       primary key check (length(hash) = 32),
      email         text        not null,
      password_hash text        not null,
      language      text        not null check (language in ('en', 'de')),
      created_at    timestamptz not null default now(),
      expires_at    timestamptz not null
    )`
  yield* sql`create index sign_up_email_any_case on sign_up (lower(email), created_at)`

  // Links by which a person resets the password or confirms a changed address (accounts/people/mailedLinks.ts). "email":
  // the address that the person will sign in with. A link that was used has no row.
  yield* sql`
    create table person_link (
      person_id  uuid        not null references person on delete cascade,
      purpose    text        not null check (purpose in ('password', 'email')),
      hash       bytea       not null unique check (length(hash) = 32),
      email      text        check ((email is null) = (purpose = 'password')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (person_id, purpose)
    )`

  // Addresses of people: Postgres would keep samples of them beyond the life of their rows.
  yield* sql`alter table sign_up alter email set statistics 0`
  yield* sql`alter table person_link alter email set statistics 0`
})
