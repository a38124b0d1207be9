/**
 * The order of the whole log, and rounds of projections (`Projector.ts`).
 *
 * Commit numbers are drawn before they become visible, so a reader that follows them would miss late commits. The sealer
 * gives every *committed* append the next number of a gapless sequence, in a separate table: nothing can appear behind a
 * reader, and a long transaction delays only itself.
 *
 * A round seals and runs all projections in one transaction, and does not wait for the disk. Postgres writes its WAL in
 * order, so a crash loses a round only together with everything after it, and the next round repeats it from the same
 * commits.
 */

/**
 * Seals once; returns how many commits it sealed, and the head. A second sealer finds the head row locked and skips the
 * round. Each statement sees what was committed before it started. One notification tells the other nodes, within the
 * transaction: outside of it, NOTIFY costs a transaction id, a commit and a flush of its own.
 */
const seal = `
create or replace function es.seal(p_commits_max int, p_gaps_max int) returns json
language plpgsql as $$
declare
  v_seq bigint; v_seen bigint; v_last bigint; v_top bigint; v_xmin xid8; v_sealed int;
begin
  -- Idle rounds write nothing, not even a transaction id. max() reads one entry of the index; Postgres
  -- would answer "is there any above" by a scan of the whole table.
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

  -- This is read after xmin was taken, so everything that was finished then is visible to it.
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

  -- A gap is over when it was sealed, or when every transaction that could own it has ended without
  -- a commit. A gap whose commit is there waits for a later round, which has room for it.
  delete from es.gap g
    where exists (select from es.sealed s where s.commit_id = g.commit_id)
      or (g.fence < v_xmin
        and not exists (select from es.commit c where c.commit_id = g.commit_id));

  -- New holes are the numbers that this round passed and did not seal. Numbers that are invisible *now*
  -- would be too few: a commit that became visible in between would be in neither.
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
  if v_sealed > 0 then
    perform pg_notify('rcpt_sealed', '');
  end if;
  return json_build_object('sealed', v_sealed, 'seq', v_seq + v_sealed,
    'gaps', (select count(*) from es.gap));
end $$`

/**
 * The first statement of a round. It locks the checkpoints that no other node works on. When there is nothing to do it
 * writes and locks nothing.
 */
const startRound = `
create or replace function es.start_round(p_names text[], p_commits_max int, p_gaps_max int) returns json
language plpgsql as $$
declare
  v_round json;
begin
  if not exists (select from es.gap)
    and coalesce((select max(commit_id) from es.commit), 0) <= (select max_seen from es.head)
    and not exists (select from es.projection p, es.head h
      where p.name = any (p_names) and (p.seq < h.seq or not p.live)) then
    return json_build_object('sealed', 0, 'seq', (select seq from es.head), 'gaps', 0);
  end if;
  perform set_config('synchronous_commit', 'off', true);
  v_round := es.seal(p_commits_max, p_gaps_max);
  return json_build_object('sealed', v_round -> 'sealed', 'seq', v_round -> 'seq',
    'gaps', v_round -> 'gaps',
    'checkpoints', (select coalesce(json_agg(p), '[]') from (
      select name, generation, live, seq, epoch from es.projection
      where name = any (p_names) order by name, generation for update skip locked) p));
end $$`

/**
 * A commit that waits for the disk, with nothing in it: it takes all WAL before it along. The flag of the message makes
 * it part of the transaction, which otherwise would write nothing and not wait.
 */
const flushLog = `
create or replace function es.flush_log() returns void language plpgsql as $$
begin
  if pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() then
    perform pg_logical_emit_message(true, 'rcpt', '');
  end if;
end $$`

export const orderFunctions: ReadonlyArray<string> = [seal, startRound, flushLog]
