/** Inlets of accounts (inlets/Inlets.ts), and the events that they have taken. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // "secret_hash": SHA-256 of the secret in the URL, which is not stored. "signing_key": encrypted (SecretBox.ts).
  // "lease", "leased_by" and "due_at" are of the node that works its events off (inlets/workEvents.ts). "counts": how many
  // events became what.
  yield* sql`
    create table inlet (
      inlet_id       uuid        primary key,
      account_id     uuid        not null references account on delete cascade,
      kind           text        not null,
      name           text        not null,
      secret_hash    bytea       not null unique,
      previous_hash  bytea       unique,
      previous_until timestamptz,
      signing_key    bytea,
      counts         jsonb       not null default '{}',
      last_event_at  timestamptz,
      created_at     timestamptz not null default now(),
      place          bigint      generated always as identity,
      lease          uuid,
      leased_by      text,
      due_at         timestamptz not null default now()
    )`
  yield* sql`create index inlet_account_id on inlet (account_id, place)`
  yield* sql`create index inlet_leased on inlet (leased_by) where lease is not null`

  // "fate": what became of it; null: it waits. The last ones of each inlet stay, for its page.
  yield* sql`
    create table inlet_event (
      place       bigint      generated always as identity primary key,
      inlet_id    uuid        not null references inlet on delete cascade,
      email       text,
      type        text        not null,
      outcome     text        not null,
      response    text,
      occurred_at timestamptz not null,
      received_at timestamptz not null default now(),
      fate        text
    )`
  yield* sql`create index inlet_event_waiting on inlet_event (inlet_id, place) where fate is null`
  yield* sql`create index inlet_event_shown on inlet_event (inlet_id, place) where fate is not null`
  yield* sql`create index inlet_event_received_at on inlet_event (received_at) where fate is not null`

  // The events of the last days, by a hash of the service's id: one that comes again is the same. They
  // outlive their inlet by these days, so that its removal is one short statement.
  yield* sql`
    create table inlet_seen (
      inlet_id uuid        not null,
      digest   bytea       not null,
      seen_at  timestamptz not null default now(),
      primary key (inlet_id, digest)
    )`
  yield* sql`create index inlet_seen_seen_at on inlet_seen (seen_at)`

  // Addresses of people: Postgres would keep samples of them beyond the life of their rows.
  yield* sql`alter table inlet_event alter email set statistics 0`
  yield* sql`alter table inlet_event alter response set statistics 0`
})
