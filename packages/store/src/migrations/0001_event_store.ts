/**
 * Streams, events, commits, commands and the ledger's rows.
 *
 * `event`, `commit`, `transfer` and `command` are insert-only: a trigger refuses updates and deletes.
 * `stream`, `account` and `hold` are derived from them, so that a decision need not fold a million
 * events; their CHECKs are the last line of defence.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create schema es`

  // One row per stream: its version and the head of its hash chain. Every append updates it, so a low
  // fillfactor keeps the new row version on the same page (HOT update, no index work).
  yield* sql`
    create table es.stream (
      stream_id text   primary key check (stream_id <> ''),
      version   bigint not null check (version >= 0),
      head_hash bytea  not null check (length(head_hash) = 32)
    ) with (fillfactor = 70)`

  // One row per append. The identity draws one number at a time (CACHE 1): numbers cached by a session
  // would be used out of order, and the sealed order is built on them.
  yield* sql`
    create table es.commit (
      commit_id bigint      generated always as identity (cache 1) primary key,
      at        timestamptz not null,
      events    int         not null check (events > 0),
      leaf      bytea       not null check (length(leaf) = 32)
    )`

  // "data" is json, not jsonb: json keeps the exact text, which is what was hashed.
  yield* sql`
    create table es.event (
      commit_id bigint   not null references es.commit deferrable initially deferred,
      idx       int      not null,
      stream_id text     not null,
      version   bigint   not null check (version > 0),
      type      text     not null,
      v         smallint not null check (v > 0),
      data      json     not null,
      hash      bytea    not null check (length(hash) = 32),
      primary key (commit_id, idx)
    )`
  yield* sql`create unique index event_stream_version on es.event (stream_id, version)`

  // Executed commands: a repeated one returns its stored outcome, an altered one is refused.
  yield* sql`
    create table es.command (
      command_id   uuid   primary key,
      request_hash bytea  not null,
      commit_id    bigint not null,
      outcome      json   not null
    )`

  // Double entry is structural: one row, one debit, one credit. System accounts ("sys:issued",
  // "sys:usage:…") have no balance row, so no append waits for its lock.
  yield* sql`
    create table es.transfer (
      commit_id bigint not null,
      idx       int    not null,
      event_idx int    not null,
      debit     text   not null,
      credit    text   not null,
      amount    bigint not null check (amount > 0),
      hold_id   uuid,
      primary key (commit_id, idx),
      check (debit <> credit)
    )`

  yield* sql`
    create table es.account (
      account_id uuid   primary key,
      available  bigint not null check (available >= 0)
    ) with (fillfactor = 70)`

  yield* sql`
    create table es.hold (
      hold_id    uuid   primary key,
      account_id uuid   not null,
      credits    bigint not null check (credits > 0),
      charged    bigint not null default 0 check (charged >= 0),
      refunded   bigint not null default 0 check (refunded >= 0),
      expires_at timestamptz,
      check (charged + refunded <= credits)
    ) with (fillfactor = 70)`
  yield* sql`
    create index hold_expiry on es.hold (expires_at)
    where charged + refunded < credits and expires_at is not null`

  yield* sql`
    create function es.refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of es.% are never changed or deleted', tg_table_name;
    end $$`
  for (const table of ["event", "commit", "transfer", "command"]) {
    yield* sql.unsafe(`
      create trigger append_only before update or delete or truncate on es.${table}
      for each statement execute function es.refuse_change()`)
  }
})
