/**
 * The ledger as its owner reads it: rows of the projection `ledger` (views/ledger/ledgerView.ts). Also
 * tables for owners of the service: running nodes and suspended accounts (operations/admin/).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The place of an event in the account's order, and the available credits after it. All else is read
  // from the event itself, by (commit_id, idx).
  yield* sql`
    create table ledger_entry (
      generation int    not null,
      account_id uuid   not null,
      seq        bigint not null,
      idx        int    not null,
      commit_id  bigint not null,
      type       text   not null check (type in ('grant', 'adjust', 'hold', 'charge', 'refund')),
      credits    bigint not null check (credits > 0),
      change     bigint not null check (abs(change) in (0, credits)),
      balance    bigint not null,
      hold_id    uuid,
      primary key (generation, account_id, seq, idx)
    )`
  // Grants are rare among millions of entries, and people filter by them.
  yield* sql`create index ledger_entry_type on ledger_entry (generation, account_id, type, seq, idx)`
  yield* sql`
    create index ledger_entry_hold on ledger_entry (generation, hold_id, seq, idx)
    where hold_id is not null`

  // The job of each hold that belongs to a job.
  yield* sql`
    create table ledger_job (
      generation int  not null,
      hold_id    uuid not null,
      job_id     uuid not null,
      primary key (generation, hold_id)
    )`

  // Sums of a calendar month (UTC), and the places in the log of its first and last entries.
  yield* sql`
    create table ledger_month (
      generation int    not null,
      account_id uuid   not null,
      month      date   not null check (extract(day from month) = 1),
      granted    bigint not null,
      adjusted   bigint not null,
      held       bigint not null,
      charged    bigint not null,
      refunded   bigint not null,
      first_seq  bigint not null,
      last_seq   bigint not null,
      primary key (generation, account_id, month)
    ) with (fillfactor = 70)`

  // The fact is an event of the account; the column is here because every request reads it.
  yield* sql`alter table account add column suspended_at timestamptz`

  // Last uses of all its keys, also of those that were revoked.
  yield* sql`create index api_key_account_id on api_key (account_id)`

  // The nodes that work on this database: each updates its row every few seconds.
  yield* sql`
    create table node (
      name       text        primary key,
      started_at timestamptz not null,
      seen_at    timestamptz not null
    ) with (fillfactor = 50)`
})
