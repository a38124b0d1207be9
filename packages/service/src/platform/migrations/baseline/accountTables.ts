/**
 * Accounts and their people: sign-in, API keys, what their security page shows, and what limits their requests.
 * Personal data must be erasable, so it is here and in no event.
 */
import { randomBytes } from "node:crypto"

import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** As strong as the keys that are derived from it. */
const secretOctets = 32

/** Accounts, the people who may sign in to them, and the people who are invited. */
const makePeople = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // "address_key": addresses appear in events only as an HMAC under it. Erasing the key makes them unreadable for ever
    // and leaves the ledger as it was; a closed account has one that was never used. "suspended_at": the fact is an
    // event of the account, and the column is here because every request reads it. "feedback_until": until then there
    // may be reports about mailboxes, so that most requests need no further look-up.
    yield* sql`
      create table account (
        account_id     uuid        primary key,
        owner          boolean     not null,
        address_key    bytea       not null check (length(address_key) = 32),
        created_at     timestamptz not null default now(),
        suspended_at   timestamptz,
        feedback_until timestamptz,
        closed_at      timestamptz
      )`
    yield* sql`create index account_closed_at on account (closed_at) where closed_at is not null`

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
    // People type their address in upper or lower case.
    yield* sql`create unique index person_email_any_case on person (lower(email))`
    yield* sql`create index person_account_id on person (account_id)`

    // "hash": the SHA-256 of the token that is in the link. An invitation that was accepted has no row.
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
    yield* sql`create index invitation_account_id on invitation (account_id)`
  })
)

const makeSignIn = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // The secret that signs sessions (Secrets.ts). It has one row, which all nodes of a database share.
    yield* sql`
      create table service_secret (
        one    boolean primary key default true check (one),
        secret bytea   not null check (length(secret) = 32)
      )`
    yield* sql`insert into service_secret (secret) values (${randomBytes(secretOctets)})`

    // Sessions of the dashboard (sessions/Sessions.ts). A session that has ended has no row. "agent" is only the family
    // of the browser; "confirmed_at" is when the password was entered last.
    yield* sql`
      create table session (
        session_id   uuid        primary key,
        account_id   uuid        not null references account,
        agent        text        not null,
        created_at   timestamptz not null default now(),
        last_used_at timestamptz not null default now(),
        expires_at   timestamptz not null,
        confirmed_at timestamptz not null default now(),
        person_id    uuid        not null references person on delete cascade
      )`
    yield* sql`create index session_account_id on session (account_id, created_at)`
    yield* sql`create index session_person_id on session (person_id, created_at)`

    // Second factors (accounts/totp/Totp.ts). "secret" is encrypted (SecretBox.ts). "last_step" is that of the last
    // code, which is accepted once. A recovery code that was used has no row.
    yield* sql`
      create table person_totp (
        person_id  uuid        primary key references person on delete cascade,
        secret     bytea       not null,
        enabled_at timestamptz,
        last_step  bigint      not null default 0
      )`
    yield* sql`
      create table recovery_code (
        person_id uuid  not null references person_totp on delete cascade,
        hash      bytea not null check (length(hash) = 32),
        primary key (person_id, hash)
      )`

    // Keys are random, so a plain SHA-256 is as good as a slow hash, and can be looked up. A row stays when its key is
    // revoked: events of the account and of the ledger may name it. A key may do what its maker's role allowed when it
    // was made. The key stays when that person leaves, so "made_by" refers to no row.
    yield* sql`
      create table api_key (
        key_id       uuid        primary key,
        account_id   uuid        not null references account,
        hash         bytea       not null unique check (length(hash) = 32),
        last4        text        not null,
        name         text        not null,
        created_at   timestamptz not null default now(),
        scopes       text[]      not null default '{}' check (scopes <@ '{fast,read}'),
        last_used_at timestamptz,
        revoked_at   timestamptz,
        made_by      uuid,
        role         text        not null check (role in ('manager', 'member', 'read_only'))
      )`
    yield* sql`create index api_key_in_force on api_key (account_id) where revoked_at is null`
    // For the last uses of all keys of an account, including revoked ones.
    yield* sql`create index api_key_account_id on api_key (account_id)`
  })
)

const makeSecurity = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // Where a security event stands, in the order of time: rows of the projection `security`
    // (views/security/securityView.ts). The event itself is in the store.
    yield* sql`
      create table security_event (
        generation int         not null,
        account_id uuid        not null,
        at         timestamptz not null,
        commit_id  bigint      not null,
        idx        int         not null,
        primary key (generation, account_id, at, commit_id, idx)
      )`

    // One row counts all refusals of an account, minute and kind (accounts/security/Refusals.ts). "address" is an HMAC
    // under the account's key. "person_id" is the person of the last refusal that the row counts, if there was one.
    yield* sql`
      create table account_refusal (
        account_id uuid        not null references account on delete cascade,
        minute     timestamptz not null,
        kind       text        not null,
        count      int         not null check (count > 0),
        first_at   timestamptz not null,
        last_at    timestamptz not null,
        request_id uuid        not null,
        address    text        not null,
        agent      text        not null,
        key_id     uuid,
        person_id  uuid,
        primary key (account_id, minute, kind)
      ) with (fillfactor = 70)`
    yield* sql`create index account_refusal_age on account_refusal (minute)`
  })
)

const makeLimits = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function* () {
    // The token bucket of each account, which all nodes share, and the tokens that nodes have leased from it
    // (`lease_tokens` in platform/migrate.ts). The tables are unlogged, so a lease costs no flush; a crash of Postgres empties
    // them, and every bucket is full again.
    yield* sql`
      create unlogged table rate_bucket (
        account_id  uuid        primary key,
        level       float8      not null,
        refilled_at timestamptz not null
      ) with (fillfactor = 50)`
    yield* sql`
      create unlogged table rate_lease (
        account_id uuid        not null,
        node_id    uuid        not null,
        tokens     int         not null check (tokens >= 0),
        ends_at    timestamptz not null,
        primary key (account_id, node_id)
      ) with (fillfactor = 50)`

    // Requests with an Idempotency-Key of the last 24 hours (idempotency/Idempotency.ts). The key and the request are
    // stored only as HMACs under a key of the account. All attempts share "command_id"; once it has a reply (es.reply),
    // there are no more attempts.
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
)

export const makeAccountTables = Effect.all([makePeople, makeSignIn, makeSecurity, makeLimits], {
  discard: true
})
