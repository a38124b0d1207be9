/**
 * The order of the whole log.
 *
 * Commit numbers are drawn before they become visible, so a reader that follows them would miss late
 * commits. The sealer gives every *committed* append the next number of a gapless sequence, in a
 * separate table: nothing can appear behind a reader, and a long transaction delays only itself.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Readers of the log follow this table only. Narrow and insert-only.
  yield* sql`
    create table es.sealed (
      seq       bigint      primary key check (seq > 0),
      commit_id bigint      not null unique references es.commit,
      at        timestamptz not null default clock_timestamp()
    )`
  yield* sql`
    create trigger append_only before update or delete or truncate on es.sealed
    for each statement execute function es.refuse_change()`

  // Progress of the sealer: the last number assigned, and the highest commit number ever seen.
  yield* sql`
    create table es.head (
      one      boolean primary key default true check (one),
      seq      bigint  not null check (seq >= 0),
      max_seen bigint  not null check (max_seen >= 0)
    ) with (fillfactor = 50)`
  yield* sql`insert into es.head (seq, max_seen) values (0, 0)`

  // Commit numbers below "max_seen" that were not visible when they were skipped: their transaction
  // was still open, or had failed. "fence" is a transaction id drawn after the gap was seen, so it is
  // above the id of every transaction that can own the gap.
  yield* sql`create table es.gap (commit_id bigint primary key, fence xid8)`

  // One round; returns how many commits it sealed, and the head. A second sealer finds the head row
  // locked and skips the round. Each statement sees what was committed before it started.
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
