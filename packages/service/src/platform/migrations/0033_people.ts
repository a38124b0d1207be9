/**
 * People apart from accounts (accounts/people/*): who may sign in to an account, and as what. The person of an
 * account that exists has its id and is its manager, so that their second factor, whose secret is sealed
 * under it, and their sessions go on.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** No query is planned by what these hold, and Postgres would keep samples of them in `pg_statistic`. */
const personal = [
  ["person", "email"],
  ["person", "password_hash"],
  ["invitation", "email"]
] as const

/** Programs up to the last migration before read the password in "account". */
const programs = 33

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // As many rows as there are accounts are written.
  yield* sql`set local statement_timeout = 0`

  // "last_seen_at": the last sign-in; sessions know more as long as they last.
  yield* sql`
    create table person (
      person_id     uuid        primary key,
      account_id    uuid        not null references account on delete cascade,
      role          text        not null check (role in ('manager', 'member', 'read_only')),
      email         text        not null,
      password_hash text        not null,
      joined_at     timestamptz not null default now(),
      last_seen_at  timestamptz
    )`

  // Only the SHA-256 of the token that is in the link. Once accepted, an invitation has no row.
  yield* sql`
    create table invitation (
      invitation_id uuid        primary key,
      account_id    uuid        not null references account on delete cascade,
      role          text        not null check (role in ('manager', 'member', 'read_only')),
      email         text        not null,
      hash          bytea       not null unique check (length(hash) = 32),
      invited_by    uuid        not null,
      created_at    timestamptz not null default now(),
      expires_at    timestamptz not null
    )`
  for (const [table, column] of personal)
    yield* sql.unsafe(`alter table ${table} alter ${column} set statistics 0`)

  yield* sql`
    insert into person (person_id, account_id, role, email, password_hash, joined_at, last_seen_at)
    select account_id, account_id, 'manager', email, password_hash, created_at,
      (select max(created_at) from session s where s.account_id = a.account_id)
    from account a where closed_at is null`
  yield* sql`create unique index person_email_any_case on person (lower(email))`
  yield* sql`alter index person_email_any_case alter column 1 set statistics 0`
  yield* sql`create index person_account_id on person (account_id)`
  yield* sql`create index invitation_account_id on invitation (account_id)`

  // A dropped column stays in rows that nobody writes: it is emptied first.
  yield* sql`alter table account drop constraint account_closed`
  yield* sql`update account set email = null, password_hash = null where closed_at is null`
  yield* sql`alter table account drop column email, drop column password_hash`

  yield* sql`
    alter table session add column person_id uuid references person on delete cascade`
  yield* sql`update session set person_id = account_id`
  yield* sql`alter table session alter column person_id set not null`
  yield* sql`create index session_person_id on session (person_id, created_at)`

  yield* sql`alter table account_totp rename to person_totp`
  yield* sql`alter table person_totp rename column account_id to person_id`
  yield* sql`alter table person_totp drop constraint account_totp_account_id_fkey`
  yield* sql`
    alter table person_totp add foreign key (person_id) references person on delete cascade`
  yield* sql`alter table recovery_code rename column account_id to person_id`

  // A key may what its maker might when it was made. It stays when they leave, so "made_by" is a name only.
  yield* sql`
    alter table api_key add column made_by uuid,
      add column role text not null default 'manager'
        check (role in ('manager', 'member', 'read_only'))`
  yield* sql`alter table api_key alter column role drop default`

  // Of the last refusal that the row counts, if it was a person's.
  yield* sql`alter table account_refusal add column person_id uuid`

  yield* sql`update oldest_program set service = greatest(service, ${programs})`
})
