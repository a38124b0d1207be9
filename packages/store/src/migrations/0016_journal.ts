/**
 * The transfers of a commit are one row of `es.journal`, as a commit writes them at once: with 64 clients that is
 * 31 octets a check in the WAL instead of 374. A transfer says which of seven postings it is instead of the names
 * of two ledger accounts, so no other can be written. `es.transfer` is a view that says the names.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { journalAppend } from "./journalAppend.ts"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Every transfer is read and written once.
  yield* sql`set local statement_timeout = 0`
  yield* sql`lock table es.commit, es.event, es.transfer in access exclusive mode`

  // For programs that the database has refused since 0009.
  yield* sql`
    drop function es.append(text[], bigint[], text[], int[], text[], smallint[], text[], uuid[], text[],
      text[], uuid[], uuid[], bigint[], bigint[], int[], text[], text[], bigint[], text[], boolean)`
  yield* sql`
    drop function es.transact(bigint, uuid[], uuid[], bigint[], bigint[], int[], text[], text[], bigint[], text[])`

  // `postingRules` of the domain (postings.ts). Added and withdrawn: adjustments up and down. Returned: a charge
  // whose answer was lost.
  yield* sql`
    create type es.posting_kind as enum
      ('granted', 'added', 'withdrawn', 'held', 'charged', 'refunded', 'returned')`

  // Null: no such posting. Looks at as much of the names as tells the kinds of accounts apart; whether they are
  // the names of its accounts is for its reader to ask.
  yield* sql`
    create function es.posting_kind_of(debit text, credit text) returns es.posting_kind
    language sql immutable parallel safe as $$
      select case left(debit, 5) || ' ' || left(credit, 5)
        when 'sys:i avail' then 'granted'::es.posting_kind
        when 'sys:a avail' then 'added'::es.posting_kind
        when 'avail sys:a' then 'withdrawn'::es.posting_kind
        when 'avail hold:' then 'held'::es.posting_kind
        when 'hold: sys:u' then 'charged'::es.posting_kind
        when 'hold: avail' then 'refunded'::es.posting_kind
        when 'sys:u avail' then 'returned'::es.posting_kind
      end
    $$`
  yield* sql`
    create function es.debit_of(kind es.posting_kind, account_id uuid, hold_id uuid) returns text
    language sql immutable parallel safe as $$
      select case kind
        when 'granted' then 'sys:issued'
        when 'added' then 'sys:adjusted'
        when 'withdrawn' then 'avail:' || account_id::text
        when 'held' then 'avail:' || account_id::text
        when 'charged' then 'hold:' || hold_id::text
        when 'refunded' then 'hold:' || hold_id::text
        when 'returned' then 'sys:usage:' || account_id::text
      end
    $$`
  yield* sql`
    create function es.credit_of(kind es.posting_kind, account_id uuid, hold_id uuid) returns text
    language sql immutable parallel safe as $$
      select case kind
        when 'withdrawn' then 'sys:adjusted'
        when 'held' then 'hold:' || hold_id::text
        when 'charged' then 'sys:usage:' || account_id::text
        else 'avail:' || account_id::text
      end
    $$`

  // The n-th of each array is of the n-th transfer. A posting without a hold has a null.
  yield* sql`
    create table es.journal (
      commit_id  bigint            not null,
      event_idxs int[]             not null,
      kinds      es.posting_kind[] not null,
      amounts    bigint[]          not null,
      accounts   uuid[]            not null,
      holds      uuid[]            not null,
      primary key (commit_id),
      check (0 < all (amounts) and cardinality(amounts) > 0 and cardinality(event_idxs) = cardinality(amounts)
        and cardinality(kinds) = cardinality(amounts) and cardinality(accounts) = cardinality(amounts)
        and cardinality(holds) = cardinality(amounts))
    ) partition by range (commit_id)`
  for (const column of ["event_idxs", "kinds", "amounts", "accounts", "holds"])
    yield* sql.unsafe(`alter table es.journal alter ${column} set storage main`)
  yield* sql`
    create trigger append_only before update or delete or truncate on es.journal
    for each statement execute function es.refuse_change()`

  // As before (0015), with that of the journal: as a whole it is longer than 2 kB where checks share commits, and
  // only then Postgres compresses what may stay in the row, which is all of it but a fifth of its octets.
  yield* sql`
    create or replace function es.make_partition(p_table text, p_from bigint, p_to bigint) returns void
    language plpgsql as $$
    declare
      v_name text := format('%s_%s', p_table, p_from);
    begin
      execute format('create table es.%I (like es.%I including constraints including storage)', v_name, p_table);
      if p_table = 'event' then
        execute format('create unique index %I on es.%I '
          '(hashtextextended(stream_id, 0), hashtextextended(stream_id, 1), version)',
          v_name || '_stream_version', v_name);
      elsif p_table = 'journal' then
        execute format('alter table es.%I set (toast_tuple_target = 128)', v_name);
      end if;
      execute format('create trigger append_only before update or delete or truncate on es.%I '
        'for each statement execute function es.refuse_change()', v_name);
      execute format('alter table es.%I attach partition es.%I for values from (%s) to (%s)',
        p_table, v_name, p_from, p_to);
    end $$`
  yield* sql`
    select es.make_partition('journal',
      coalesce(substring(pg_get_expr(relpartbound, c.oid) from 'FROM \\(''(\\d+)''\\)')::bigint, 0),
      substring(pg_get_expr(relpartbound, c.oid) from 'TO \\(''(\\d+)''\\)')::bigint)
    from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'es.commit'::regclass`

  // What is none of the ledger's postings is not lost: it stays as it is until somebody has looked at it.
  yield* sql`
    do $$
    declare
      t record;
    begin
      select * into t from es.transfer, lateral (
          select es.posting_kind_of(debit, credit) as kind,
            substring(debit || ' ' || credit from '(?:avail|sys:usage):(\\S+)') as account
        ) said
        where (es.debit_of(kind, account::uuid, hold_id), es.credit_of(kind, account::uuid, hold_id))
          is distinct from (debit, credit)
        order by commit_id limit 1;
      if found then
        raise exception 'commit %: the ledger has no transfer from % to %; "rcpt ledger verify" of the program before says more',
          t.commit_id, t.debit, t.credit;
      end if;
    end $$`
  yield* sql`
    insert into es.journal (commit_id, event_idxs, kinds, amounts, accounts, holds)
    select commit_id, array_agg(event_idx order by idx), array_agg(es.posting_kind_of(debit, credit) order by idx),
      array_agg(amount order by idx),
      array_agg(substring(debit || ' ' || credit from '(?:avail|sys:usage):(\\S+)')::uuid order by idx),
      array_agg(hold_id order by idx)
    from es.transfer group by commit_id order by commit_id`
  yield* sql`drop table es.transfer`
  yield* sql`
    create view es.transfer as
    select j.commit_id, t.idx::int as idx, t.event_idx, es.debit_of(t.kind, t.account_id, t.hold_id) as debit,
      es.credit_of(t.kind, t.account_id, t.hold_id) as credit, t.amount, t.hold_id
    from es.journal j, unnest(j.event_idxs, j.kinds, j.amounts, j.accounts, j.holds) with ordinality
      as t (event_idx, kind, amount, account_id, hold_id, idx)`

  // For an append that had begun before the tables changed: it is repeated, as one that finds no partition is.
  yield* sql`
    create function es.refuse_transfer() returns trigger language plpgsql as $$
    begin
      raise exception 'transfers are rows of es.journal' using errcode = 'check_violation';
    end $$`
  yield* sql`
    create trigger refuse_transfer instead of insert on es.transfer
    for each row execute function es.refuse_transfer()`

  // As before (0009), with the journal instead of the transfers.
  yield* sql`
    create or replace function es.extend_partitions(p_size bigint) returns int language plpgsql
    set lock_timeout = '200ms' as $$
    declare
      v_end bigint := es.partitions_end();
      v_last bigint := (select last_value from es.commit_commit_id_seq);
      v_to bigint;
      v_made int := 0;
    begin
      if v_end - v_last > p_size then
        return 0;
      end if;
      lock table es.commit, es.event, es.journal in share update exclusive mode;
      loop
        v_end := es.partitions_end();
        v_last := (select last_value from es.commit_commit_id_seq);
        exit when v_end - v_last > p_size;
        v_to := (greatest(v_end, v_last) / p_size + 1) * p_size;
        perform es.make_partition(name, v_end, v_to)
          from unnest(array['commit', 'event', 'journal']) name;
        v_made := v_made + 1;
      end loop;
      return v_made;
    end $$`

  yield* sql.unsafe(journalAppend)
})
