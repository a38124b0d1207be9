/**
 * The ledger as its owner reads it: rows of the projection `ledger` (views/ledger/ledgerView.ts). Also
 * what an owner of the service sees and does: nodes that live, accounts that are suspended (admin/).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Where an event stands in the account's order, and what was available after it. What else it says
  // is read from the event itself, by (commit_id, idx).
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
  // Grants are one in a million, and are looked for.
  yield* sql`create index ledger_entry_type on ledger_entry (generation, account_id, type, seq, idx)`
  yield* sql`
    create index ledger_entry_hold on ledger_entry (generation, hold_id, seq, idx)
    where hold_id is not null`

  // Whose hold it is, where it is a job's.
  yield* sql`
    create table ledger_job (
      generation int  not null,
      hold_id    uuid not null,
      job_id     uuid not null,
      primary key (generation, hold_id)
    )`

  // Sums of a calendar month (UTC), and between which places of the log its entries stand.
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

  // The fact is an event of the account; here is what every request of it asks for.
  yield* sql`alter table account add column suspended_at timestamptz`

  // Last uses of all its keys, also of those that were revoked.
  yield* sql`create index api_key_account_id on api_key (account_id)`

  // Who works on this database: each node says so every few seconds.
  yield* sql`
    create table node (
      name       text        primary key,
      started_at timestamptz not null,
      seen_at    timestamptz not null
    ) with (fillfactor = 50)`
})
