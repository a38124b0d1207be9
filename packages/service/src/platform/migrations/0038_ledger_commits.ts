/**
 * The view of the ledger in a row for each commit instead of each entry: of checks that share a commit, a
 * tenth of the octets on the disk and in the WAL.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Programs up to the last migration before write to a table "ledger_entry". */
const programs = 38

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Every entry is read and written once. A node that is amid a step of this view is waited for.
  yield* sql`set local statement_timeout = 0`
  yield* sql`lock table ledger_entry in access exclusive mode`

  yield* sql`create type entry_type as enum ('grant', 'adjust', 'hold', 'charge', 'refund')`

  // What a commit did to an account: its entries in the order of their events, and the available credits after
  // the last of them. An amount is below zero only for an adjustment down. Read by `entriesTable` (entryRows.ts).
  yield* sql`
    create table ledger_commit (
      generation int          not null,
      account_id uuid         not null,
      seq        bigint       not null,
      commit_id  bigint       not null,
      balance    bigint       not null,
      idxs       int[]        not null,
      types      entry_type[] not null,
      amounts    bigint[]     not null,
      holds      uuid[]       not null,
      primary key (generation, account_id, seq),
      check (cardinality(idxs) > 0 and cardinality(types) = cardinality(idxs)
        and cardinality(amounts) = cardinality(idxs) and cardinality(holds) = cardinality(idxs))
    )`

  // The commits that settle a hold later than in the one that opened it, which "es.hold" knows.
  yield* sql`
    create table ledger_settlement (
      generation int    not null,
      hold_id    uuid   not null,
      seq        bigint not null,
      primary key (generation, hold_id, seq)
    )`

  yield* sql`
    insert into ledger_commit
      (generation, account_id, seq, commit_id, balance, idxs, types, amounts, holds)
    select generation, account_id, seq, commit_id, (array_agg(balance order by idx desc))[1],
      array_agg(idx order by idx), array_agg(type::entry_type order by idx),
      array_agg(case type when 'adjust' then change else credits end order by idx),
      array_agg(hold_id order by idx)
    from ledger_entry group by generation, account_id, seq, commit_id`
  yield* sql`
    insert into ledger_settlement (generation, hold_id, seq)
    select distinct generation, hold_id, seq from ledger_entry e
    where hold_id is not null and not exists (
      select from ledger_entry h where h.generation = e.generation and h.hold_id = e.hold_id
        and h.account_id = e.account_id and h.seq = e.seq and h.type = 'hold')`
  yield* sql`drop table ledger_entry`

  // Few among millions of commits, and people filter by them.
  for (const type of ["grant", "adjust", "refund"])
    yield* sql.unsafe(`
      create index ledger_commit_${type} on ledger_commit (generation, account_id, seq)
      where '${type}' = any (types)`)

  yield* sql`update oldest_program set service = greatest(service, ${programs})`
})
