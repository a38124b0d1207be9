/**
 * The order in which the whole log is followed.
 *
 * Commit numbers are drawn before they become visible, so a reader who goes by them skips whatever
 * commits late. The sealer gives every *committed* append the next number of a dense sequence,
 * afterwards, in a table of its own: nothing can appear behind a reader, and a transaction that takes
 * long delays nobody but itself.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The only thing that readers of the log look at. Narrow, and only ever added to.
  yield* sql`
    create table es.sealed (
      seq       bigint      primary key check (seq > 0),
      commit_id bigint      not null unique references es.commit,
      at        timestamptz not null default clock_timestamp()
    )`
  yield* sql`
    create trigger append_only before update or delete or truncate on es.sealed
    for each statement execute function es.refuse_change()`

  // How far sealing has come: the last number given, and the highest commit number ever seen.
  yield* sql`
    create table es.head (
      one      boolean primary key default true check (one),
      seq      bigint  not null check (seq >= 0),
      max_seen bigint  not null check (max_seen >= 0)
    ) with (fillfactor = 50)`
  yield* sql`insert into es.head (seq, max_seen) values (0, 0)`

  // Commit numbers below "max_seen" that were not visible when they were passed: their transaction
  // was still open, or had failed. "fence" is a transaction id from after the hole was seen, so it
  // is above that of every transaction that can own it.
  yield* sql`create table es.gap (commit_id bigint primary key, fence xid8)`

  // One round; answers how many commits it sealed, and the head. A second sealer finds the row of
  // the head locked and leaves. Each statement sees what was committed before it started.
  yield* sql`
    create function es.seal(p_commits_max int, p_gaps_max int) returns json language plpgsql as $$
    declare
      v_seq bigint; v_seen bigint; v_last bigint; v_top bigint; v_xmin xid8; v_sealed int;
    begin
      -- Idle rounds write nothing: not even a transaction id. Asked by max(), which reads one entry
      -- of the index; "is there any above" would be answered by a scan of the whole table.
      if not exists (select from es.gap)
        and coalesce((select max(commit_id) from es.commit), 0) <= (select max_seen from es.head) then
        return json_build_object('sealed', 0, 'seq', (select seq from es.head), 'gaps', 0);
      end if;

      select seq, max_seen into v_seq, v_seen from es.head for update skip locked;
      if not found then
        return json_build_object('sealed', 0, 'seq', (select seq from es.head), 'gaps', 0);
      end if;

      update es.gap set fence = pg_current_xact_id() where fence is null;
      v_xmin := pg_snapshot_xmin(pg_current_snapshot());

      -- Only now, after xmin was taken: whatever was finished then is visible to this statement.
      insert into es.sealed (seq, commit_id)
        select v_seq + row_number() over (order by commit_id), commit_id
        from (
          (select commit_id from es.gap join es.commit using (commit_id) order by commit_id
            limit p_commits_max)
          union all
          (select commit_id from es.commit where commit_id > v_seen order by commit_id
            limit p_commits_max)
        ) visible order by commit_id limit p_commits_max;
      get diagnostics v_sealed = row_count;

      select max(commit_id) into v_top from es.sealed where seq > v_seq;
      v_last := greatest(v_seen, v_top);

      -- A gap is over when it was sealed, or when everybody who could own it has finished without.
      delete from es.gap g
        where g.fence < v_xmin or exists (select from es.sealed s where s.commit_id = g.commit_id);

      -- New holes are what this round passed and did not seal: not what is invisible *now*, because
      -- a commit that became visible in between would be in neither.
      if v_last > v_seen then
        if v_last - v_seen - v_sealed > p_gaps_max then
          raise exception 'commit numbers jump from % to %: more than % are missing',
            v_seen, v_last, p_gaps_max;
        end if;
        insert into es.gap (commit_id)
          select id from generate_series(v_seen + 1, v_last) id
          where not exists (select from es.sealed s where s.commit_id = id);
      end if;

      update es.head set seq = v_seq + v_sealed, max_seen = v_last;
      return json_build_object('sealed', v_sealed, 'seq', v_seq + v_sealed,
        'gaps', (select count(*) from es.gap));
    end $$`
})
