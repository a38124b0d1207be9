/**
 * Commits, events and transfers in partitions by ranges of commit numbers, so that each index stays of a
 * size that fits in memory, and an old partition can be moved as a whole.
 *
 * The tables as they were become the first partitions: no row is copied, each is read once. Their owner
 * may do all of this; appends wait for as long as it takes to read them.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** `partitionSize` (partitions.ts), as it was when this was written. */
const size = 50_000_000

const tables = ["commit", "event", "transfer"] as const

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Of all three at once, in the order of an append.
  yield* sql`lock table es.commit, es.event, es.transfer in access exclusive mode`

  // The sequence of an identity goes with it; only since Postgres 17 may a partition have one.
  yield* sql`create table es.drawn as select last_value, is_called from es.commit_commit_id_seq`
  yield* sql`alter table es.commit alter commit_id drop identity`
  yield* sql`alter index es.event_stream_version rename to event_0_stream_version`
  for (const table of tables) {
    yield* sql.unsafe(`alter index es.${table}_pkey rename to ${table}_0_pkey`)
    yield* sql.unsafe(`alter table es.${table} rename to ${table}_0`)
    yield* sql.unsafe(`
      create table es.${table} (like es.${table}_0 including constraints) partition by range (commit_id)`)
  }
  yield* sql`alter table es.commit add primary key (commit_id)`
  yield* sql`alter table es.event add primary key (commit_id, idx)`
  yield* sql`alter table es.transfer add primary key (commit_id, idx)`
  yield* sql`create sequence es.commit_commit_id_seq owned by es.commit.commit_id`
  yield* sql`select setval('es.commit_commit_id_seq', last_value, is_called) from es.drawn`
  yield* sql`alter table es.commit alter commit_id set default nextval('es.commit_commit_id_seq')`

  for (const table of tables) {
    // A trigger for each statement is one of the table that the statement names.
    yield* sql.unsafe(`
      create trigger append_only before update or delete or truncate on es.${table}
      for each statement execute function es.refuse_change()`)
    yield* sql.unsafe(`
      do $$ begin execute format(
        'alter table es.${table} attach partition es.${table}_0 for values from (minvalue) to (%s)',
        (select (last_value / ${size} + 1) * ${size} from es.drawn));
      end $$`)
  }
  yield* sql`drop table es.drawn`

  // The first commit number that has no partition.
  yield* sql`
    create function es.partitions_end() returns bigint language sql stable as $$
      select max(substring(pg_get_expr(relpartbound, c.oid) from 'TO \\(''(\\d+)''\\)')::bigint)
      from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'es.commit'::regclass
    $$`

  // A partition is named by its first commit number. "(stream_id, version)" is unique in each: over all
  // of them it is so because es.append counts under the lock of the stream, and the audit checks it.
  yield* sql`
    create function es.make_partition(p_table text, p_from bigint, p_to bigint) returns void
    language plpgsql as $$
    declare
      v_name text := format('%s_%s', p_table, p_from);
    begin
      execute format('create table es.%I (like es.%I including constraints)', v_name, p_table);
      if p_table = 'event' then
        execute format('create unique index %I on es.%I (stream_id, version)',
          v_name || '_stream_version', v_name);
      end if;
      execute format('create trigger append_only before update or delete or truncate on es.%I '
        'for each statement execute function es.refuse_change()', v_name);
      execute format('alter table es.%I attach partition es.%I for values from (%s) to (%s)',
        p_table, v_name, p_from, p_to);
    end $$`

  // Makes partitions until a whole one is free beyond the last number drawn; returns how many it made.
  // Appends and readers go on meanwhile: attaching shares the table with all but those who attach too. Who
  // finds it in other hands gives up soon, and is to come again.
  yield* sql`
    create function es.extend_partitions(p_size bigint) returns int language plpgsql
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
      lock table es.commit, es.event, es.transfer in share update exclusive mode;
      loop
        v_end := es.partitions_end();
        v_last := (select last_value from es.commit_commit_id_seq);
        exit when v_end - v_last > p_size;
        v_to := (greatest(v_end, v_last) / p_size + 1) * p_size;
        perform es.make_partition(name, v_end, v_to)
          from unnest(array['commit', 'event', 'transfer']) name;
        v_made := v_made + 1;
      end loop;
      return v_made;
    end $$`
  yield* sql`select es.extend_partitions(${size})`
})
