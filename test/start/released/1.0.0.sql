
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA es;

CREATE TYPE es.posting_kind AS ENUM (
    'granted',
    'added',
    'withdrawn',
    'held',
    'charged',
    'refunded',
    'returned'
);

CREATE TYPE public.entry_type AS ENUM (
    'grant',
    'adjust',
    'hold',
    'charge',
    'refund'
);

CREATE FUNCTION es.append(p_streams text[], p_expected bigint[], p_expected_heads text[], p_counts integer[], p_types text[], p_vs smallint[], p_data text[], p_commands uuid[], p_request_hashes text[], p_outcomes text[], p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[], p_events integer[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[], p_flush_later boolean, p_replies text[]) RETURNS json
    LANGUAGE plpgsql
    AS $$
declare
  v_commit bigint; v_at timestamptz; v_at_octets bytea;
  s record; e record; i int;
  v_version bigint; v_head bytea; v_name bytea;
  v_first int := 1;
  v_known json; v_conflicts json[];
  v_leaf bytea := '\x00';
  v_versions bigint[] := array_fill(0::bigint, array[cardinality(p_streams)]);
  v_heads bytea[] := array_fill(decode(repeat('00', 32), 'hex'), array[cardinality(p_streams)]);
  a_streams text[] := '{}'; a_versions bigint[] := '{}'; a_hashes bytea[] := '{}';
  a_hex text[] := '{}';
  v_found int := 0;
  v_unknown text; v_missing uuid; v_short uuid; v_available json;
begin
  if p_flush_later then
    perform set_config('synchronous_commit', 'off', true);
  end if;
  if 0 = any (p_expected) then
    perform es.lock_streams(p_streams);
  end if;
  for s in select stream_id, version, head_hash from es.stream
      where stream_id = any (p_streams) order by stream_id for update loop
    i := array_position(p_streams, s.stream_id);
    v_versions[i] := s.version;
    v_heads[i] := s.head_hash;
    v_found := v_found + 1;
  end loop;

  -- The streams that a command writes to are locked, so it was carried out or it was not. This is asked
  -- before the versions: a command that is sent again expects the old ones.
  if cardinality(p_commands) > 0 then
    v_known := es.known_commands(p_commands);
    if json_array_length(v_known) > 0 then
      return json_build_object('known', v_known);
    end if;
  end if;

  for i in 1 .. cardinality(p_streams) loop
    if (p_expected[i] >= 0 or v_found < cardinality(p_streams)) and v_versions[i] <> p_expected[i]
        or (p_expected_heads[i] <> '' and p_expected_heads[i] <> encode(v_heads[i], 'hex')) then
      v_conflicts := v_conflicts || json_build_object(
        'stream', p_streams[i], 'expected', p_expected[i], 'actual', v_versions[i]);
    end if;
  end loop;
  if v_conflicts is not null then
    return json_build_object('conflicts', v_conflicts);
  end if;

  v_commit := nextval('es.commit_commit_id_seq');
  v_at := clock_timestamp();
  v_at_octets := int8send((extract(epoch from v_at) * 1000000)::bigint);

  for i in 1 .. cardinality(p_streams) loop
    v_version := v_versions[i];
    v_head := v_heads[i];
    v_name := es.length_prefixed(p_streams[i]);
    for e in select * from unnest(
          p_types[v_first : v_first + p_counts[i] - 1], p_vs[v_first : v_first + p_counts[i] - 1],
          p_data[v_first : v_first + p_counts[i] - 1]) as x (type, v, data) loop
      v_version := v_version + 1;
      v_head := sha256('\x00'::bytea || v_head || v_name || int8send(v_version)
        || es.length_prefixed(e.type) || int2send(e.v) || v_at_octets
        || sha256(convert_to(e.data, 'UTF8')));
      a_streams[v_first] := p_streams[i];
      a_versions[v_first] := v_version;
      a_hashes[v_first] := v_head;
      v_leaf := v_leaf || v_head;
      v_first := v_first + 1;
    end loop;
    v_versions[i] := v_version;
    v_heads[i] := v_head;
    a_hex[i] := encode(v_head, 'hex');
  end loop;

  update es.stream set version = x.version, head_hash = x.head
    from unnest(p_streams, v_versions, v_heads) as x (stream, version, head)
    where stream_id = x.stream;
  insert into es.commit (commit_id, at, events, leaf) overriding system value
    values (v_commit, v_at, v_first - 1, sha256(v_leaf));
  insert into es.event (commit_id, idx, stream_id, version, type, v, data, hash)
    select v_commit, n, stream, version, type, v, data::json, hash
    from unnest(a_streams, a_versions, p_types, p_vs, p_data, a_hashes) with ordinality
      as x (stream, version, type, v, data, hash, n);

  if cardinality(p_commands) > 0 then
    insert into es.command (command_id, request_hash, commit_id, outcome)
      select command, decode(request_hash, 'hex'), v_commit, outcome::json
      from unnest(p_commands, p_request_hashes, p_outcomes) as x (command, request_hash, outcome);
    insert into es.reply (command_id, body)
      select command, reply from unnest(p_commands, p_replies) as x (command, reply)
      where reply <> '';
  end if;

  -- The ledger's part: its journal, and the balances that follow. An expiry of 0 and a hold of '' mean
  -- that there is none, because an array of nulls alone has no type.
  if cardinality(p_events) > 0 then
    with posting as materialized (
      select event_idx, debit, credit, kind, amount, hold_id, case
          when kind in ('granted', 'added', 'refunded', 'returned') then substr(credit, 7)
          when kind in ('withdrawn', 'held') then substr(debit, 7)
          when kind = 'charged' then substr(credit, 11)
        end::uuid as account_id, idx
      from (
        select event_idx, debit, credit, es.posting_kind_of(debit, credit) as kind, amount,
          nullif(hold, '')::uuid as hold_id, idx
        from unnest(p_events, p_debits, p_credits, p_amounts, p_transfer_holds) with ordinality
          as x (event_idx, debit, credit, amount, hold, idx)
      ) known_kinds
    ), kept as (
      insert into es.journal (commit_id, event_idxs, kinds, amounts, accounts, holds)
      select v_commit, p_events, array_agg(kind order by idx), p_amounts,
        array_agg(account_id order by idx), array_agg(hold_id order by idx)
      from posting
    ), moved as materialized (
      select account_id, sum(delta) as delta, sum(greatest(delta, 0)) as credited from (
        select account_id, case when kind in ('withdrawn', 'held') then -amount else amount end as delta
        from posting where kind <> 'charged'
      ) moves group by account_id
    ), known as (
      update es.account a set available = a.available + m.delta
      from moved m where a.account_id = m.account_id
      returning a.account_id, a.available, a.available - m.credited as least
    ), opened as (
      insert into es.account (account_id, available)
      select account_id, delta from moved where account_id not in (select account_id from known)
    ), due as materialized (
      select hold_id, min(event_idx) as first_event,
        sum(case kind when 'charged' then amount when 'returned' then -amount else 0 end) as charged,
        sum(case when kind in ('refunded', 'returned') then amount else 0 end) as refunded
      from posting where hold_id is not null group by hold_id
    ), made as (
      insert into es.hold
        (hold_id, account_id, credits, charged, refunded, expires_at, commit_id, event_idx)
      select hold_id, account_id, credits, coalesce(charged, 0), coalesce(refunded, 0),
        to_timestamp(nullif(expiry, 0) / 1000.0), v_commit, first_event
      from unnest(p_holds, p_hold_accounts, p_hold_credits, p_hold_expiries)
        as x (hold_id, account_id, credits, expiry) left join due using (hold_id)
      returning hold_id
    ), settled as (
      update es.hold h set charged = h.charged + d.charged, refunded = h.refunded + d.refunded
      from due d where h.hold_id = d.hold_id and (d.charged <> 0 or d.refunded <> 0)
        and d.hold_id <> all (p_holds)
      returning h.hold_id
    )
    select
      (select format('%s to %s', debit, credit) from posting
        where es.debit_of(kind, account_id, hold_id) is distinct from debit
          or es.credit_of(kind, account_id, hold_id) is distinct from credit
        limit 1),
      (select hold_id from due
        where (charged <> 0 or refunded <> 0) and hold_id not in (select hold_id from settled)
          and hold_id not in (select hold_id from made)
        limit 1),
      (select account_id from known where least < 0 limit 1),
      (select json_object_agg(account_id, available) from known)
      into v_unknown, v_missing, v_short, v_available;
    if v_unknown is not null then
      raise exception 'no credits move from %', v_unknown;
    end if;
    if v_missing is not null then
      raise exception 'hold % does not exist: nobody would pay', v_missing;
    end if;
    if v_short is not null and -1 = any (p_expected) then
      raise exception 'account % may not have that much', v_short;
    end if;
  end if;
  return json_build_object('heads', a_hex, 'available', v_available);
end $$;

CREATE FUNCTION es.append_briefly(p_streams text[], p_expected bigint[], p_expected_heads text[], p_counts integer[], p_types text[], p_vs smallint[], p_data text[], p_commands uuid[], p_request_hashes text[], p_outcomes text[], p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[], p_events integer[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[], p_flush_later boolean, p_replies text[]) RETURNS json
    LANGUAGE plpgsql
    AS $$
declare
  v_wait text := set_config('lock_timeout', '100ms', true);
begin
  return es.append(
        p_streams, p_expected, p_expected_heads, p_counts, p_types, p_vs, p_data,
        p_commands, p_request_hashes, p_outcomes,
        p_holds, p_hold_accounts, p_hold_credits, p_hold_expiries,
        p_events, p_debits, p_credits, p_amounts, p_transfer_holds, p_flush_later, p_replies);
end $$;

CREATE FUNCTION es.append_unless_locked(p_streams text[], p_expected bigint[], p_expected_heads text[], p_counts integer[], p_types text[], p_vs smallint[], p_data text[], p_commands uuid[], p_request_hashes text[], p_outcomes text[], p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[], p_events integer[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[], p_flush_later boolean, p_replies text[]) RETURNS json
    LANGUAGE plpgsql
    AS $$
declare
  v_wait text := set_config('lock_timeout', '100ms', true);
  v_locked json := es.locked_streams(p_streams);
begin
  if v_locked is not null then
    return json_build_object('locked', v_locked);
  end if;
  return es.append(
        p_streams, p_expected, p_expected_heads, p_counts, p_types, p_vs, p_data,
        p_commands, p_request_hashes, p_outcomes,
        p_holds, p_hold_accounts, p_hold_credits, p_hold_expiries,
        p_events, p_debits, p_credits, p_amounts, p_transfer_holds, p_flush_later, p_replies);
end $$;

CREATE FUNCTION es.credit_of(kind es.posting_kind, account_id uuid, hold_id uuid) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case kind
    when 'withdrawn' then 'sys:adjusted'
    when 'held' then 'hold:' || hold_id::text
    when 'charged' then 'sys:usage:' || account_id::text
    else 'avail:' || account_id::text
  end
$$;

CREATE FUNCTION es.debit_of(kind es.posting_kind, account_id uuid, hold_id uuid) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case kind
    when 'granted' then 'sys:issued'
    when 'added' then 'sys:adjusted'
    when 'withdrawn' then 'avail:' || account_id::text
    when 'held' then 'avail:' || account_id::text
    when 'charged' then 'hold:' || hold_id::text
    when 'refunded' then 'hold:' || hold_id::text
    when 'returned' then 'sys:usage:' || account_id::text
  end
$$;

CREATE FUNCTION es.extend_partitions(p_size bigint) RETURNS integer
    LANGUAGE plpgsql
    SET lock_timeout TO '200ms'
    AS $$
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
end $$;

CREATE FUNCTION es.flush_log() RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() then
    perform pg_logical_emit_message(true, 'rcpt', '');
  end if;
end $$;

CREATE FUNCTION es.known_commands(p_commands uuid[]) RETURNS json
    LANGUAGE sql
    AS $$
  select coalesce(json_agg(case when body is null
      then json_build_object('commandId', command_id,
        'requestHash', encode(request_hash, 'hex'), 'outcome', outcome)
      else json_build_object('commandId', command_id,
        'requestHash', encode(request_hash, 'hex'), 'outcome', outcome, 'reply', body) end), '[]')
  from es.command left join es.reply using (command_id) where command_id = any (p_commands)
$$;

CREATE FUNCTION es.length_prefixed(t text) RETURNS bytea
    LANGUAGE sql IMMUTABLE STRICT
    RETURN (int4send(octet_length(convert_to(t, 'UTF8'::name))) || convert_to(t, 'UTF8'::name));

CREATE FUNCTION es.lock_streams(p_streams text[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  insert into es.stream (stream_id, version, head_hash)
    select s, 0, decode(repeat('00', 32), 'hex') from unnest(p_streams) s
    where not exists (select from es.stream where stream_id = s)
    order by s
    on conflict do nothing;
  perform from es.stream where stream_id = any (p_streams) order by stream_id for update;
end $$;

CREATE FUNCTION es.locked_streams(p_streams text[]) RETURNS json
    LANGUAGE plpgsql
    AS $$
declare
  v_mine text[];
begin
  v_mine := array(select stream_id from es.stream
    where stream_id = any (p_streams) order by stream_id for update skip locked);
  if cardinality(v_mine) = cardinality(p_streams) then
    return null;
  end if;
  return (select json_agg(stream_id) from es.stream
    where stream_id = any (p_streams) and stream_id <> all (v_mine));
end $$;

CREATE FUNCTION es.make_partition(p_table text, p_from bigint, p_to bigint) RETURNS void
    LANGUAGE plpgsql
    AS $$
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
end $$;

CREATE FUNCTION es.open(p_streams text[], p_accounts uuid[], p_holds uuid[], p_commands uuid[]) RETURNS json
    LANGUAGE plpgsql
    AS $$
begin
  perform es.lock_streams(p_streams);
  return json_build_object(
    'versions', (select coalesce(json_object_agg(stream_id, version), '{}')
      from es.stream where stream_id = any (p_streams)),
    'available', (select coalesce(json_object_agg(account_id, available), '{}')
      from es.account where account_id = any (p_accounts)),
    'holds', (select coalesce(json_agg(json_build_object(
        'holdId', hold_id, 'credits', credits, 'charged', charged, 'refunded', refunded,
        'expiresAt', (extract(epoch from expires_at) * 1000)::bigint)), '[]')
      from es.hold where hold_id = any (p_holds) and account_id = any (p_accounts)),
    'commands', es.known_commands(p_commands));
end $$;

CREATE FUNCTION es.open_unless_locked(p_streams text[], p_accounts uuid[], p_holds uuid[], p_commands uuid[]) RETURNS json
    LANGUAGE plpgsql
    AS $$
declare
  v_locked json := es.locked_streams(p_streams);
begin
  if v_locked is not null then
    return json_build_object('locked', v_locked);
  end if;
  return es.open(p_streams, p_accounts, p_holds, p_commands);
end $$;

CREATE FUNCTION es.partitions_end() RETURNS bigint
    LANGUAGE sql STABLE
    AS $$
  select max(substring(pg_get_expr(relpartbound, c.oid) from 'TO \(''(\d+)''\)')::bigint)
  from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'es.commit'::regclass
$$;

CREATE FUNCTION es.posting_kind_of(debit text, credit text) RETURNS es.posting_kind
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case left(debit, 5) || ' ' || left(credit, 5)
    when 'sys:i avail' then 'granted'::es.posting_kind
    when 'sys:a avail' then 'added'::es.posting_kind
    when 'avail sys:a' then 'withdrawn'::es.posting_kind
    when 'avail hold:' then 'held'::es.posting_kind
    when 'hold: sys:u' then 'charged'::es.posting_kind
    when 'hold: avail' then 'refunded'::es.posting_kind
    when 'sys:u avail' then 'returned'::es.posting_kind
  end
$$;

CREATE FUNCTION es.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'rows of es.% are never changed or deleted', tg_table_name;
end $$;

CREATE FUNCTION es.refuse_transfer() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'transfers are rows of es.journal' using errcode = 'check_violation';
end $$;

CREATE FUNCTION es.seal(p_commits_max integer, p_gaps_max integer) RETURNS json
    LANGUAGE plpgsql
    AS $$
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
end $$;

CREATE FUNCTION es.start_round(p_names text[], p_commits_max integer, p_gaps_max integer) RETURNS json
    LANGUAGE plpgsql
    AS $$
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
end $$;

CREATE FUNCTION public.lease_tokens(account uuid, node uuid, unspent integer, wanted integer, per_second double precision, burst double precision, lifetime interval, moment timestamp with time zone DEFAULT NULL::timestamp with time zone, OUT granted integer, OUT level double precision) RETURNS record
    LANGUAGE plpgsql
    AS $$
declare
  since     timestamptz;
  on_lease  int;
  ended     int;
  ended_at  timestamptz;
begin
  insert into rate_bucket values (account, burst, coalesce(moment, clock_timestamp()))
    on conflict do nothing;
  select b.level, b.refilled_at into level, since
    from rate_bucket b where b.account_id = account for update;
  -- The time is read behind the lock: a caller that waited for it must not bring an older time.
  moment := coalesce(moment, clock_timestamp());

  select coalesce(sum(l.tokens) filter (where l.ends_at > moment), 0),
         coalesce(sum(l.tokens) filter (where l.ends_at <= moment), 0),
         max(l.ends_at) filter (where l.ends_at <= moment)
    into on_lease, ended, ended_at
    from rate_lease l where l.account_id = account;

  -- There is room for the tokens of a lease from its end on, and no sooner.
  if ended > 0 then
    level := least(burst - on_lease - ended,
      level + per_second * greatest(0, extract(epoch from ended_at - since)));
    since := greatest(since, ended_at);
  end if;
  level := least(burst - on_lease,
    level + per_second * greatest(0, extract(epoch from moment - since)));
  delete from rate_lease l where l.account_id = account and l.ends_at <= moment;

  granted := greatest(0, least(wanted, floor(level)));
  level := level - granted;
  update rate_bucket b set level = lease_tokens.level, refilled_at = moment
    where b.account_id = account;
  insert into rate_lease values (account, node, unspent + granted, moment + lifetime)
    on conflict (account_id, node_id)
    do update set tokens = excluded.tokens, ends_at = excluded.ends_at;
end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE es.account (
    account_id uuid NOT NULL,
    available bigint NOT NULL,
    CONSTRAINT account_available_check CHECK ((available >= 0))
)
WITH (fillfactor='70');

CREATE TABLE es.checkpoint (
    size bigint NOT NULL,
    root bytea NOT NULL,
    note text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT checkpoint_root_check CHECK ((length(root) = 32)),
    CONSTRAINT checkpoint_size_check CHECK ((size > 0))
);

CREATE TABLE es.command (
    command_id uuid NOT NULL,
    request_hash bytea NOT NULL,
    commit_id bigint NOT NULL,
    outcome json NOT NULL
);

CREATE TABLE es.commit (
    commit_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    events integer NOT NULL,
    leaf bytea NOT NULL,
    CONSTRAINT commit_events_check CHECK ((events > 0)),
    CONSTRAINT commit_leaf_check CHECK ((length(leaf) = 32))
)
PARTITION BY RANGE (commit_id);

CREATE TABLE es.commit_0 (
    commit_id bigint DEFAULT NULL NOT NULL,
    at timestamp with time zone NOT NULL,
    events integer NOT NULL,
    leaf bytea NOT NULL,
    CONSTRAINT commit_events_check CHECK ((events > 0)),
    CONSTRAINT commit_leaf_check CHECK ((length(leaf) = 32))
);

CREATE TABLE es.commit_50000000 (
    commit_id bigint DEFAULT NULL NOT NULL,
    at timestamp with time zone NOT NULL,
    events integer NOT NULL,
    leaf bytea NOT NULL,
    CONSTRAINT commit_events_check CHECK ((events > 0)),
    CONSTRAINT commit_leaf_check CHECK ((length(leaf) = 32))
);

CREATE SEQUENCE es.commit_commit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE es.commit_commit_id_seq OWNED BY es.commit.commit_id;

CREATE TABLE es.cosignature (
    size bigint NOT NULL,
    name text NOT NULL,
    key_id bytea NOT NULL,
    line text NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT cosignature_key_id_check CHECK ((length(key_id) = 4)),
    CONSTRAINT cosignature_name_check CHECK ((name <> ''::text))
);

CREATE TABLE es.event (
    commit_id bigint NOT NULL,
    idx integer NOT NULL,
    stream_id text NOT NULL,
    version bigint NOT NULL,
    type text NOT NULL,
    v smallint NOT NULL,
    data json NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT event_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT event_v_check CHECK ((v > 0)),
    CONSTRAINT event_version_check CHECK ((version > 0))
)
PARTITION BY RANGE (commit_id);

CREATE TABLE es.event_0 (
    commit_id bigint NOT NULL,
    idx integer NOT NULL,
    stream_id text NOT NULL,
    version bigint NOT NULL,
    type text NOT NULL,
    v smallint NOT NULL,
    data json NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT event_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT event_v_check CHECK ((v > 0)),
    CONSTRAINT event_version_check CHECK ((version > 0))
);

CREATE TABLE es.event_50000000 (
    commit_id bigint NOT NULL,
    idx integer NOT NULL,
    stream_id text NOT NULL,
    version bigint NOT NULL,
    type text NOT NULL,
    v smallint NOT NULL,
    data json NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT event_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT event_v_check CHECK ((v > 0)),
    CONSTRAINT event_version_check CHECK ((version > 0))
);

CREATE TABLE es.gap (
    commit_id bigint NOT NULL,
    fence xid8
);

CREATE TABLE es.head (
    one boolean DEFAULT true NOT NULL,
    seq bigint NOT NULL,
    max_seen bigint NOT NULL,
    CONSTRAINT head_max_seen_check CHECK ((max_seen >= 0)),
    CONSTRAINT head_one_check CHECK (one),
    CONSTRAINT head_seq_check CHECK ((seq >= 0))
)
WITH (fillfactor='50');

CREATE TABLE es.hold (
    hold_id uuid NOT NULL,
    account_id uuid NOT NULL,
    credits bigint NOT NULL,
    charged bigint DEFAULT 0 NOT NULL,
    refunded bigint DEFAULT 0 NOT NULL,
    expires_at timestamp with time zone,
    commit_id bigint,
    event_idx integer,
    CONSTRAINT hold_charged_check CHECK ((charged >= 0)),
    CONSTRAINT hold_check CHECK (((charged + refunded) <= credits)),
    CONSTRAINT hold_credits_check CHECK ((credits > 0)),
    CONSTRAINT hold_refunded_check CHECK ((refunded >= 0))
)
WITH (fillfactor='70');

CREATE TABLE es.journal (
    commit_id bigint NOT NULL,
    event_idxs integer[] NOT NULL,
    kinds es.posting_kind[] NOT NULL,
    amounts bigint[] NOT NULL,
    accounts uuid[] NOT NULL,
    holds uuid[] NOT NULL,
    CONSTRAINT journal_check CHECK (((0 < ALL (amounts)) AND (cardinality(amounts) > 0) AND (cardinality(event_idxs) = cardinality(amounts)) AND (cardinality(kinds) = cardinality(amounts)) AND (cardinality(accounts) = cardinality(amounts)) AND (cardinality(holds) = cardinality(amounts))))
)
PARTITION BY RANGE (commit_id);
ALTER TABLE ONLY es.journal ALTER COLUMN event_idxs SET STORAGE MAIN;
ALTER TABLE ONLY es.journal ALTER COLUMN kinds SET STORAGE MAIN;
ALTER TABLE ONLY es.journal ALTER COLUMN amounts SET STORAGE MAIN;
ALTER TABLE ONLY es.journal ALTER COLUMN accounts SET STORAGE MAIN;
ALTER TABLE ONLY es.journal ALTER COLUMN holds SET STORAGE MAIN;

CREATE TABLE es.journal_0 (
    commit_id bigint NOT NULL,
    event_idxs integer[] NOT NULL,
    kinds es.posting_kind[] NOT NULL,
    amounts bigint[] NOT NULL,
    accounts uuid[] NOT NULL,
    holds uuid[] NOT NULL,
    CONSTRAINT journal_check CHECK (((0 < ALL (amounts)) AND (cardinality(amounts) > 0) AND (cardinality(event_idxs) = cardinality(amounts)) AND (cardinality(kinds) = cardinality(amounts)) AND (cardinality(accounts) = cardinality(amounts)) AND (cardinality(holds) = cardinality(amounts))))
)
WITH (toast_tuple_target='128');
ALTER TABLE ONLY es.journal_0 ALTER COLUMN event_idxs SET STORAGE MAIN;
ALTER TABLE ONLY es.journal_0 ALTER COLUMN kinds SET STORAGE MAIN;
ALTER TABLE ONLY es.journal_0 ALTER COLUMN amounts SET STORAGE MAIN;
ALTER TABLE ONLY es.journal_0 ALTER COLUMN accounts SET STORAGE MAIN;
ALTER TABLE ONLY es.journal_0 ALTER COLUMN holds SET STORAGE MAIN;

CREATE TABLE es.journal_50000000 (
    commit_id bigint NOT NULL,
    event_idxs integer[] NOT NULL,
    kinds es.posting_kind[] NOT NULL,
    amounts bigint[] NOT NULL,
    accounts uuid[] NOT NULL,
    holds uuid[] NOT NULL,
    CONSTRAINT journal_check CHECK (((0 < ALL (amounts)) AND (cardinality(amounts) > 0) AND (cardinality(event_idxs) = cardinality(amounts)) AND (cardinality(kinds) = cardinality(amounts)) AND (cardinality(accounts) = cardinality(amounts)) AND (cardinality(holds) = cardinality(amounts))))
)
WITH (toast_tuple_target='128');
ALTER TABLE ONLY es.journal_50000000 ALTER COLUMN event_idxs SET STORAGE MAIN;
ALTER TABLE ONLY es.journal_50000000 ALTER COLUMN kinds SET STORAGE MAIN;
ALTER TABLE ONLY es.journal_50000000 ALTER COLUMN amounts SET STORAGE MAIN;
ALTER TABLE ONLY es.journal_50000000 ALTER COLUMN accounts SET STORAGE MAIN;
ALTER TABLE ONLY es.journal_50000000 ALTER COLUMN holds SET STORAGE MAIN;

CREATE TABLE es.log (
    one boolean DEFAULT true NOT NULL,
    log_id uuid DEFAULT gen_random_uuid() NOT NULL,
    CONSTRAINT log_one_check CHECK (one)
);

CREATE TABLE es.parked (
    name text NOT NULL,
    generation integer NOT NULL,
    seq bigint NOT NULL,
    failure text NOT NULL,
    attempts integer DEFAULT 1 NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE es.projection (
    name text NOT NULL,
    generation integer NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    epoch bigint DEFAULT 0 NOT NULL,
    live boolean DEFAULT false NOT NULL,
    CONSTRAINT projection_generation_check CHECK ((generation > 0))
)
WITH (fillfactor='50');

CREATE TABLE es.reply (
    command_id uuid NOT NULL,
    body text NOT NULL,
    CONSTRAINT reply_body_check CHECK ((body <> ''::text))
);
ALTER TABLE ONLY es.reply ALTER COLUMN body SET STATISTICS 0;

CREATE TABLE es.sealed (
    seq bigint NOT NULL,
    commit_id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT sealed_seq_check CHECK ((seq > 0))
);

CREATE TABLE es.stream (
    stream_id text NOT NULL,
    version bigint NOT NULL,
    head_hash bytea NOT NULL,
    CONSTRAINT stream_head_hash_check CHECK ((length(head_hash) = 32)),
    CONSTRAINT stream_stream_id_check CHECK ((stream_id <> ''::text)),
    CONSTRAINT stream_version_check CHECK ((version >= 0))
)
WITH (fillfactor='70');

CREATE VIEW es.transfer AS
 SELECT j.commit_id,
    (t.idx)::integer AS idx,
    t.event_idx,
    es.debit_of(t.kind, t.account_id, t.hold_id) AS debit,
    es.credit_of(t.kind, t.account_id, t.hold_id) AS credit,
    t.amount,
    t.hold_id
   FROM es.journal j,
    LATERAL UNNEST(j.event_idxs, j.kinds, j.amounts, j.accounts, j.holds) WITH ORDINALITY t(event_idx, kind, amount, account_id, hold_id, idx);

CREATE TABLE es.tree_node (
    level smallint NOT NULL,
    idx bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT tree_node_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT tree_node_idx_check CHECK ((idx >= 0)),
    CONSTRAINT tree_node_level_check CHECK ((level > 0))
);

CREATE TABLE public.account (
    account_id uuid NOT NULL,
    owner boolean NOT NULL,
    address_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    suspended_at timestamp with time zone,
    feedback_until timestamp with time zone,
    closed_at timestamp with time zone,
    CONSTRAINT account_address_key_check CHECK ((length(address_key) = 32))
);

CREATE TABLE public.account_day (
    generation integer NOT NULL,
    account_id uuid NOT NULL,
    day date NOT NULL,
    valid integer NOT NULL,
    risky integer NOT NULL,
    invalid integer NOT NULL,
    unknown integer NOT NULL,
    spent bigint NOT NULL,
    CONSTRAINT account_day_invalid_check CHECK ((invalid >= 0)),
    CONSTRAINT account_day_risky_check CHECK ((risky >= 0)),
    CONSTRAINT account_day_unknown_check CHECK ((unknown >= 0)),
    CONSTRAINT account_day_valid_check CHECK ((valid >= 0))
)
WITH (fillfactor='70');

CREATE TABLE public.account_message (
    account_id uuid NOT NULL,
    number bigint NOT NULL,
    message_id uuid NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);
ALTER TABLE ONLY public.account_message ALTER COLUMN body SET STATISTICS 0;

CREATE TABLE public.account_refusal (
    account_id uuid NOT NULL,
    minute timestamp with time zone NOT NULL,
    kind text NOT NULL,
    count integer NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL,
    request_id uuid NOT NULL,
    address text NOT NULL,
    agent text NOT NULL,
    key_id uuid,
    person_id uuid,
    CONSTRAINT account_refusal_count_check CHECK ((count > 0))
)
WITH (fillfactor='70');

CREATE TABLE public.activity (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    request_id uuid,
    key_id uuid,
    answers_id uuid,
    millis integer NOT NULL,
    credits integer NOT NULL,
    http_status smallint,
    place smallint,
    score smallint,
    is_replay boolean NOT NULL,
    is_loose boolean NOT NULL,
    what text NOT NULL,
    method text,
    route text,
    mode text,
    status text,
    sub_status text,
    code text,
    mailbox bytea,
    suggested bytea,
    CONSTRAINT activity_credits_check CHECK ((credits >= 0)),
    CONSTRAINT activity_mailbox_check CHECK ((length(mailbox) = 16)),
    CONSTRAINT activity_millis_check CHECK ((millis >= 0)),
    CONSTRAINT activity_suggested_check CHECK ((length(suggested) = 16)),
    CONSTRAINT activity_what_check CHECK ((what = ANY (ARRAY['check'::text, 'batch'::text, 'batch_item'::text, 'request'::text])))
);

CREATE TABLE public.activity_answers (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    sealed bytea NOT NULL
);
ALTER TABLE ONLY public.activity_answers ALTER COLUMN sealed SET STATISTICS 0;
ALTER TABLE ONLY public.activity_answers ALTER COLUMN sealed SET STORAGE EXTERNAL;

CREATE TABLE public.activity_hour (
    account_id uuid NOT NULL,
    hour timestamp with time zone NOT NULL,
    key_id uuid,
    mode text NOT NULL,
    valid integer NOT NULL,
    risky integer NOT NULL,
    invalid integer NOT NULL,
    unknown integer NOT NULL,
    credits bigint NOT NULL,
    CONSTRAINT activity_hour_credits_check CHECK ((credits >= 0)),
    CONSTRAINT activity_hour_invalid_check CHECK ((invalid >= 0)),
    CONSTRAINT activity_hour_mode_check CHECK ((mode = ANY (ARRAY['fast'::text, 'deep'::text]))),
    CONSTRAINT activity_hour_risky_check CHECK ((risky >= 0)),
    CONSTRAINT activity_hour_unknown_check CHECK ((unknown >= 0)),
    CONSTRAINT activity_hour_valid_check CHECK ((valid >= 0))
)
WITH (fillfactor='50');

CREATE TABLE public.api_key (
    key_id uuid NOT NULL,
    account_id uuid NOT NULL,
    hash bytea NOT NULL,
    last4 text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    scopes text[] DEFAULT '{}'::text[] NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    made_by uuid,
    role text NOT NULL,
    CONSTRAINT api_key_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT api_key_role_check CHECK ((role = ANY (ARRAY['manager'::text, 'member'::text, 'read_only'::text]))),
    CONSTRAINT api_key_scopes_check CHECK ((scopes <@ '{fast,read}'::text[]))
);
ALTER TABLE ONLY public.api_key ALTER COLUMN name SET STATISTICS 0;

CREATE TABLE public.checked_address (
    generation integer NOT NULL,
    account_id uuid NOT NULL,
    digest bytea NOT NULL,
    hold_id uuid NOT NULL,
    checked_at timestamp with time zone NOT NULL,
    CONSTRAINT checked_address_digest_check CHECK ((length(digest) = 16))
)
WITH (fillfactor='80');

CREATE TABLE public.domain_age (
    domain text NOT NULL,
    registered_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT domain_age_domain_check CHECK ((domain <> ''::text))
);

CREATE TABLE public.domain_knowledge (
    domain text NOT NULL,
    topic text NOT NULL,
    value jsonb NOT NULL,
    source text NOT NULL,
    learnt_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT domain_knowledge_check CHECK ((expires_at > learnt_at)),
    CONSTRAINT domain_knowledge_domain_check CHECK ((domain <> ''::text)),
    CONSTRAINT domain_knowledge_topic_check CHECK ((topic <> ''::text))
);

CREATE TABLE public.idempotency (
    account_id uuid NOT NULL,
    key_hmac bytea NOT NULL,
    request_hmac bytea NOT NULL,
    command_id uuid NOT NULL,
    lease uuid NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    CONSTRAINT idempotency_key_hmac_check CHECK ((length(key_hmac) = 32)),
    CONSTRAINT idempotency_request_hmac_check CHECK ((length(request_hmac) = 32))
);

CREATE TABLE public.invitation (
    invitation_id uuid NOT NULL,
    account_id uuid NOT NULL,
    role text NOT NULL,
    email text NOT NULL,
    hash bytea NOT NULL,
    invited_by uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT invitation_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT invitation_role_check CHECK ((role = ANY (ARRAY['manager'::text, 'member'::text, 'read_only'::text])))
);
ALTER TABLE ONLY public.invitation ALTER COLUMN email SET STATISTICS 0;

CREATE TABLE public.job (
    job_id uuid NOT NULL,
    account_id uuid NOT NULL,
    hold_id uuid NOT NULL,
    version bigint NOT NULL,
    filename text NOT NULL,
    mode text NOT NULL,
    status text NOT NULL,
    failure text,
    columns text[] NOT NULL,
    email_column integer NOT NULL,
    width integer NOT NULL,
    records integer NOT NULL,
    chunks integer NOT NULL,
    total_rows integer NOT NULL,
    distinct_rows integer NOT NULL,
    valid_rows integer DEFAULT 0 NOT NULL,
    risky_rows integer DEFAULT 0 NOT NULL,
    invalid_rows integer DEFAULT 0 NOT NULL,
    unknown_rows integer DEFAULT 0 NOT NULL,
    processed_rows integer GENERATED ALWAYS AS ((((valid_rows + risky_rows) + invalid_rows) + unknown_rows)) STORED NOT NULL,
    credits bigint NOT NULL,
    charged bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    completed_at timestamp with time zone,
    progressed_at timestamp with time zone DEFAULT now() NOT NULL,
    tended_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    is_searchable boolean DEFAULT false NOT NULL,
    erased_rows integer DEFAULT 0 NOT NULL,
    erasures integer DEFAULT 0 NOT NULL,
    made_by uuid,
    key_id uuid,
    CONSTRAINT job_check CHECK (((distinct_rows >= 1) AND (distinct_rows <= total_rows))),
    CONSTRAINT job_check1 CHECK (((charged >= 0) AND (charged <= credits))),
    CONSTRAINT job_check2 CHECK ((processed_rows <= total_rows)),
    CONSTRAINT job_check3 CHECK (((completed_at IS NOT NULL) = (status = ANY (ARRAY['complete'::text, 'failed'::text, 'cancelled'::text])))),
    CONSTRAINT job_credits_check CHECK ((credits > 0)),
    CONSTRAINT job_email_column_check CHECK ((email_column >= 0)),
    CONSTRAINT job_invalid_rows_check CHECK ((invalid_rows >= 0)),
    CONSTRAINT job_mode_check CHECK ((mode = ANY (ARRAY['fast'::text, 'deep'::text]))),
    CONSTRAINT job_risky_rows_check CHECK ((risky_rows >= 0)),
    CONSTRAINT job_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'complete'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT job_total_rows_check CHECK ((total_rows > 0)),
    CONSTRAINT job_unknown_rows_check CHECK ((unknown_rows >= 0)),
    CONSTRAINT job_valid_rows_check CHECK ((valid_rows >= 0)),
    CONSTRAINT job_version_check CHECK ((version > 0))
)
WITH (fillfactor='50');
ALTER TABLE ONLY public.job ALTER COLUMN filename SET STATISTICS 0;
ALTER TABLE ONLY public.job ALTER COLUMN columns SET STATISTICS 0;

CREATE TABLE public.job_chunk (
    job_id uuid NOT NULL,
    chunk_no integer NOT NULL,
    to_verify integer NOT NULL,
    packed bytea NOT NULL,
    is_done boolean NOT NULL,
    lease uuid,
    leased_until timestamp with time zone,
    failures smallint DEFAULT 0 NOT NULL,
    passed smallint DEFAULT 0 NOT NULL,
    CONSTRAINT job_chunk_chunk_no_check CHECK ((chunk_no >= 0)),
    CONSTRAINT job_chunk_to_verify_check CHECK ((to_verify >= 0))
)
WITH (fillfactor='80');
ALTER TABLE ONLY public.job_chunk ALTER COLUMN packed SET STATISTICS 0;

CREATE TABLE public.job_facet (
    job_id uuid NOT NULL,
    status text NOT NULL,
    sub_status text NOT NULL,
    rows integer NOT NULL,
    CONSTRAINT job_facet_rows_check CHECK ((rows > 0))
)
WITH (fillfactor='50');

CREATE TABLE public.job_repeat (
    job_id uuid NOT NULL,
    first_row integer NOT NULL,
    repeats integer NOT NULL,
    CONSTRAINT job_repeat_first_row_check CHECK ((first_row >= 0)),
    CONSTRAINT job_repeat_repeats_check CHECK ((repeats > 0))
)
WITH (fillfactor='80');

CREATE TABLE public.job_result (
    job_id uuid NOT NULL,
    row_no integer NOT NULL,
    credits smallint NOT NULL,
    status text NOT NULL,
    result text NOT NULL,
    is_sandbox boolean DEFAULT false NOT NULL,
    sub_status text,
    CONSTRAINT job_result_credits_check CHECK ((credits = ANY (ARRAY[0, 1, 5]))),
    CONSTRAINT job_result_row_no_check CHECK ((row_no >= 0)),
    CONSTRAINT job_result_status_check CHECK ((status = ANY (ARRAY['valid'::text, 'risky'::text, 'invalid'::text, 'unknown'::text])))
);
ALTER TABLE ONLY public.job_result ALTER COLUMN result SET STATISTICS 0;

CREATE TABLE public.job_scraps (
    job_id uuid NOT NULL,
    due_at timestamp with time zone NOT NULL,
    is_all boolean NOT NULL
);

CREATE TABLE public.job_search (
    job_id uuid NOT NULL,
    chunk_no integer NOT NULL,
    addresses text NOT NULL,
    first_rows integer[] NOT NULL,
    statuses text,
    valid_rows integer DEFAULT 0 NOT NULL,
    risky_rows integer DEFAULT 0 NOT NULL,
    invalid_rows integer DEFAULT 0 NOT NULL,
    unknown_rows integer DEFAULT 0 NOT NULL,
    facets text
);
ALTER TABLE ONLY public.job_search ALTER COLUMN addresses SET STATISTICS 0;

CREATE TABLE public.ledger_commit (
    generation integer NOT NULL,
    account_id uuid NOT NULL,
    seq bigint NOT NULL,
    commit_id bigint NOT NULL,
    balance bigint NOT NULL,
    idxs integer[] NOT NULL,
    types public.entry_type[] NOT NULL,
    amounts bigint[] NOT NULL,
    holds uuid[] NOT NULL,
    CONSTRAINT ledger_commit_check CHECK (((cardinality(idxs) > 0) AND (cardinality(types) = cardinality(idxs)) AND (cardinality(amounts) = cardinality(idxs)) AND (cardinality(holds) = cardinality(idxs))))
);

CREATE TABLE public.ledger_job (
    generation integer NOT NULL,
    hold_id uuid NOT NULL,
    job_id uuid NOT NULL
);

CREATE TABLE public.ledger_month (
    generation integer NOT NULL,
    account_id uuid NOT NULL,
    month date NOT NULL,
    granted bigint NOT NULL,
    adjusted bigint NOT NULL,
    held bigint NOT NULL,
    charged bigint NOT NULL,
    refunded bigint NOT NULL,
    first_seq bigint NOT NULL,
    last_seq bigint NOT NULL,
    CONSTRAINT ledger_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
)
WITH (fillfactor='70');

CREATE TABLE public.ledger_settlement (
    generation integer NOT NULL,
    hold_id uuid NOT NULL,
    seq bigint NOT NULL
);

CREATE TABLE public.message_feed (
    account_id uuid NOT NULL,
    last_number bigint DEFAULT 0 NOT NULL,
    is_low boolean
)
WITH (fillfactor='70');

CREATE TABLE public.mx_guard (
    mx_group text NOT NULL,
    egress text NOT NULL,
    pace jsonb,
    status jsonb,
    node text,
    shown_at timestamp with time zone NOT NULL,
    CONSTRAINT mx_guard_egress_check CHECK ((egress <> ''::text)),
    CONSTRAINT mx_guard_mx_group_check CHECK ((mx_group <> ''::text))
)
WITH (fillfactor='80');

CREATE TABLE public.node (
    name text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    untrusted_proxy text,
    clock_ahead_ms integer,
    role text,
    version text,
    cluster_address text,
    shards integer,
    actors integer,
    drain_asked_at timestamp with time zone,
    drained_at timestamp with time zone
)
WITH (fillfactor='50');

CREATE TABLE public.node_lease (
    holder text NOT NULL,
    held_until timestamp with time zone NOT NULL,
    is_ended boolean DEFAULT false NOT NULL,
    is_stopped boolean DEFAULT false NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.oldest_program (
    single boolean DEFAULT true NOT NULL,
    service integer NOT NULL,
    store integer NOT NULL,
    CONSTRAINT oldest_program_single_check CHECK (single)
);

CREATE TABLE public.outcome_month (
    generation integer NOT NULL,
    account_id uuid NOT NULL,
    month date NOT NULL,
    delivered integer NOT NULL,
    bounced integer NOT NULL,
    correct integer NOT NULL,
    wrong integer NOT NULL,
    CONSTRAINT outcome_month_bounced_check CHECK ((bounced >= 0)),
    CONSTRAINT outcome_month_correct_check CHECK ((correct >= 0)),
    CONSTRAINT outcome_month_delivered_check CHECK ((delivered >= 0)),
    CONSTRAINT outcome_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    CONSTRAINT outcome_month_wrong_check CHECK ((wrong >= 0))
)
WITH (fillfactor='70');

CREATE TABLE public.person (
    person_id uuid NOT NULL,
    account_id uuid NOT NULL,
    role text NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    joined_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone,
    CONSTRAINT person_role_check CHECK ((role = ANY (ARRAY['manager'::text, 'member'::text, 'read_only'::text])))
);
ALTER TABLE ONLY public.person ALTER COLUMN email SET STATISTICS 0;
ALTER TABLE ONLY public.person ALTER COLUMN password_hash SET STATISTICS 0;

CREATE TABLE public.person_totp (
    person_id uuid NOT NULL,
    secret bytea NOT NULL,
    enabled_at timestamp with time zone,
    last_step bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.probe_queue (
    job_id uuid NOT NULL,
    row_no integer NOT NULL,
    account_id uuid NOT NULL,
    mx_group text NOT NULL,
    egress text NOT NULL,
    due_at timestamp with time zone NOT NULL,
    question jsonb NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    first_asked_at timestamp with time zone,
    lease uuid,
    leased_by text,
    memo text,
    failures smallint DEFAULT 0 NOT NULL,
    CONSTRAINT probe_queue_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT probe_queue_check CHECK (((lease IS NULL) = (leased_by IS NULL))),
    CONSTRAINT probe_queue_egress_check CHECK ((egress <> ''::text)),
    CONSTRAINT probe_queue_mx_group_check CHECK ((mx_group <> ''::text)),
    CONSTRAINT probe_queue_row_no_check CHECK ((row_no >= 0))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02');
ALTER TABLE ONLY public.probe_queue ALTER COLUMN question SET STATISTICS 0;
ALTER TABLE ONLY public.probe_queue ALTER COLUMN memo SET STATISTICS 0;

CREATE UNLOGGED TABLE public.rate_bucket (
    account_id uuid NOT NULL,
    level double precision NOT NULL,
    refilled_at timestamp with time zone NOT NULL
)
WITH (fillfactor='50');

CREATE UNLOGGED TABLE public.rate_lease (
    account_id uuid NOT NULL,
    node_id uuid NOT NULL,
    tokens integer NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    CONSTRAINT rate_lease_tokens_check CHECK ((tokens >= 0))
)
WITH (fillfactor='50');

CREATE TABLE public.recovery_code (
    person_id uuid NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT recovery_code_hash_check CHECK ((length(hash) = 32))
);

CREATE TABLE public.relay_position (
    stream text NOT NULL,
    seq bigint NOT NULL,
    moved_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT relay_position_seq_check CHECK ((seq >= 0))
);

CREATE TABLE public.reported_mailbox (
    account_id uuid NOT NULL,
    mailbox bytea NOT NULL,
    outcome text NOT NULL,
    at timestamp with time zone NOT NULL,
    reported_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT reported_mailbox_check CHECK ((expires_at > at)),
    CONSTRAINT reported_mailbox_mailbox_check CHECK ((length(mailbox) = 16)),
    CONSTRAINT reported_mailbox_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'bounced'::text])))
);

CREATE TABLE public.security_event (
    generation integer NOT NULL,
    account_id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    commit_id bigint NOT NULL,
    idx integer NOT NULL
);

CREATE TABLE public.service_migrations (
    migration_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    name text NOT NULL
);

COMMENT ON TABLE public.service_migrations IS 'functions b256a420e7b5dc178830405bd07c957613c8bc839fb50d4b726f075820cc1da1';

CREATE TABLE public.service_secret (
    one boolean DEFAULT true NOT NULL,
    secret bytea NOT NULL,
    CONSTRAINT service_secret_one_check CHECK (one),
    CONSTRAINT service_secret_secret_check CHECK ((length(secret) = 32))
);

CREATE TABLE public.session (
    session_id uuid NOT NULL,
    account_id uuid NOT NULL,
    agent text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone DEFAULT now() NOT NULL,
    person_id uuid NOT NULL
);

CREATE TABLE public.store_migrations (
    migration_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    name text NOT NULL
);

COMMENT ON TABLE public.store_migrations IS 'functions c387c1438891dea638fbdac86f22e0345b89694fe68ec4e28d4c7b11d2886960';

CREATE TABLE public.usage_month (
    generation integer NOT NULL,
    account_id uuid NOT NULL,
    month date NOT NULL,
    single integer DEFAULT 0 NOT NULL,
    bulk integer DEFAULT 0 NOT NULL,
    api integer DEFAULT 0 NOT NULL,
    public integer DEFAULT 0 NOT NULL,
    CONSTRAINT usage_month_api_check CHECK ((api >= 0)),
    CONSTRAINT usage_month_bulk_check CHECK ((bulk >= 0)),
    CONSTRAINT usage_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
    CONSTRAINT usage_month_public_check CHECK ((public >= 0)),
    CONSTRAINT usage_month_single_check CHECK ((single >= 0))
)
WITH (fillfactor='70');

CREATE TABLE public.wake_round (
    only_row boolean DEFAULT true NOT NULL,
    next_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT wake_round_only_row_check CHECK (only_row)
);

CREATE TABLE public.webhook (
    account_id uuid NOT NULL,
    url text NOT NULL,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_until timestamp with time zone,
    failing_since timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_why text,
    configured_at timestamp with time zone NOT NULL,
    endpoint_id uuid NOT NULL,
    place bigint NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    events text[] NOT NULL,
    CONSTRAINT webhook_check CHECK (((previous_secret IS NULL) = (previous_until IS NULL))),
    CONSTRAINT webhook_check1 CHECK (((disabled_at IS NULL) = (disabled_why IS NULL))),
    CONSTRAINT webhook_disabled_why_check CHECK ((disabled_why = ANY (ARRAY['gone'::text, 'failing'::text, 'switched_off'::text]))),
    CONSTRAINT webhook_events_check CHECK ((cardinality(events) > 0))
);
ALTER TABLE ONLY public.webhook ALTER COLUMN url SET STATISTICS 0;
ALTER TABLE ONLY public.webhook ALTER COLUMN description SET STATISTICS 0;

CREATE TABLE public.webhook_attempt (
    attempt_id bigint NOT NULL,
    delivery_id uuid NOT NULL,
    began_at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    url text NOT NULL,
    request_headers text,
    response_status integer,
    response_body text,
    failure text
);
ALTER TABLE ONLY public.webhook_attempt ALTER COLUMN url SET STATISTICS 0;
ALTER TABLE ONLY public.webhook_attempt ALTER COLUMN request_headers SET STATISTICS 0;
ALTER TABLE ONLY public.webhook_attempt ALTER COLUMN response_body SET STATISTICS 0;
ALTER TABLE ONLY public.webhook_attempt ALTER COLUMN failure SET STATISTICS 0;

ALTER TABLE public.webhook_attempt ALTER COLUMN attempt_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_attempt_attempt_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.webhook_delivery (
    delivery_id uuid NOT NULL,
    place bigint NOT NULL,
    account_id uuid NOT NULL,
    type text NOT NULL,
    job_id uuid,
    body text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone DEFAULT now() NOT NULL,
    lease uuid,
    last_attempt_at timestamp with time zone,
    response_status integer,
    failure text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    leased_by text,
    endpoint_id uuid,
    CONSTRAINT webhook_delivery_check CHECK (((lease IS NULL) OR (status = 'pending'::text))),
    CONSTRAINT webhook_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
)
WITH (fillfactor='70');
ALTER TABLE ONLY public.webhook_delivery ALTER COLUMN body SET STATISTICS 0;
ALTER TABLE ONLY public.webhook_delivery ALTER COLUMN failure SET STATISTICS 0;

ALTER TABLE public.webhook_delivery ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_delivery_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.webhook ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE ONLY es.commit ATTACH PARTITION es.commit_0 FOR VALUES FROM (MINVALUE) TO ('50000000');

ALTER TABLE ONLY es.commit ATTACH PARTITION es.commit_50000000 FOR VALUES FROM ('50000000') TO ('100000000');

ALTER TABLE ONLY es.event ATTACH PARTITION es.event_0 FOR VALUES FROM (MINVALUE) TO ('50000000');

ALTER TABLE ONLY es.event ATTACH PARTITION es.event_50000000 FOR VALUES FROM ('50000000') TO ('100000000');

ALTER TABLE ONLY es.journal ATTACH PARTITION es.journal_0 FOR VALUES FROM (MINVALUE) TO ('50000000');

ALTER TABLE ONLY es.journal ATTACH PARTITION es.journal_50000000 FOR VALUES FROM ('50000000') TO ('100000000');

ALTER TABLE ONLY es.commit ALTER COLUMN commit_id SET DEFAULT nextval('es.commit_commit_id_seq'::regclass);

INSERT INTO es.account VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', 999862);

INSERT INTO es.command VALUES
	('01a221c1-4a0b-74c7-9842-3c048845e8bc', '\x32e2a7114a8fbc3f261cfd2c8fba676191a278eb2aada23c87dbae25f0020a7e', 3, '{"account":"01a221c1-49f2-774b-85f8-e35705a4984e","credits":1000000}'),
	('01a221c1-7741-7d65-be46-5f223ebb801a', '\x0a83de71e1d9a49908d20708bef20b050b53337d2e65794d369658e9a81c91ac', 14, '{"account":"01a221c1-49f2-774b-85f8-e35705a4984e","credits":0}');

INSERT INTO es.commit_0 VALUES
	(1, '2026-11-28 10:44:05.245413+00', 1, '\xc04804f0d2fb77484cefe35d2e447c252336598ff5f61dd5f06dc28b216a228f'),
	(2, '2026-11-28 10:44:05.257939+00', 1, '\xbb413f69cf79a2fcb89786f8b9667f6409554e1ceee0c8ffba9e0ed3375a25cf'),
	(3, '2026-11-28 10:44:05.263986+00', 1, '\xca7e5d858caf25ddd5b3adaaed01a5a62e8b43199c5b3b343de02c658ad9e8dd'),
	(4, '2026-11-28 10:44:06.215726+00', 1, '\x498501602e6c1190793bb094eedfb85abcabb6f8e4516ba1bfb1d9e5838ef034'),
	(5, '2026-11-28 10:44:06.351639+00', 1, '\x49be596c65330627c95efa68ab304041455de27c9b1be20a7691f5421b91b0fc'),
	(6, '2026-11-28 10:44:06.439414+00', 2, '\xe2f78171bcac6c42e0b0ac007f069276ce3caf103b36041029a89b52100d13fb'),
	(7, '2026-11-28 10:44:06.48634+00', 2, '\x03cd8f5c633633555e844822da1b2612739f5ee874ef22dca05983897fecc999'),
	(8, '2026-11-28 10:44:06.537266+00', 1, '\x83ea7ff9582f2bf57c9593896338b9ede0aaba3add3d9799695e37e677fcbcce'),
	(9, '2026-11-28 10:44:06.724996+00', 1, '\x568de6cb8256607dc05c271051103ca3458b21b683eed682f70b6fa2c9aac35d'),
	(10, '2026-11-28 10:44:06.758208+00', 1, '\x093f5a357f9642f2bd99b9eebfc6bcac73052b42935c0097e91023a299d1b194'),
	(11, '2026-11-28 10:44:06.770289+00', 1, '\x9f4626cdda5e3091264efc72fc6a83e812aa377cd3c2836b617cdb9e860dc701'),
	(12, '2026-11-28 10:44:06.798076+00', 1, '\x95351f8101bf8a2955634e05f57ec0eade32ddeab8e0bd4dec0c9b31d516b576'),
	(13, '2026-11-28 10:44:16.81598+00', 2, '\x433b28f294dc7a4a9f6f72f69eacec280e23e1c4f6964ffd487fc4b03abed1c6'),
	(14, '2026-11-28 10:44:16.851654+00', 2, '\x0c9a575eea8f424ce4dd8cd24d00a7b5511e97ff93305a57aa1f0e96c1774980'),
	(15, '2026-11-28 10:44:16.872594+00', 3, '\xeb93eaf45b3321fb8949982df9b691aeb7cf58d0a5d20e12ac7f034344e918a8'),
	(16, '2026-11-28 10:44:16.931793+00', 3, '\x1a391658e4a84217d2d65270fee84abca9d5829ec0cd776b165f0a24c065e8e6'),
	(17, '2026-11-28 10:44:16.946739+00', 1, '\xdda9951bf27571383eae7aa7c104b31311fd71d2da3bffc7c3962174a74bbca6'),
	(18, '2026-11-28 10:44:17.022661+00', 1, '\x4dc64ad23c5b6139d118d32dd6940de5a3afff6e1abec307db407362e029da4a'),
	(19, '2026-11-28 10:44:17.025126+00', 1, '\x260b3dd75304851e0dae6ae00988952ec404130f7fc4d6db83757ee7170e6c83'),
	(20, '2026-11-28 10:44:17.071076+00', 1, '\x807ccff978db9625990de014a03835fe9650b775e4c69c0b0ba66e221cc690df'),
	(21, '2026-11-28 10:44:17.078823+00', 1, '\x6db02152cfeaa85e8b29823b39f9adea2a2227c6fe7e3825ac78521d906a8ba0'),
	(22, '2026-11-28 10:44:17.110003+00', 1, '\xcf321437fce88ceb0f287af7b6bafa36af6fc389d0d19c4f95c84ce859315de2'),
	(23, '2026-11-28 10:44:17.404207+00', 1, '\xd9ffea30207267ea944fc9f541da5d011c7294b39e6f760c680853e73b211556'),
	(24, '2026-11-28 10:44:18.24607+00', 2, '\x885491c7b64a750227d6f126692e8e5e23e4a23cdffeee13f57482cc5ac6e353'),
	(25, '2026-11-28 10:44:18.257992+00', 1, '\x212ae70f2720b3874a8aa7732715f2851c1c0e73c7890c13ec48b985107bf9f5'),
	(26, '2026-11-28 10:44:18.806449+00', 1, '\xde61b80fbb933a9083e2a96c80e3d3c36c508e44b4cf1d6c2dd5050c68c8b07b'),
	(27, '2026-11-28 10:44:18.907106+00', 2, '\x87d3d72e971ffe0fb42dadcd1fdc74842d35c623c3bd7beab5b16814fc0a83b1');

INSERT INTO es.event_0 VALUES
	(1, 1, 'account-01a221c1-49f2-774b-85f8-e35705a4984e', 1, 'AccountOpened', 1, '{"owner":true}', '\x16b389ecee66ffa7e562966f98dd08ecacf615b0a0e085601665c94da3db30d9'),
	(2, 1, 'account-01a221c1-49f2-774b-85f8-e35705a4984e', 2, 'ApiKeyIssued', 1, '{"keyId":"01a221c1-4a03-721e-81d5-a09a87cb8421","name":"first key","last4":"q8Cz"}', '\x312499543dfcc48eb93a8c48ac9ed8bac98f8f528aa51403df998abf0dd9df77'),
	(3, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 1, 'CreditsGranted', 1, '{"grantId":"01a221c1-4a0b-74c7-9842-3c048845e8bc","credits":1000000,"reason":"first start"}', '\x3949e5c988afe367422262034777a688af19d1c517bebfd166ef6f8825c46acb'),
	(4, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 2, 'CreditsHeld', 1, '{"holdId":"01a221c1-4d74-73ae-90b1-11e2f7f8ec0d","credits":1,"expiresAt":1795863246174,"purpose":{"kind":"verification","mode":"fast","digest":"c8c073ff1712192abbb48915747e7255"}}', '\x323a1e5a00851a93bee4f311b418800d07446a36cc9468b0e86eb48544543702'),
	(5, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 3, 'CreditsCharged', 1, '{"holdId":"01a221c1-4d74-73ae-90b1-11e2f7f8ec0d","credits":1,"receipt":{"status":"valid","score":100}}', '\x85c27b6bc6997bcc048b008bf66d869eb1782f3088f8d1efc6fa7ee10bda2cd0'),
	(6, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 4, 'CreditsHeld', 1, '{"holdId":"01a221c1-4e9b-7ee3-9c07-2702575126aa","credits":1,"expiresAt":1795863246426,"purpose":{"kind":"verification","mode":"fast","digest":"dcd15198c75d6a1abeca4e5c0f9a90f4"}}', '\x899ffbc82e6ec813bd4c598d5598189d3a979335fb0f1ca61fd89c07dbe93ce2'),
	(6, 2, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 5, 'CreditsCharged', 1, '{"holdId":"01a221c1-4e9b-7ee3-9c07-2702575126aa","credits":1,"receipt":{"status":"risky","subStatus":"role_based","score":80}}', '\xa203d880a5de465cc85fe22e6c1687feaedd344df24d26770c43b0eb278baeaf'),
	(7, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 6, 'CreditsHeld', 1, '{"holdId":"01a221c1-4ebe-7d1e-adf6-a79ad2b3cf33","credits":1,"expiresAt":1795863246466,"purpose":{"kind":"verification","mode":"fast","digest":"606d234e5ba032d91e143703ea3425a2"}}', '\xcbbac9da2e8be0ec2637fbb7cefef0134519a05ce1de46e357c8601a268fc9fe'),
	(7, 2, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 7, 'CreditsCharged', 1, '{"holdId":"01a221c1-4ebe-7d1e-adf6-a79ad2b3cf33","credits":1,"receipt":{"status":"valid","score":100}}', '\xfca439b518800a8fbed5a28bc91eaf993ecc42096176a0a4ba6329e7d52428ec'),
	(8, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 8, 'CreditsHeld', 1, '{"holdId":"01a221c1-4efb-7da7-a9b8-4ae906189ec9","credits":5,"expiresAt":1795863246524,"purpose":{"kind":"verification","mode":"deep","digest":"c8c073ff1712192abbb48915747e7255"}}', '\x4eb895aae82d948938cac713b6f890035bdb563a8a3022694d468b22b6aded96'),
	(9, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 9, 'CreditsCharged', 1, '{"holdId":"01a221c1-4efb-7da7-a9b8-4ae906189ec9","credits":5,"receipt":{"status":"valid","score":100}}', '\xa8acee6e6e2c1c7fe08b38a5dc20324563bd6663e324f01555d0133d068b28bf'),
	(10, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 10, 'CreditsHeld', 1, '{"holdId":"01a221c1-4fde-78c5-979d-e23589fc5893","credits":5,"expiresAt":1795863246751,"purpose":{"kind":"verification","mode":"deep","digest":"2e5433e1fa495cf236947eb2a7e43dbb"}}', '\x2ea79e7222c4314b9485e0743495609d30874a3c0b33ce79a9a7dc7641fe7c15'),
	(11, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 11, 'CreditsCharged', 1, '{"holdId":"01a221c1-4fde-78c5-979d-e23589fc5893","credits":5,"receipt":{"status":"invalid","subStatus":"mailbox_not_found","score":0}}', '\x6b3c2964ebf487753e9d00694d44cae5d9f6830d070a56a8ec3d1247ac45bf2c'),
	(12, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 12, 'CreditsHeld', 1, '{"holdId":"01a221c1-5006-7910-8938-6a2862fde9cf","credits":5,"expiresAt":1795863246790,"purpose":{"kind":"verification","mode":"deep","digest":"ba904fbef06ef8f671f3ac7290025581"}}', '\xd251f5830485f7f8a58b2bf03b0fae3ff716581e84651a4a8d889d87147f70c2'),
	(13, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 13, 'CreditsCharged', 1, '{"holdId":"01a221c1-5006-7910-8938-6a2862fde9cf","credits":1,"receipt":{"status":"risky","subStatus":"mailbox_unverified","score":85}}', '\x149f2f6fc4bb506aef666b331c94e332afc0865dd3abd0896ce37a080b87f519'),
	(13, 2, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 14, 'CreditsRefunded', 1, '{"holdId":"01a221c1-5006-7910-8938-6a2862fde9cf","credits":4,"reason":"remainder"}', '\x32cf11b53990119e368686f48a435bbd04cb00503404572c6c3a810f6c273d12'),
	(14, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 15, 'CreditsHeld', 1, '{"holdId":"01a221c1-773d-7ae8-a762-fe9e6e7fe039","credits":1,"expiresAt":1795863256841,"purpose":{"kind":"verification","mode":"fast","digest":"d187ca69dc71ca5691d46c25438aaeb0"}}', '\x09b2d3be88e7ec086c49480eb516a4f81913ba014a5b16520c85ac7ceef007d5'),
	(14, 2, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 16, 'CreditsCharged', 1, '{"holdId":"01a221c1-773d-7ae8-a762-fe9e6e7fe039","credits":1,"receipt":{"status":"valid","score":95}}', '\x754055f8f555b82098b0d3318f6ea1a140eb69254fb1705fb96324091c00abb0'),
	(15, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 17, 'CreditsHeld', 1, '{"holdId":"01a221c1-7765-75c6-b4fb-af2e65269f2c","credits":1,"expiresAt":1795863856869,"purpose":{"kind":"batch","mode":"fast","digest":"c8c073ff1712192abbb48915747e7255"}}', '\xea36d76fab576463f0d3aa2e127b74e7a963c6105e656ae7be7eb2f8ed33e49e'),
	(15, 2, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 18, 'CreditsHeld', 1, '{"holdId":"01a221c1-7765-7b6b-bd51-19de059284e8","credits":1,"expiresAt":1795863856869,"purpose":{"kind":"batch","mode":"fast","digest":"c2534123e8fe75b1954c240854e726db"}}', '\x842b9536d26f732fc912b0cff3af6a6a1955797e0388ac36ed4d5add44997e03'),
	(15, 3, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 19, 'CreditsHeld', 1, '{"holdId":"01a221c1-7765-71fb-b77d-86e1da4b049d","credits":1,"expiresAt":1795863856869,"purpose":{"kind":"batch","mode":"fast","digest":"f653094f45300f247c89141ca2001c0e"}}', '\xd1cfdf9a4ca27c8cd9c1591df66f42f65cceb5df2ed1c144d95c1f65dd982e3f'),
	(16, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 20, 'CreditsCharged', 1, '{"holdId":"01a221c1-7765-75c6-b4fb-af2e65269f2c","credits":1,"receipt":{"status":"valid","score":100}}', '\x72b4e54993503fe8c1835230afb13e1fccd708c0421ae6d96beea747034552c8'),
	(16, 2, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 21, 'CreditsCharged', 1, '{"holdId":"01a221c1-7765-7b6b-bd51-19de059284e8","credits":1,"receipt":{"status":"valid","score":90}}', '\x187ff85138c580b3459ed70d1c87f7d190672355490d63777b0c8f46f1d3f369'),
	(16, 3, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 22, 'CreditsCharged', 1, '{"holdId":"01a221c1-7765-71fb-b77d-86e1da4b049d","credits":1,"receipt":{"status":"invalid","subStatus":"failed_syntax_check","score":0}}', '\x0550f5225cccb754571085b7b52aaa8ed76753525abcfc1a1d68c257e2a68aa7'),
	(17, 1, 'account-01a221c1-49f2-774b-85f8-e35705a4984e', 3, 'ApiKeyIssued', 1, '{"keyId":"01a221c1-77ae-71fb-a17d-a3ebcf939205","name":"reporting","last4":"MsJs","scopes":["read"],"from":{"requestId":"01a221c1-77ad-7adc-b853-e61a510c3126","address":"6bfdaf837b53eefd","agent":"other","keyId":"01a221c1-4a03-721e-81d5-a09a87cb8421"}}', '\x03ebc902d2582a8ba00bb86c74af7783188b8e75c59f8df0b5438d389387703c'),
	(18, 1, 'job-01a221c1-77d9-779a-a9aa-3dc976206cda', 1, 'JobSubmitted', 1, '{"accountId":"01a221c1-49f2-774b-85f8-e35705a4984e","holdId":"01a221c1-77fb-76ac-a3ed-bc4d171f82f7","mode":"fast","rows":60,"chunks":1,"credits":60}', '\x64fadc6d251f4af7abc8a272c51591dd6b660b61db9f4be62abc9db725a834ab'),
	(19, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 23, 'CreditsHeld', 1, '{"holdId":"01a221c1-77fb-76ac-a3ed-bc4d171f82f7","credits":60,"expiresAt":null,"purpose":{"kind":"job","mode":"fast"}}', '\x81f8c21cf04f807c048b39662a2b07ad6a099e117d01710e68de47aa80bc678b'),
	(20, 1, 'job-01a221c1-781e-79fa-bd22-2203e12177b3', 1, 'JobSubmitted', 1, '{"accountId":"01a221c1-49f2-774b-85f8-e35705a4984e","holdId":"01a221c1-782c-77f3-9411-5d0fada5a43c","mode":"deep","rows":12,"chunks":1,"credits":60}', '\xb2854b47357cc5962ee3e14d7f3009945c9dcd72d18a5ca39a8aa44b90239080'),
	(21, 1, 'job-01a221c1-77d9-779a-a9aa-3dc976206cda', 2, 'JobStarted', 1, '{}', '\x9ad91eb78a8c6cdab59f6e3b7dc8e2a91bc724330272a3afefc3535e7cd9803d'),
	(22, 1, 'ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 24, 'CreditsHeld', 1, '{"holdId":"01a221c1-782c-77f3-9411-5d0fada5a43c","credits":60,"expiresAt":null,"purpose":{"kind":"job","mode":"deep"}}', '\xf07d8c5c6aa6e28df0f4d0f1a4e8e06ae24605361cc25335802388125c47c6b5'),
	(23, 1, 'job-01a221c1-781e-79fa-bd22-2203e12177b3', 2, 'JobStarted', 1, '{}', '\x8608b0e69d6381e65f1aaa35f220587ba9fe7cc7175ab8d4a5f035ed0148e096'),
	(25, 1, 'job-01a221c1-781e-79fa-bd22-2203e12177b3', 3, 'RowsDeferred', 1, '{"chunk":0,"rows":12}', '\xac50bad3913c19f1c4a12b4bbe7dc4106a6c0f0db7b3be2cc9e4f9dc8acde66d'),
	(24, 1, 'job-01a221c1-77d9-779a-a9aa-3dc976206cda', 3, 'ChunkSettled', 1, '{"accountId":"01a221c1-49f2-774b-85f8-e35705a4984e","holdId":"01a221c1-77fb-76ac-a3ed-bc4d171f82f7","chunk":0,"rows":60,"credits":60,"tally":{"valid":60,"risky":0,"invalid":0,"unknown":0}}', '\x58906801b9d8c2514602476585fc08a89ba82b113cd290559b40acc5d4b04323'),
	(24, 2, 'job-01a221c1-77d9-779a-a9aa-3dc976206cda', 4, 'JobCompleted', 1, '{}', '\xdbe4214c7bb1d7dc06ec7e07edef50d9e7fcd2ba7176e7874eb1cea2a87e89d0'),
	(26, 1, 'job-01a221c1-781e-79fa-bd22-2203e12177b3', 4, 'ChunkSettled', 1, '{"accountId":"01a221c1-49f2-774b-85f8-e35705a4984e","holdId":"01a221c1-782c-77f3-9411-5d0fada5a43c","chunk":0,"rows":1,"credits":5,"tally":{"valid":1,"risky":0,"invalid":0,"unknown":0}}', '\x5bea7a9086fee814a361353858449afbe4207ba3ba7129b02be3ce42088a7a18'),
	(27, 1, 'job-01a221c1-781e-79fa-bd22-2203e12177b3', 5, 'ChunkSettled', 1, '{"accountId":"01a221c1-49f2-774b-85f8-e35705a4984e","holdId":"01a221c1-782c-77f3-9411-5d0fada5a43c","chunk":0,"rows":11,"credits":55,"tally":{"valid":11,"risky":0,"invalid":0,"unknown":0}}', '\x935472806259382cff90ab094c3f3149d9155f49b76b93d25d3266beda88b611'),
	(27, 2, 'job-01a221c1-781e-79fa-bd22-2203e12177b3', 6, 'JobCompleted', 1, '{}', '\x7e903f500512e39d2a01b9bd4ad9c0321fe1b66d1a8ab19ac1bcb1005aa57d24');

INSERT INTO es.head VALUES
	(true, 27, 27);

INSERT INTO es.hold VALUES
	('01a221c1-4d74-73ae-90b1-11e2f7f8ec0d', '01a221c1-49f2-774b-85f8-e35705a4984e', 1, 1, 0, '2026-11-28 10:54:06.174+00', 4, 1),
	('01a221c1-4e9b-7ee3-9c07-2702575126aa', '01a221c1-49f2-774b-85f8-e35705a4984e', 1, 1, 0, '2026-11-28 10:54:06.426+00', 6, 1),
	('01a221c1-4ebe-7d1e-adf6-a79ad2b3cf33', '01a221c1-49f2-774b-85f8-e35705a4984e', 1, 1, 0, '2026-11-28 10:54:06.466+00', 7, 1),
	('01a221c1-4efb-7da7-a9b8-4ae906189ec9', '01a221c1-49f2-774b-85f8-e35705a4984e', 5, 5, 0, '2026-11-28 10:54:06.524+00', 8, 1),
	('01a221c1-4fde-78c5-979d-e23589fc5893', '01a221c1-49f2-774b-85f8-e35705a4984e', 5, 5, 0, '2026-11-28 10:54:06.751+00', 10, 1),
	('01a221c1-5006-7910-8938-6a2862fde9cf', '01a221c1-49f2-774b-85f8-e35705a4984e', 5, 1, 4, '2026-11-28 10:54:06.79+00', 12, 1),
	('01a221c1-773d-7ae8-a762-fe9e6e7fe039', '01a221c1-49f2-774b-85f8-e35705a4984e', 1, 1, 0, '2026-11-28 10:54:16.841+00', 14, 1),
	('01a221c1-7765-7b6b-bd51-19de059284e8', '01a221c1-49f2-774b-85f8-e35705a4984e', 1, 1, 0, '2026-11-28 11:04:16.869+00', 15, 2),
	('01a221c1-7765-75c6-b4fb-af2e65269f2c', '01a221c1-49f2-774b-85f8-e35705a4984e', 1, 1, 0, '2026-11-28 11:04:16.869+00', 15, 1),
	('01a221c1-7765-71fb-b77d-86e1da4b049d', '01a221c1-49f2-774b-85f8-e35705a4984e', 1, 1, 0, '2026-11-28 11:04:16.869+00', 15, 3),
	('01a221c1-77fb-76ac-a3ed-bc4d171f82f7', '01a221c1-49f2-774b-85f8-e35705a4984e', 60, 60, 0, NULL, 19, 1),
	('01a221c1-782c-77f3-9411-5d0fada5a43c', '01a221c1-49f2-774b-85f8-e35705a4984e', 60, 60, 0, NULL, 22, 1);

INSERT INTO es.journal_0 VALUES
	(3, '{1}', '{granted}', '{1000000}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{NULL}'),
	(4, '{1}', '{held}', '{1}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-4d74-73ae-90b1-11e2f7f8ec0d}'),
	(5, '{1}', '{charged}', '{1}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-4d74-73ae-90b1-11e2f7f8ec0d}'),
	(6, '{1,2}', '{held,charged}', '{1,1}', '{01a221c1-49f2-774b-85f8-e35705a4984e,01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-4e9b-7ee3-9c07-2702575126aa,01a221c1-4e9b-7ee3-9c07-2702575126aa}'),
	(7, '{1,2}', '{held,charged}', '{1,1}', '{01a221c1-49f2-774b-85f8-e35705a4984e,01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-4ebe-7d1e-adf6-a79ad2b3cf33,01a221c1-4ebe-7d1e-adf6-a79ad2b3cf33}'),
	(8, '{1}', '{held}', '{5}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-4efb-7da7-a9b8-4ae906189ec9}'),
	(9, '{1}', '{charged}', '{5}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-4efb-7da7-a9b8-4ae906189ec9}'),
	(10, '{1}', '{held}', '{5}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-4fde-78c5-979d-e23589fc5893}'),
	(11, '{1}', '{charged}', '{5}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-4fde-78c5-979d-e23589fc5893}'),
	(12, '{1}', '{held}', '{5}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-5006-7910-8938-6a2862fde9cf}'),
	(13, '{1,2}', '{charged,refunded}', '{1,4}', '{01a221c1-49f2-774b-85f8-e35705a4984e,01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-5006-7910-8938-6a2862fde9cf,01a221c1-5006-7910-8938-6a2862fde9cf}'),
	(14, '{1,2}', '{held,charged}', '{1,1}', '{01a221c1-49f2-774b-85f8-e35705a4984e,01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-773d-7ae8-a762-fe9e6e7fe039,01a221c1-773d-7ae8-a762-fe9e6e7fe039}'),
	(15, '{1,2,3}', '{held,held,held}', '{1,1,1}', '{01a221c1-49f2-774b-85f8-e35705a4984e,01a221c1-49f2-774b-85f8-e35705a4984e,01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-7765-75c6-b4fb-af2e65269f2c,01a221c1-7765-7b6b-bd51-19de059284e8,01a221c1-7765-71fb-b77d-86e1da4b049d}'),
	(16, '{1,2,3}', '{charged,charged,charged}', '{1,1,1}', '{01a221c1-49f2-774b-85f8-e35705a4984e,01a221c1-49f2-774b-85f8-e35705a4984e,01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-7765-75c6-b4fb-af2e65269f2c,01a221c1-7765-7b6b-bd51-19de059284e8,01a221c1-7765-71fb-b77d-86e1da4b049d}'),
	(19, '{1}', '{held}', '{60}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-77fb-76ac-a3ed-bc4d171f82f7}'),
	(22, '{1}', '{held}', '{60}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-782c-77f3-9411-5d0fada5a43c}'),
	(24, '{1}', '{charged}', '{60}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-77fb-76ac-a3ed-bc4d171f82f7}'),
	(26, '{1}', '{charged}', '{5}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-782c-77f3-9411-5d0fada5a43c}'),
	(27, '{1}', '{charged}', '{55}', '{01a221c1-49f2-774b-85f8-e35705a4984e}', '{01a221c1-782c-77f3-9411-5d0fada5a43c}');

INSERT INTO es.log VALUES
	(true, '7e554b0b-caee-44b6-8642-678c86c8383c');

INSERT INTO es.projection VALUES
	('checked', 1, 27, 0, true),
	('credits_low', 1, 27, 0, true),
	('days', 1, 27, 0, true),
	('ledger', 1, 27, 0, true),
	('outcomes', 1, 27, 0, true),
	('security', 1, 27, 0, true),
	('usage', 1, 27, 0, true);

INSERT INTO es.reply VALUES
	('01a221c1-7741-7d65-be46-5f223ebb801a', '{"email":"ann@plain.test","status":"valid","score":95,"checks":{"syntax":true,"free":false,"disposable":false,"mx":true,"parked":false,"relay":false,"spf":true,"dmarc":false,"role":false,"dnsbl":false,"mx_routable":true,"forwarder":false,"smtputf8":false,"mta_sts":false,"tls_rpt":false,"bimi":false},"domain":"plain.test","mode":"fast","credits_used":1,"mx_records":["mail.plain.test"],"free_check":false,"response_time_ms":6,"checked_at":"2026-11-28T10:44:16.847Z","recommendation":"send","normalized_email":"ann@plain.test","domain_age_days":6175,"dnsbl_listings":[],"spf_record":"v=spf1 mx ~all","reasons":["The domain publishes no DMARC record."]}');

INSERT INTO es.sealed VALUES
	(1, 1, '2026-11-28 10:44:05.323923+00'),
	(2, 2, '2026-11-28 10:44:05.32414+00'),
	(3, 3, '2026-11-28 10:44:05.324145+00'),
	(4, 4, '2026-11-28 10:44:06.243363+00'),
	(5, 5, '2026-11-28 10:44:06.482206+00'),
	(6, 6, '2026-11-28 10:44:06.482246+00'),
	(7, 7, '2026-11-28 10:44:06.806244+00'),
	(8, 8, '2026-11-28 10:44:06.80631+00'),
	(9, 9, '2026-11-28 10:44:06.806313+00'),
	(10, 10, '2026-11-28 10:44:06.806315+00'),
	(11, 11, '2026-11-28 10:44:06.806316+00'),
	(12, 12, '2026-11-28 10:44:06.806319+00'),
	(13, 13, '2026-11-28 10:44:16.833929+00'),
	(14, 14, '2026-11-28 10:44:16.965567+00'),
	(15, 15, '2026-11-28 10:44:16.965601+00'),
	(16, 16, '2026-11-28 10:44:16.965605+00'),
	(17, 17, '2026-11-28 10:44:17.294433+00'),
	(18, 18, '2026-11-28 10:44:17.294467+00'),
	(19, 19, '2026-11-28 10:44:17.294469+00'),
	(20, 20, '2026-11-28 10:44:17.294471+00'),
	(21, 21, '2026-11-28 10:44:17.294472+00'),
	(22, 22, '2026-11-28 10:44:17.294483+00'),
	(23, 23, '2026-11-28 10:44:17.647716+00'),
	(24, 25, '2026-11-28 10:44:18.277821+00'),
	(25, 24, '2026-11-28 10:44:18.410612+00'),
	(26, 26, '2026-11-28 10:44:18.886257+00'),
	(27, 27, '2026-11-28 10:44:19.083352+00');

INSERT INTO es.stream VALUES
	('account-01a221c1-49f2-774b-85f8-e35705a4984e', 3, '\x03ebc902d2582a8ba00bb86c74af7783188b8e75c59f8df0b5438d389387703c'),
	('ledger-01a221c1-49f2-774b-85f8-e35705a4984e', 24, '\xf07d8c5c6aa6e28df0f4d0f1a4e8e06ae24605361cc25335802388125c47c6b5'),
	('job-01a221c1-77d9-779a-a9aa-3dc976206cda', 4, '\xdbe4214c7bb1d7dc06ec7e07edef50d9e7fcd2ba7176e7874eb1cea2a87e89d0'),
	('job-01a221c1-781e-79fa-bd22-2203e12177b3', 6, '\x7e903f500512e39d2a01b9bd4ad9c0321fe1b66d1a8ab19ac1bcb1005aa57d24');

INSERT INTO public.account VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', true, '\x9c5b63b3f04fb78a9f576e285e07618788da2e17c3dd2f9a5c6e929857622fb9', '2026-11-28 10:44:04.972765+00', NULL, NULL, NULL);

INSERT INTO public.account_day VALUES
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '2026-11-28', 78, 2, 2, 0, 138);

INSERT INTO public.account_message VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', 1, '01a221c1-7cdc-756b-b653-497fee9f1238', 'job.completed', '{"type":"job.completed","timestamp":"2026-11-28T10:44:18.147Z","data":{"id":"01a221c1-77d9-779a-a9aa-3dc976206cda","filename":"list.csv","total_rows":60,"processed_rows":60,"valid_count":60,"invalid_count":0,"risky_count":0,"unknown_count":0,"status":"complete","mode":"fast","credits_reserved":60,"started_at":"2026-11-28T10:44:17.065Z","completed_at":"2026-11-28T10:44:18.147Z","created_at":"2026-11-28T10:44:17.008Z","key_id":"01a221c1-4a03-721e-81d5-a09a87cb8421"},"links":{"job":"http://localhost:18080/api/v1/jobs/01a221c1-77d9-779a-a9aa-3dc976206cda","results":"http://localhost:18080/api/v1/jobs/01a221c1-77d9-779a-a9aa-3dc976206cda/results","download":"http://localhost:18080/api/v1/jobs/01a221c1-77d9-779a-a9aa-3dc976206cda/download"}}', '2026-11-28 10:44:18.147163+00'),
	('01a221c1-49f2-774b-85f8-e35705a4984e', 2, '01a221c1-7f8c-7cf7-867a-db35cefa2ad7', 'job.completed', '{"type":"job.completed","timestamp":"2026-11-28T10:44:18.883Z","data":{"id":"01a221c1-781e-79fa-bd22-2203e12177b3","filename":"list.csv","total_rows":12,"processed_rows":12,"valid_count":12,"invalid_count":0,"risky_count":0,"unknown_count":0,"status":"complete","mode":"deep","credits_reserved":60,"started_at":"2026-11-28T10:44:17.400Z","completed_at":"2026-11-28T10:44:18.883Z","created_at":"2026-11-28T10:44:17.067Z","key_id":"01a221c1-4a03-721e-81d5-a09a87cb8421"},"links":{"job":"http://localhost:18080/api/v1/jobs/01a221c1-781e-79fa-bd22-2203e12177b3","results":"http://localhost:18080/api/v1/jobs/01a221c1-781e-79fa-bd22-2203e12177b3/results","download":"http://localhost:18080/api/v1/jobs/01a221c1-781e-79fa-bd22-2203e12177b3/download"}}', '2026-11-28 10:44:18.883502+00');

INSERT INTO public.activity VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-4d74-73ae-90b1-11e2f7f8ec0d', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-4f8e-7ee5-b35e-41be9ddb4c57', 254, 1, 200, 0, 100, false, false, 'check', NULL, NULL, 'fast', 'valid', NULL, NULL, '\xaffb4eb20ecfbbe2d88f923f21b845aa', NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-4e9b-7ee3-9c07-2702575126aa', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-4f8e-7ee5-b35e-41be9ddb4c57', 21, 1, 200, 1, 80, false, false, 'check', NULL, NULL, 'fast', 'risky', 'role_based', NULL, '\xfff6c5aa6e412d4d6f9a7c27cf3edc52', NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-4ebe-7d1e-adf6-a79ad2b3cf33', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-4f8e-7ee5-b35e-41be9ddb4c57', 44, 1, 200, 2, 100, false, true, 'check', NULL, NULL, 'fast', 'valid', NULL, NULL, '\x88bf6f4682d412fb88616e3dc699e81a', NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-4efb-7da7-a9b8-4ae906189ec9', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-5369-7c7b-88ad-cbb6f605e637', 220, 5, 200, 0, 100, false, false, 'check', NULL, NULL, 'deep', 'valid', NULL, NULL, '\xaffb4eb20ecfbbe2d88f923f21b845aa', NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-4fde-78c5-979d-e23589fc5893', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-5369-7c7b-88ad-cbb6f605e637', 37, 5, 200, 1, 0, false, false, 'check', NULL, NULL, 'deep', 'invalid', 'mailbox_not_found', NULL, '\x20a8b1fefcd2fc554d30e094588d95de', NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-5006-7910-8938-6a2862fde9cf', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-7a93-746a-86d7-d04c11a8e3f4', 10036, 1, 200, 0, 85, false, false, 'check', NULL, NULL, 'deep', 'risky', 'mailbox_unverified', NULL, '\x469f81e252612749528b3d797db24929', NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-773d-7ae8-a762-fe9e6e7fe039', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-7a93-746a-86d7-d04c11a8e3f4', 29, 1, 200, 1, 95, false, false, 'check', NULL, NULL, 'fast', 'valid', NULL, NULL, '\xa52630efab31d8ab62a19282bb96c37f', NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7765-75c6-b4fb-af2e65269f2c', '01a221c1-7764-759e-92c5-bc8879b29d73', '01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-7a93-746a-86d7-d04c11a8e3f4', 0, 1, 200, 2, 100, false, false, 'batch_item', NULL, NULL, 'fast', 'valid', NULL, NULL, '\xaffb4eb20ecfbbe2d88f923f21b845aa', NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7765-7b6b-bd51-19de059284e8', '01a221c1-7764-759e-92c5-bc8879b29d73', '01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-7a93-746a-86d7-d04c11a8e3f4', 26, 1, 200, 3, 90, false, false, 'batch_item', NULL, NULL, 'fast', 'valid', NULL, NULL, '\xd283e0f79d7c31302bf9f8dd02d30c73', NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7765-71fb-b77d-86e1da4b049d', '01a221c1-7764-759e-92c5-bc8879b29d73', '01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-7a93-746a-86d7-d04c11a8e3f4', 1, 1, 200, 4, 0, false, true, 'batch_item', NULL, NULL, 'fast', 'invalid', 'failed_syntax_check', NULL, '\x8d80c22bdd82a90f93df512b80e91fe7', NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7764-759e-92c5-bc8879b29d73', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 71, 3, 200, NULL, NULL, false, false, 'batch', NULL, NULL, 'fast', NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-77ad-7adc-b853-e61a510c3126', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 34, 0, 201, NULL, NULL, false, false, 'request', 'POST', '/api/v1/keys', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-77d2-7018-a0d1-65cbebb19c45', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 67, 0, 201, NULL, NULL, false, false, 'request', 'POST', '/api/v1/verify/bulk', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7819-76d9-a386-b246f1ba7198', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 240, 0, 201, NULL, NULL, false, false, 'request', 'POST', '/api/v1/verify/bulk', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-793c-70e1-b4df-886b5e57ae66', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 44, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7a43-7adf-8d88-d247180169db', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 12, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7b27-7eae-b01d-096c58bf1c68', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 88, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7c62-7761-9c24-65bfcfb2ee8c', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 18, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7d44-72ec-a80c-c4ca16a222a8', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 10, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7d52-7616-9f9e-acba78fa3b1b', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 12, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7e27-7d04-afdc-e3b5deb3f9bb', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 1, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7eff-7dc7-a4fa-42955fdb1d20', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 1, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7fcd-79dd-9107-b593670c7c6d', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 22, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-87b4-7b11-b2a7-2e3aea122fb9', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 45, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/account', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-87e8-73d3-a42f-77d17e4c4659', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 78, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/ledger', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-883e-7c42-b1ad-75b620a37d3a', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 21, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/ledger.csv', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-886b-7fb8-b525-63c42bafe5ea', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 11, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-887a-70b8-bed0-b67d8603b5a1', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 12, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-888c-7963-9874-95f56749650f', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 4, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-889a-73be-b953-c4638e7447af', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 62, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id/results', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-88da-7fb6-875e-87afd4ac8ddf', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 15, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id/results', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-88ec-7aca-a049-a6a20ca6d7e3', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 26, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id/download', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-8907-73f4-ad8b-3f1c2ec34a32', NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421', NULL, 14, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id/download', NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.activity_answers VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-4f8e-7ee5-b35e-41be9ddb4c57', '\x3092d8b30e34738e043b7bca90d73ca49e652521986e7e9d534c862dbdd87dd2a2e96f4b902cf077a326d4beeae7c3533ed993f4e7fe29f6b31b3b6faad8a79bd06fdd4abe4eec1b2e7f20593ece23e57daa53e17707c4f035ee9ad39892786f91658ce9141ffa50fba046306258ced97fa86856f06eb5e09739ffadcc99327549216afa480ce47eb9baaa060a6913fda267e3ebbf059997890783ef93b3bc5f9767706041ef64758dd2670056b574ebf3cc3dda0f2be7f77acd7e7c6b87fcc54820029824f6d005028e50be29df93f8a3a7e086803b0a5ac0b648337b7d7940b651dfdba5b3a25e6ac08868cc8e1d98a808577cbb1c1998ca883dfb07eb32b12a6c45c7b5c81c861029c6d663e67ae14716a219d55aea9ff78487c8d0d8b6cb374ca05148461bc36d'),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-5369-7c7b-88ad-cbb6f605e637', '\xa7f492698fd38137e7f1539c45ef88a773a8487054810b9f02b975fb91ff0d6314fc3741317cf850c7109d69a6b2f24885f983e5a6285719ee14db2b99490c1332f7059f970baf56e07210803d26435d52d8ffce786f7768e42528909baac33fbe1d095992877c6085adc94c420a2b0943da3f7e32aa0edfd40d005a2e064a20de67c9df4f398d0c7d0fc9a3ae8f6dd9e1d56139e1de2c12fffdac706eb7f4b2b7c5'),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-7a93-746a-86d7-d04c11a8e3f4', '\x595f042cdac17dfeff46e465f961cb07f9e29677fac26fa6702ddccc614e4acec6a7c2bde43f8cbd4c6d9ebcf5f9549d6a3a77e00ebcfdc3f54bf40f1d13ff0d1e2b670c1d06c8605a2b5d2dea0e281e8e902337ee54e6f67e7febe308bac15793fb69e41471bd68f151be39ac588bebd8f12a59c3c1fce0ecf919686e6511d6aeafd3abb4dc7171d95231d05c99e775b04d8c7d03b048478b18b4e7b3f95ce432134a279bebcdc598a480228eab4c2419b62857c8bddad9a170d0b7b17a453d3eb98d5affcca32c9ee0be873e32af3f59f4cd3a51474ca0af2ff8ed0543a56e2e49b42fc43cf886b561452b8ce8629f1ec6baa59d07d04f77a1e8519b5d99169fc15af5678f9d87b77832e0d82b3c4dfbafb6457bc19c9166b5ae2c1fc19f07c90f85e422f8ff99167ac0ebe323bd38790bc8e807c25642569e1aa44d3009de82d570c1d039365f5511e12df3d4ea122848dc9d4c9efa272e4b4500f28fa21b9efbee590ac5351710af4054c34bb096989c5cba3eae873e62e494a50467b4f1ae5343e5760b3b3d49e3802d518a91758a8a34042f75fec2684ff6850132df762f7a3469a28bf5316aadabf3abd724c3515c0644989880b30c8835a91c80eeb9fe9a32ab8cfad2218c80c627ab0607e9f84b17b06d530991ac10b01f21f1f3595b55c27dbc935d646082382f3388d05068c2f4c6061962854aba5e5ba7925f4056632e1418777db9eb');

INSERT INTO public.activity_hour VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', '2026-11-28 10:00:00+00', '01a221c1-4a03-721e-81d5-a09a87cb8421', 'deep', 1, 1, 1, 0, 11),
	('01a221c1-49f2-774b-85f8-e35705a4984e', '2026-11-28 10:00:00+00', '01a221c1-4a03-721e-81d5-a09a87cb8421', 'fast', 5, 1, 1, 0, 7);

INSERT INTO public.api_key VALUES
	('01a221c1-77ae-71fb-a17d-a3ebcf939205', '01a221c1-49f2-774b-85f8-e35705a4984e', '\xf4232b5f7dd590375d9466fb4275499f1dc42b8238ce340b3c1a611673e9468e', 'MsJs', 'reporting', '2026-11-28 10:44:16.943559+00', '{read}', NULL, NULL, NULL, 'manager'),
	('01a221c1-4a03-721e-81d5-a09a87cb8421', '01a221c1-49f2-774b-85f8-e35705a4984e', '\xf170924ed491c11509e64389f1bba530bc6c838173bf98dea34e1674b14c68d1', 'q8Cz', 'first key', '2026-11-28 10:44:04.972765+00', '{}', '2026-11-28 10:44:21.383+00', NULL, NULL, 'manager');

INSERT INTO public.checked_address VALUES
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '\xdcd15198c75d6a1abeca4e5c0f9a90f4', '01a221c1-4e9b-7ee3-9c07-2702575126aa', '2026-11-28 10:44:06.439414+00'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '\x606d234e5ba032d91e143703ea3425a2', '01a221c1-4ebe-7d1e-adf6-a79ad2b3cf33', '2026-11-28 10:44:06.48634+00'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '\x2e5433e1fa495cf236947eb2a7e43dbb', '01a221c1-4fde-78c5-979d-e23589fc5893', '2026-11-28 10:44:06.758208+00'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '\xba904fbef06ef8f671f3ac7290025581', '01a221c1-5006-7910-8938-6a2862fde9cf', '2026-11-28 10:44:06.798076+00'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '\xd187ca69dc71ca5691d46c25438aaeb0', '01a221c1-773d-7ae8-a762-fe9e6e7fe039', '2026-11-28 10:44:16.851654+00'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '\xc8c073ff1712192abbb48915747e7255', '01a221c1-7765-75c6-b4fb-af2e65269f2c', '2026-11-28 10:44:16.872594+00'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '\xc2534123e8fe75b1954c240854e726db', '01a221c1-7765-7b6b-bd51-19de059284e8', '2026-11-28 10:44:16.872594+00'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '\xf653094f45300f247c89141ca2001c0e', '01a221c1-7765-71fb-b77d-86e1da4b049d', '2026-11-28 10:44:16.872594+00');

INSERT INTO public.domain_age VALUES
	('acme.test', '2010-01-01 00:00:00+00', '2027-01-27 10:44:06.324+00'),
	('faults.test', '2010-01-01 00:00:00+00', '2027-01-27 10:44:06.808+00'),
	('plain.test', '2010-01-01 00:00:00+00', '2027-01-27 10:44:16.847+00'),
	('bare.test', '2010-01-01 00:00:00+00', '2027-01-27 10:44:16.899+00'),
	('lab.test', '2010-01-01 00:00:00+00', '2027-01-27 10:44:17.41+00');

INSERT INTO public.domain_knowledge VALUES
	('acme.test', 'catchAll', '{"takesAll": false}', 'mx1.acme.test', '2026-11-28 10:44:06.696+00', '2026-11-29 10:44:06.696+00'),
	('d10007.lab.test', 'catchAll', '{"takesAll": false}', 'mx23.lab.test', '2026-11-28 10:44:18.71+00', '2026-11-29 10:44:18.71+00'),
	('d10004.lab.test', 'catchAll', '{"takesAll": false}', 'mx20.lab.test', '2026-11-28 10:44:18.736+00', '2026-11-29 10:44:18.736+00'),
	('d10003.lab.test', 'catchAll', '{"takesAll": false}', 'mx19.lab.test', '2026-11-28 10:44:18.737+00', '2026-11-29 10:44:18.737+00'),
	('d10006.lab.test', 'catchAll', '{"takesAll": false}', 'mx22.lab.test', '2026-11-28 10:44:18.738+00', '2026-11-29 10:44:18.738+00'),
	('d10000.lab.test', 'catchAll', '{"takesAll": false}', 'mx16.lab.test', '2026-11-28 10:44:18.738+00', '2026-11-29 10:44:18.738+00'),
	('d10011.lab.test', 'catchAll', '{"takesAll": false}', 'mx27.lab.test', '2026-11-28 10:44:18.738+00', '2026-11-29 10:44:18.738+00'),
	('d10005.lab.test', 'catchAll', '{"takesAll": false}', 'mx21.lab.test', '2026-11-28 10:44:18.738+00', '2026-11-29 10:44:18.738+00'),
	('d10010.lab.test', 'catchAll', '{"takesAll": false}', 'mx26.lab.test', '2026-11-28 10:44:18.738+00', '2026-11-29 10:44:18.738+00'),
	('d10002.lab.test', 'catchAll', '{"takesAll": false}', 'mx18.lab.test', '2026-11-28 10:44:18.737+00', '2026-11-29 10:44:18.737+00'),
	('d10009.lab.test', 'catchAll', '{"takesAll": false}', 'mx25.lab.test', '2026-11-28 10:44:18.737+00', '2026-11-29 10:44:18.737+00'),
	('d10008.lab.test', 'catchAll', '{"takesAll": false}', 'mx24.lab.test', '2026-11-28 10:44:18.746+00', '2026-11-29 10:44:18.746+00'),
	('d10001.lab.test', 'catchAll', '{"takesAll": false}', 'mx17.lab.test', '2026-11-28 10:44:18.749+00', '2026-11-29 10:44:18.749+00');

INSERT INTO public.idempotency VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', '\xf077aa52a46a1a64ccba2fad9b50f7bfd0a4d4e3f1478f9e2b769c2b70293a84', '\x0a83de71e1d9a49908d20708bef20b050b53337d2e65794d369658e9a81c91ac', '01a221c1-7741-7d65-be46-5f223ebb801a', 'acdb3bfc-08ab-4cf7-bce2-03b521c339a1', '2026-11-28 10:45:16.834006+00');

INSERT INTO public.job VALUES
	('01a221c1-77d9-779a-a9aa-3dc976206cda', '01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-77fb-76ac-a3ed-bc4d171f82f7', 4, 'list.csv', 'fast', 'complete', NULL, '{name,email}', 1, 2, 60, 1, 60, 60, 60, 0, 0, 0, DEFAULT, 60, 60, '2026-11-28 10:44:17.008+00', '2026-11-28 10:44:17.065674+00', '2026-11-28 10:44:18.147163+00', '2026-11-28 10:44:18.147163+00', '2026-11-28 10:44:25.060533+00', true, 0, 0, NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421'),
	('01a221c1-781e-79fa-bd22-2203e12177b3', '01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-782c-77f3-9411-5d0fada5a43c', 6, 'list.csv', 'deep', 'complete', NULL, '{name,email}', 1, 2, 12, 1, 12, 12, 12, 0, 0, 0, DEFAULT, 60, 60, '2026-11-28 10:44:17.067+00', '2026-11-28 10:44:17.400726+00', '2026-11-28 10:44:18.883502+00', '2026-11-28 10:44:18.883502+00', '2026-11-28 10:44:18.310448+00', true, 0, 0, NULL, '01a221c1-4a03-721e-81d5-a09a87cb8421');

INSERT INTO public.job_chunk VALUES
	('01a221c1-781e-79fa-bd22-2203e12177b3', 0, 12, '\x28b52ffd60a8001d040014057b227265636f726473223a5b5b225a6fc3ab222c227573657230406431303030302e6c61622e74657374225d2c3131323233333434353536363737383839393131315d2c2272657065617473223a5b5d7d1700c0e5690d00e19c16c6c012301c580c0c02d6818181256038b0181804ac0303034bc070603130085807065672283d', true, NULL, NULL, 0, 0),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 0, 60, '\x28b52ffd600807fd0500120b1f1f9037e9fff0dd9dc4a52072ad4af8f63b887b275db4b56d29a5b41364dd1db0074a92a8b42c0ec1417528ffffffffffffff6fdbb66ddbb66ddb6ddbb66ddbb66d4b92244992244992dbb66ddbb66ddb1088c3c16028147ebb25b743a9259d0509580c20c6183386c2a0930aea28848406402549a2120335040e2a8377a821fcfa7f07d01bd5011108861322fc193f53c155e22ab8125c05b782abc055805727ab5f55a2324d79a947d40ce5714f8174b24de2267243160e29014915', true, NULL, NULL, 0, 0);

INSERT INTO public.job_facet VALUES
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 'valid', '', 60),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 'valid', '', 12);

INSERT INTO public.job_result VALUES
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 0, 1, 'valid', '["ffff-ttff","valid",95,null,"user0@d10000.lab.test",null,6175,null,1,"2026-11-28T10:44:17.411Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 1, 1, 'valid', '["ffff-tttf","valid",100,null,"user1@d10001.lab.test",null,6175,null,1,"2026-11-28T10:44:17.427Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 2, 1, 'valid', '["ffff-tttf","valid",100,null,"user2@d10002.lab.test",null,6175,null,1,"2026-11-28T10:44:17.547Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 3, 1, 'valid', '["ffff-tttf","valid",100,null,"user3@d10003.lab.test",null,6175,null,1,"2026-11-28T10:44:17.615Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 4, 1, 'valid', '["ffff-tttf","valid",100,null,"user4@d10004.lab.test",null,6175,null,1,"2026-11-28T10:44:17.711Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 5, 1, 'valid', '["ffff-tttf","valid",100,null,"user5@d10005.lab.test",null,6175,null,1,"2026-11-28T10:44:17.808Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 6, 1, 'valid', '["ffff-tttf","valid",100,null,"user6@d10006.lab.test",null,6175,null,1,"2026-11-28T10:44:17.926Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 7, 1, 'valid', '["ffff-tttf","valid",100,null,"user7@d10007.lab.test",null,6175,null,1,"2026-11-28T10:44:17.997Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 8, 1, 'valid', '["ffff-tttf","valid",100,null,"user8@d10008.lab.test",null,6175,null,1,"2026-11-28T10:44:18.058Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 9, 1, 'valid', '["ffff-tttf","valid",100,null,"user9@d10009.lab.test",null,6175,null,1,"2026-11-28T10:44:18.116Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 10, 1, 'valid', '["ffff-ttff","valid",95,null,"user10@d10010.lab.test",null,6175,null,1,"2026-11-28T10:44:17.411Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 11, 1, 'valid', '["ffff-tttf","valid",100,null,"user11@d10011.lab.test",null,6175,null,1,"2026-11-28T10:44:17.429Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 12, 1, 'valid', '["ffff-tttf","valid",100,null,"user12@d10012.lab.test",null,6175,null,1,"2026-11-28T10:44:17.547Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 13, 1, 'valid', '["ffff-tttf","valid",100,null,"user13@d10013.lab.test",null,6175,null,1,"2026-11-28T10:44:17.616Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 14, 1, 'valid', '["ffff-tttf","valid",100,null,"user14@d10014.lab.test",null,6175,null,1,"2026-11-28T10:44:17.742Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 15, 1, 'valid', '["ffff-tttf","valid",100,null,"user15@d10015.lab.test",null,6175,null,1,"2026-11-28T10:44:17.823Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 16, 1, 'valid', '["ffff-tttf","valid",100,null,"user16@d10016.lab.test",null,6175,null,1,"2026-11-28T10:44:17.927Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 17, 1, 'valid', '["ffff-tttf","valid",100,null,"user17@d10017.lab.test",null,6175,null,1,"2026-11-28T10:44:17.998Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 18, 1, 'valid', '["ffff-tttf","valid",100,null,"user18@d10018.lab.test",null,6175,null,1,"2026-11-28T10:44:18.075Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 19, 1, 'valid', '["ffff-tttf","valid",100,null,"user19@d10019.lab.test",null,6175,null,1,"2026-11-28T10:44:18.128Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 20, 1, 'valid', '["ffff-ttff","valid",95,null,"user20@d10020.lab.test",null,6175,null,1,"2026-11-28T10:44:17.412Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 21, 1, 'valid', '["ffff-tttf","valid",100,null,"user21@d10021.lab.test",null,6175,null,1,"2026-11-28T10:44:17.442Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 22, 1, 'valid', '["ffff-tttf","valid",100,null,"user22@d10022.lab.test",null,6175,null,1,"2026-11-28T10:44:17.547Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 23, 1, 'valid', '["ffff-tttf","valid",100,null,"user23@d10023.lab.test",null,6175,null,1,"2026-11-28T10:44:17.616Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 24, 1, 'valid', '["ffff-tttf","valid",100,null,"user24@d10024.lab.test",null,6175,null,1,"2026-11-28T10:44:17.742Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 25, 1, 'valid', '["ffff-tttf","valid",100,null,"user25@d10025.lab.test",null,6175,null,1,"2026-11-28T10:44:17.823Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 26, 1, 'valid', '["ffff-tttf","valid",100,null,"user26@d10026.lab.test",null,6175,null,1,"2026-11-28T10:44:17.927Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 27, 1, 'valid', '["ffff-tttf","valid",100,null,"user27@d10027.lab.test",null,6175,null,1,"2026-11-28T10:44:17.998Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 28, 1, 'valid', '["ffff-tttf","valid",100,null,"user28@d10028.lab.test",null,6175,null,1,"2026-11-28T10:44:18.075Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 29, 1, 'valid', '["ffff-tttf","valid",100,null,"user29@d10029.lab.test",null,6175,null,1,"2026-11-28T10:44:18.128Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 30, 1, 'valid', '["ffff-ttff","valid",95,null,"user30@d10030.lab.test",null,6175,null,1,"2026-11-28T10:44:17.412Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 31, 1, 'valid', '["ffff-tttf","valid",100,null,"user31@d10031.lab.test",null,6175,null,1,"2026-11-28T10:44:17.442Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 32, 1, 'valid', '["ffff-tttf","valid",100,null,"user32@d10032.lab.test",null,6175,null,1,"2026-11-28T10:44:17.547Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 33, 1, 'valid', '["ffff-tttf","valid",100,null,"user33@d10033.lab.test",null,6175,null,1,"2026-11-28T10:44:17.616Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 34, 1, 'valid', '["ffff-tttf","valid",100,null,"user34@d10034.lab.test",null,6175,null,1,"2026-11-28T10:44:17.742Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 35, 1, 'valid', '["ffff-tttf","valid",100,null,"user35@d10035.lab.test",null,6175,null,1,"2026-11-28T10:44:17.823Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 36, 1, 'valid', '["ffff-tttf","valid",100,null,"user36@d10036.lab.test",null,6175,null,1,"2026-11-28T10:44:17.927Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 37, 1, 'valid', '["ffff-tttf","valid",100,null,"user37@d10037.lab.test",null,6175,null,1,"2026-11-28T10:44:17.998Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 38, 1, 'valid', '["ffff-tttf","valid",100,null,"user38@d10038.lab.test",null,6175,null,1,"2026-11-28T10:44:18.076Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 39, 1, 'valid', '["ffff-tttf","valid",100,null,"user39@d10039.lab.test",null,6175,null,1,"2026-11-28T10:44:18.128Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 40, 1, 'valid', '["ffff-ttff","valid",95,null,"user40@d10040.lab.test",null,6175,null,1,"2026-11-28T10:44:17.413Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 41, 1, 'valid', '["ffff-tttf","valid",100,null,"user41@d10041.lab.test",null,6175,null,1,"2026-11-28T10:44:17.443Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 42, 1, 'valid', '["ffff-tttf","valid",100,null,"user42@d10042.lab.test",null,6175,null,1,"2026-11-28T10:44:17.548Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 43, 1, 'valid', '["ffff-tttf","valid",100,null,"user43@d10043.lab.test",null,6175,null,1,"2026-11-28T10:44:17.616Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 44, 1, 'valid', '["ffff-tttf","valid",100,null,"user44@d10044.lab.test",null,6175,null,1,"2026-11-28T10:44:17.743Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 45, 1, 'valid', '["ffff-tttf","valid",100,null,"user45@d10045.lab.test",null,6175,null,1,"2026-11-28T10:44:17.824Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 46, 1, 'valid', '["ffff-tttf","valid",100,null,"user46@d10046.lab.test",null,6175,null,1,"2026-11-28T10:44:17.927Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 47, 1, 'valid', '["ffff-tttf","valid",100,null,"user47@d10047.lab.test",null,6175,null,1,"2026-11-28T10:44:17.998Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 48, 1, 'valid', '["ffff-tttf","valid",100,null,"user48@d10048.lab.test",null,6175,null,1,"2026-11-28T10:44:18.076Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 49, 1, 'valid', '["ffff-tttf","valid",100,null,"user49@d10049.lab.test",null,6175,null,1,"2026-11-28T10:44:18.128Z"]', false, NULL);
INSERT INTO public.job_result VALUES
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 50, 1, 'valid', '["ffff-ttff","valid",95,null,"user50@d10050.lab.test",null,6175,null,1,"2026-11-28T10:44:17.414Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 51, 1, 'valid', '["ffff-tttf","valid",100,null,"user51@d10051.lab.test",null,6175,null,1,"2026-11-28T10:44:17.443Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 52, 1, 'valid', '["ffff-tttf","valid",100,null,"user52@d10052.lab.test",null,6175,null,1,"2026-11-28T10:44:17.548Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 53, 1, 'valid', '["ffff-tttf","valid",100,null,"user53@d10053.lab.test",null,6175,null,1,"2026-11-28T10:44:17.616Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 54, 1, 'valid', '["ffff-tttf","valid",100,null,"user54@d10054.lab.test",null,6175,null,1,"2026-11-28T10:44:17.743Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 55, 1, 'valid', '["ffff-tttf","valid",100,null,"user55@d10055.lab.test",null,6175,null,1,"2026-11-28T10:44:17.824Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 56, 1, 'valid', '["ffff-tttf","valid",100,null,"user56@d10056.lab.test",null,6175,null,1,"2026-11-28T10:44:17.927Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 57, 1, 'valid', '["ffff-tttf","valid",100,null,"user57@d10057.lab.test",null,6175,null,1,"2026-11-28T10:44:17.998Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 58, 1, 'valid', '["ffff-tttf","valid",100,null,"user58@d10058.lab.test",null,6175,null,1,"2026-11-28T10:44:18.076Z"]', false, NULL),
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 59, 1, 'valid', '["ffff-tttf","valid",100,null,"user59@d10059.lab.test",null,6175,null,1,"2026-11-28T10:44:18.128Z"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 7, 5, 'valid', '["ffffftttf","valid",100,null,"user7@d10007.lab.test",null,6175,null,5,"2026-11-28T10:44:18.759Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 0, 5, 'valid', '["fffffttff","valid",95,null,"user0@d10000.lab.test",null,6175,null,5,"2026-11-28T10:44:18.785Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 1, 5, 'valid', '["ffffftttf","valid",100,null,"user1@d10001.lab.test",null,6175,null,5,"2026-11-28T10:44:18.806Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 2, 5, 'valid', '["ffffftttf","valid",100,null,"user2@d10002.lab.test",null,6175,null,5,"2026-11-28T10:44:18.774Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 3, 5, 'valid', '["ffffftttf","valid",100,null,"user3@d10003.lab.test",null,6175,null,5,"2026-11-28T10:44:18.769Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 4, 5, 'valid', '["ffffftttf","valid",100,null,"user4@d10004.lab.test",null,6175,null,5,"2026-11-28T10:44:18.782Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 5, 5, 'valid', '["ffffftttf","valid",100,null,"user5@d10005.lab.test",null,6175,null,5,"2026-11-28T10:44:18.774Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 6, 5, 'valid', '["ffffftttf","valid",100,null,"user6@d10006.lab.test",null,6175,null,5,"2026-11-28T10:44:18.785Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 8, 5, 'valid', '["ffffftttf","valid",100,null,"user8@d10008.lab.test",null,6175,null,5,"2026-11-28T10:44:18.806Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 9, 5, 'valid', '["ffffftttf","valid",100,null,"user9@d10009.lab.test",null,6175,null,5,"2026-11-28T10:44:18.785Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 10, 5, 'valid', '["fffffttff","valid",95,null,"user10@d10010.lab.test",null,6175,null,5,"2026-11-28T10:44:18.772Z","deliverable","yes"]', false, NULL),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 11, 5, 'valid', '["ffffftttf","valid",100,null,"user11@d10011.lab.test",null,6175,null,5,"2026-11-28T10:44:18.781Z","deliverable","yes"]', false, NULL);

INSERT INTO public.job_search VALUES
	('01a221c1-77d9-779a-a9aa-3dc976206cda', 0, 'user0@d10000.lab.test
user1@d10001.lab.test
user2@d10002.lab.test
user3@d10003.lab.test
user4@d10004.lab.test
user5@d10005.lab.test
user6@d10006.lab.test
user7@d10007.lab.test
user8@d10008.lab.test
user9@d10009.lab.test
user10@d10010.lab.test
user11@d10011.lab.test
user12@d10012.lab.test
user13@d10013.lab.test
user14@d10014.lab.test
user15@d10015.lab.test
user16@d10016.lab.test
user17@d10017.lab.test
user18@d10018.lab.test
user19@d10019.lab.test
user20@d10020.lab.test
user21@d10021.lab.test
user22@d10022.lab.test
user23@d10023.lab.test
user24@d10024.lab.test
user25@d10025.lab.test
user26@d10026.lab.test
user27@d10027.lab.test
user28@d10028.lab.test
user29@d10029.lab.test
user30@d10030.lab.test
user31@d10031.lab.test
user32@d10032.lab.test
user33@d10033.lab.test
user34@d10034.lab.test
user35@d10035.lab.test
user36@d10036.lab.test
user37@d10037.lab.test
user38@d10038.lab.test
user39@d10039.lab.test
user40@d10040.lab.test
user41@d10041.lab.test
user42@d10042.lab.test
user43@d10043.lab.test
user44@d10044.lab.test
user45@d10045.lab.test
user46@d10046.lab.test
user47@d10047.lab.test
user48@d10048.lab.test
user49@d10049.lab.test
user50@d10050.lab.test
user51@d10051.lab.test
user52@d10052.lab.test
user53@d10053.lab.test
user54@d10054.lab.test
user55@d10055.lab.test
user56@d10056.lab.test
user57@d10057.lab.test
user58@d10058.lab.test
user59@d10059.lab.test
', '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59}', 'vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv', 60, 0, 0, 0, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
	('01a221c1-781e-79fa-bd22-2203e12177b3', 0, 'user0@d10000.lab.test
user1@d10001.lab.test
user2@d10002.lab.test
user3@d10003.lab.test
user4@d10004.lab.test
user5@d10005.lab.test
user6@d10006.lab.test
user7@d10007.lab.test
user8@d10008.lab.test
user9@d10009.lab.test
user10@d10010.lab.test
user11@d10011.lab.test
', '{0,1,2,3,4,5,6,7,8,9,10,11}', 'vvvvvvvvvvvv', 12, 0, 0, 0, 'aaaaaaaaaaaa');

INSERT INTO public.ledger_commit VALUES
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 3, 3, 1000000, '{1}', '{grant}', '{1000000}', '{NULL}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 4, 4, 999999, '{1}', '{hold}', '{1}', '{01a221c1-4d74-73ae-90b1-11e2f7f8ec0d}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 5, 5, 999999, '{1}', '{charge}', '{1}', '{01a221c1-4d74-73ae-90b1-11e2f7f8ec0d}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 6, 6, 999998, '{1,2}', '{hold,charge}', '{1,1}', '{01a221c1-4e9b-7ee3-9c07-2702575126aa,01a221c1-4e9b-7ee3-9c07-2702575126aa}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 7, 7, 999997, '{1,2}', '{hold,charge}', '{1,1}', '{01a221c1-4ebe-7d1e-adf6-a79ad2b3cf33,01a221c1-4ebe-7d1e-adf6-a79ad2b3cf33}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 8, 8, 999992, '{1}', '{hold}', '{5}', '{01a221c1-4efb-7da7-a9b8-4ae906189ec9}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 9, 9, 999992, '{1}', '{charge}', '{5}', '{01a221c1-4efb-7da7-a9b8-4ae906189ec9}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 10, 10, 999987, '{1}', '{hold}', '{5}', '{01a221c1-4fde-78c5-979d-e23589fc5893}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 11, 11, 999987, '{1}', '{charge}', '{5}', '{01a221c1-4fde-78c5-979d-e23589fc5893}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 12, 12, 999982, '{1}', '{hold}', '{5}', '{01a221c1-5006-7910-8938-6a2862fde9cf}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 13, 13, 999986, '{1,2}', '{charge,refund}', '{1,4}', '{01a221c1-5006-7910-8938-6a2862fde9cf,01a221c1-5006-7910-8938-6a2862fde9cf}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 14, 14, 999985, '{1,2}', '{hold,charge}', '{1,1}', '{01a221c1-773d-7ae8-a762-fe9e6e7fe039,01a221c1-773d-7ae8-a762-fe9e6e7fe039}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 15, 15, 999982, '{1,2,3}', '{hold,hold,hold}', '{1,1,1}', '{01a221c1-7765-75c6-b4fb-af2e65269f2c,01a221c1-7765-7b6b-bd51-19de059284e8,01a221c1-7765-71fb-b77d-86e1da4b049d}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 16, 16, 999982, '{1,2,3}', '{charge,charge,charge}', '{1,1,1}', '{01a221c1-7765-75c6-b4fb-af2e65269f2c,01a221c1-7765-7b6b-bd51-19de059284e8,01a221c1-7765-71fb-b77d-86e1da4b049d}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 19, 19, 999922, '{1}', '{hold}', '{60}', '{01a221c1-77fb-76ac-a3ed-bc4d171f82f7}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 22, 22, 999862, '{1}', '{hold}', '{60}', '{01a221c1-782c-77f3-9411-5d0fada5a43c}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 25, 24, 999862, '{1}', '{charge}', '{60}', '{01a221c1-77fb-76ac-a3ed-bc4d171f82f7}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 26, 26, 999862, '{1}', '{charge}', '{5}', '{01a221c1-782c-77f3-9411-5d0fada5a43c}'),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', 27, 27, 999862, '{1}', '{charge}', '{55}', '{01a221c1-782c-77f3-9411-5d0fada5a43c}');

INSERT INTO public.ledger_job VALUES
	(1, '01a221c1-77fb-76ac-a3ed-bc4d171f82f7', '01a221c1-77d9-779a-a9aa-3dc976206cda'),
	(1, '01a221c1-782c-77f3-9411-5d0fada5a43c', '01a221c1-781e-79fa-bd22-2203e12177b3');

INSERT INTO public.ledger_month VALUES
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '2026-11-01', 1000000, 0, 142, 138, 4, 3, 27);

INSERT INTO public.ledger_settlement VALUES
	(1, '01a221c1-4d74-73ae-90b1-11e2f7f8ec0d', 5),
	(1, '01a221c1-4efb-7da7-a9b8-4ae906189ec9', 9),
	(1, '01a221c1-4fde-78c5-979d-e23589fc5893', 11),
	(1, '01a221c1-5006-7910-8938-6a2862fde9cf', 13),
	(1, '01a221c1-7765-75c6-b4fb-af2e65269f2c', 16),
	(1, '01a221c1-7765-7b6b-bd51-19de059284e8', 16),
	(1, '01a221c1-7765-71fb-b77d-86e1da4b049d', 16),
	(1, '01a221c1-77fb-76ac-a3ed-bc4d171f82f7', 25),
	(1, '01a221c1-782c-77f3-9411-5d0fada5a43c', 26),
	(1, '01a221c1-782c-77f3-9411-5d0fada5a43c', 27);

INSERT INTO public.message_feed VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', 2, false);

INSERT INTO public.mx_guard VALUES
	('127.0.2.1', 'direct', NULL, '{"open": 0, "group": "127.0.2.1", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862646685, "code": 250, "host": "mx1.acme.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862646714, "code": 550, "host": "mx1.acme.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795862646764, "code": 550, "host": "mx1.acme.test", "phase": "rcpt", "ruleId": "missing-words", "control": false, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:08.661704+00'),
	('127.0.9.1', 'direct', NULL, '{"open": 0, "group": "127.0.9.1", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862656811, "host": "mute.faults.test", "fault": "timeout", "phase": "greeting", "control": false}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:18.659094+00'),
	('127.0.1.23', 'direct', NULL, '{"open": 0, "group": "127.0.1.23", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658706, "code": 250, "host": "mx23.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658724, "code": 550, "host": "mx23.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.20', 'direct', NULL, '{"open": 0, "group": "127.0.1.20", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658732, "code": 250, "host": "mx20.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658751, "code": 550, "host": "mx20.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.25', 'direct', NULL, '{"open": 0, "group": "127.0.1.25", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658732, "code": 250, "host": "mx25.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658757, "code": 550, "host": "mx25.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.18', 'direct', NULL, '{"open": 0, "group": "127.0.1.18", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658732, "code": 250, "host": "mx18.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658757, "code": 550, "host": "mx18.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.19', 'direct', NULL, '{"open": 0, "group": "127.0.1.19", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658732, "code": 250, "host": "mx19.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658755, "code": 550, "host": "mx19.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.26', 'direct', NULL, '{"open": 0, "group": "127.0.1.26", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658733, "code": 250, "host": "mx26.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658755, "code": 550, "host": "mx26.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.21', 'direct', NULL, '{"open": 0, "group": "127.0.1.21", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658733, "code": 250, "host": "mx21.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658754, "code": 550, "host": "mx21.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.22', 'direct', NULL, '{"open": 0, "group": "127.0.1.22", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658733, "code": 250, "host": "mx22.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658755, "code": 550, "host": "mx22.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.16', 'direct', NULL, '{"open": 0, "group": "127.0.1.16", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658733, "code": 250, "host": "mx16.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658756, "code": 550, "host": "mx16.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.27', 'direct', NULL, '{"open": 0, "group": "127.0.1.27", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658733, "code": 250, "host": "mx27.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658754, "code": 550, "host": "mx27.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.24', 'direct', NULL, '{"open": 0, "group": "127.0.1.24", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658746, "code": 250, "host": "mx24.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658756, "code": 550, "host": "mx24.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00'),
	('127.0.1.17', 'direct', NULL, '{"open": 0, "group": "127.0.1.17", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795862658749, "code": 250, "host": "mx17.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795862658756, "code": 550, "host": "mx17.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/1134/710e61cb', '2026-11-28 10:44:20.668121+00');

INSERT INTO public.node_lease VALUES
	('vm/1134/710e61cb/21d957df', '2026-11-28 10:44:21.592857+00', true, true);

INSERT INTO public.oldest_program VALUES
	(true, 1, 1);

INSERT INTO public.person VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', '01a221c1-49f2-774b-85f8-e35705a4984e', 'manager', 'owner@example.test', '$argon2id$v=19$m=19456,t=2,p=1$PkpJ8X4F+e2uq0nhOKJc4g$mpNYHzVigQbxypSxvvdgjcEHTV0/df+khtpnAgc81ho', '2026-11-28 10:44:04.972765+00', NULL);

INSERT INTO public.rate_bucket VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', 187, '2026-11-28 10:44:21.243108+00');

INSERT INTO public.rate_lease VALUES
	('01a221c1-49f2-774b-85f8-e35705a4984e', '89e032c6-4d20-4583-b78e-628b4a26417c', 10, '2026-11-28 10:44:31.243108+00');

INSERT INTO public.security_event VALUES
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '2026-11-28 10:44:05.245413+00', 1, 1),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '2026-11-28 10:44:05.257939+00', 2, 1),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '2026-11-28 10:44:05.263986+00', 3, 1),
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '2026-11-28 10:44:16.946739+00', 17, 1);

INSERT INTO public.service_migrations VALUES
	(1, '2026-11-28 10:44:03.305364+00', 'baseline');

INSERT INTO public.service_secret VALUES
	(true, '\x7b5d25129828120e5ad6ba321ab2c8fc208fbaafb793d35becd4133168727a16');

INSERT INTO public.store_migrations VALUES
	(1, '2026-11-28 10:44:02.661681+00', 'baseline');

INSERT INTO public.usage_month VALUES
	(1, '01a221c1-49f2-774b-85f8-e35705a4984e', '2026-11-01', 0, 72, 10, 0);

INSERT INTO public.wake_round VALUES
	(true, '2026-11-28 10:44:19.409771+00');

SELECT pg_catalog.setval('es.commit_commit_id_seq', 27, true);

SELECT pg_catalog.setval('public.webhook_attempt_attempt_id_seq', 1, false);

SELECT pg_catalog.setval('public.webhook_delivery_place_seq', 1, false);

SELECT pg_catalog.setval('public.webhook_place_seq', 1, false);

ALTER TABLE ONLY es.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY es.checkpoint
    ADD CONSTRAINT checkpoint_pkey PRIMARY KEY (size);

ALTER TABLE ONLY es.command
    ADD CONSTRAINT command_pkey PRIMARY KEY (command_id);

ALTER TABLE ONLY es.commit
    ADD CONSTRAINT commit_pkey PRIMARY KEY (commit_id);

ALTER TABLE ONLY es.commit_0
    ADD CONSTRAINT commit_0_pkey PRIMARY KEY (commit_id);

ALTER TABLE ONLY es.commit_50000000
    ADD CONSTRAINT commit_50000000_pkey PRIMARY KEY (commit_id);

ALTER TABLE ONLY es.cosignature
    ADD CONSTRAINT cosignature_pkey PRIMARY KEY (name, key_id, size);

ALTER TABLE ONLY es.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (commit_id, idx);

ALTER TABLE ONLY es.event_0
    ADD CONSTRAINT event_0_pkey PRIMARY KEY (commit_id, idx);

ALTER TABLE ONLY es.event_50000000
    ADD CONSTRAINT event_50000000_pkey PRIMARY KEY (commit_id, idx);

ALTER TABLE ONLY es.gap
    ADD CONSTRAINT gap_pkey PRIMARY KEY (commit_id);

ALTER TABLE ONLY es.head
    ADD CONSTRAINT head_pkey PRIMARY KEY (one);

ALTER TABLE ONLY es.hold
    ADD CONSTRAINT hold_pkey PRIMARY KEY (hold_id);

ALTER TABLE ONLY es.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (commit_id);

ALTER TABLE ONLY es.journal_0
    ADD CONSTRAINT journal_0_pkey PRIMARY KEY (commit_id);

ALTER TABLE ONLY es.journal_50000000
    ADD CONSTRAINT journal_50000000_pkey PRIMARY KEY (commit_id);

ALTER TABLE ONLY es.log
    ADD CONSTRAINT log_pkey PRIMARY KEY (one);

ALTER TABLE ONLY es.parked
    ADD CONSTRAINT parked_pkey PRIMARY KEY (name, generation, seq);

ALTER TABLE ONLY es.projection
    ADD CONSTRAINT projection_pkey PRIMARY KEY (name, generation);

ALTER TABLE ONLY es.reply
    ADD CONSTRAINT reply_pkey PRIMARY KEY (command_id);

ALTER TABLE ONLY es.sealed
    ADD CONSTRAINT sealed_commit_id_key UNIQUE (commit_id);

ALTER TABLE ONLY es.sealed
    ADD CONSTRAINT sealed_pkey PRIMARY KEY (seq);

ALTER TABLE ONLY es.stream
    ADD CONSTRAINT stream_pkey PRIMARY KEY (stream_id);

ALTER TABLE ONLY es.tree_node
    ADD CONSTRAINT tree_node_pkey PRIMARY KEY (level, idx);

ALTER TABLE ONLY public.account_day
    ADD CONSTRAINT account_day_pkey PRIMARY KEY (generation, account_id, day);

ALTER TABLE ONLY public.account_message
    ADD CONSTRAINT account_message_message_id_key UNIQUE (message_id);

ALTER TABLE ONLY public.account_message
    ADD CONSTRAINT account_message_pkey PRIMARY KEY (account_id, number);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.account_refusal
    ADD CONSTRAINT account_refusal_pkey PRIMARY KEY (account_id, minute, kind);

ALTER TABLE ONLY public.activity_answers
    ADD CONSTRAINT activity_answers_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.activity_hour
    ADD CONSTRAINT activity_hour_account_id_hour_key_id_mode_key UNIQUE NULLS NOT DISTINCT (account_id, hour, key_id, mode);

ALTER TABLE ONLY public.activity
    ADD CONSTRAINT activity_pkey PRIMARY KEY (account_id, id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (key_id);

ALTER TABLE ONLY public.checked_address
    ADD CONSTRAINT checked_address_pkey PRIMARY KEY (generation, account_id, digest);

ALTER TABLE ONLY public.domain_age
    ADD CONSTRAINT domain_age_pkey PRIMARY KEY (domain);

ALTER TABLE ONLY public.domain_knowledge
    ADD CONSTRAINT domain_knowledge_pkey PRIMARY KEY (domain, topic);

ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_command_id_key UNIQUE (command_id);

ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (account_id, key_hmac);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_pkey PRIMARY KEY (invitation_id);

ALTER TABLE ONLY public.job_chunk
    ADD CONSTRAINT job_chunk_pkey PRIMARY KEY (job_id, chunk_no);

ALTER TABLE ONLY public.job_facet
    ADD CONSTRAINT job_facet_pkey PRIMARY KEY (job_id, status, sub_status);

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_hold_id_key UNIQUE (hold_id);

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (job_id);

ALTER TABLE ONLY public.job_repeat
    ADD CONSTRAINT job_repeat_pkey PRIMARY KEY (job_id, first_row);

ALTER TABLE ONLY public.job_result
    ADD CONSTRAINT job_result_pkey PRIMARY KEY (job_id, row_no);

ALTER TABLE ONLY public.job_scraps
    ADD CONSTRAINT job_scraps_pkey PRIMARY KEY (job_id);

ALTER TABLE ONLY public.job_search
    ADD CONSTRAINT job_search_pkey PRIMARY KEY (job_id, chunk_no);

ALTER TABLE ONLY public.ledger_commit
    ADD CONSTRAINT ledger_commit_pkey PRIMARY KEY (generation, account_id, seq);

ALTER TABLE ONLY public.ledger_job
    ADD CONSTRAINT ledger_job_pkey PRIMARY KEY (generation, hold_id);

ALTER TABLE ONLY public.ledger_month
    ADD CONSTRAINT ledger_month_pkey PRIMARY KEY (generation, account_id, month);

ALTER TABLE ONLY public.ledger_settlement
    ADD CONSTRAINT ledger_settlement_pkey PRIMARY KEY (generation, hold_id, seq);

ALTER TABLE ONLY public.message_feed
    ADD CONSTRAINT message_feed_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.mx_guard
    ADD CONSTRAINT mx_guard_pkey PRIMARY KEY (mx_group, egress);

ALTER TABLE ONLY public.node_lease
    ADD CONSTRAINT node_lease_pkey PRIMARY KEY (holder);

ALTER TABLE ONLY public.node
    ADD CONSTRAINT node_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.oldest_program
    ADD CONSTRAINT oldest_program_pkey PRIMARY KEY (single);

ALTER TABLE ONLY public.outcome_month
    ADD CONSTRAINT outcome_month_pkey PRIMARY KEY (generation, account_id, month);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.person_totp
    ADD CONSTRAINT person_totp_pkey PRIMARY KEY (person_id);

ALTER TABLE ONLY public.probe_queue
    ADD CONSTRAINT probe_queue_pkey PRIMARY KEY (job_id, row_no);

ALTER TABLE ONLY public.rate_bucket
    ADD CONSTRAINT rate_bucket_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.rate_lease
    ADD CONSTRAINT rate_lease_pkey PRIMARY KEY (account_id, node_id);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (person_id, hash);

ALTER TABLE ONLY public.relay_position
    ADD CONSTRAINT relay_position_pkey PRIMARY KEY (stream);

ALTER TABLE ONLY public.reported_mailbox
    ADD CONSTRAINT reported_mailbox_pkey PRIMARY KEY (account_id, mailbox);

ALTER TABLE ONLY public.security_event
    ADD CONSTRAINT security_event_pkey PRIMARY KEY (generation, account_id, at, commit_id, idx);

ALTER TABLE ONLY public.service_migrations
    ADD CONSTRAINT service_migrations_pkey PRIMARY KEY (migration_id);

ALTER TABLE ONLY public.service_secret
    ADD CONSTRAINT service_secret_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.store_migrations
    ADD CONSTRAINT store_migrations_pkey PRIMARY KEY (migration_id);

ALTER TABLE ONLY public.usage_month
    ADD CONSTRAINT usage_month_pkey PRIMARY KEY (generation, account_id, month);

ALTER TABLE ONLY public.wake_round
    ADD CONSTRAINT wake_round_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (attempt_id);

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (delivery_id);

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_place_key UNIQUE (place);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (endpoint_id);

CREATE INDEX cosignature_size ON es.cosignature USING btree (size);

CREATE UNIQUE INDEX event_0_stream_version ON es.event_0 USING btree (hashtextextended(stream_id, (0)::bigint), hashtextextended(stream_id, (1)::bigint), version);

CREATE UNIQUE INDEX event_50000000_stream_version ON es.event_50000000 USING btree (hashtextextended(stream_id, (0)::bigint), hashtextextended(stream_id, (1)::bigint), version);

CREATE INDEX hold_expiry ON es.hold USING btree (expires_at) WHERE (((charged + refunded) < credits) AND (expires_at IS NOT NULL));

CREATE UNIQUE INDEX projection_live ON es.projection USING btree (name) WHERE live;

CREATE INDEX account_closed_at ON public.account USING btree (closed_at) WHERE (closed_at IS NOT NULL);

CREATE INDEX account_message_age ON public.account_message USING btree (created_at);

CREATE INDEX account_refusal_age ON public.account_refusal USING btree (minute);

CREATE INDEX activity_loose ON public.activity USING btree (account_id, id) WHERE is_loose;

CREATE INDEX activity_mailbox ON public.activity USING btree (mailbox) WHERE (mailbox IS NOT NULL);

CREATE INDEX activity_request ON public.activity USING btree (request_id) WHERE (request_id IS NOT NULL);

CREATE INDEX activity_suggested ON public.activity USING btree (suggested) WHERE (suggested IS NOT NULL);

CREATE INDEX api_key_account_id ON public.api_key USING btree (account_id);

CREATE INDEX api_key_in_force ON public.api_key USING btree (account_id) WHERE (revoked_at IS NULL);

CREATE INDEX checked_address_age ON public.checked_address USING btree (checked_at);

CREATE INDEX domain_age_expires_at ON public.domain_age USING btree (expires_at);

CREATE INDEX domain_knowledge_expires_at ON public.domain_knowledge USING btree (expires_at);

CREATE INDEX idempotency_leased_until ON public.idempotency USING btree (leased_until);

CREATE INDEX invitation_account_id ON public.invitation USING btree (account_id);

CREATE INDEX job_chunk_open ON public.job_chunk USING btree (job_id, chunk_no) WHERE (NOT is_done);

CREATE INDEX job_finished ON public.job USING btree (completed_at) WHERE (completed_at IS NOT NULL);

CREATE INDEX job_of_account ON public.job USING btree (account_id, created_at DESC, job_id DESC);

CREATE INDEX job_scraps_due ON public.job_scraps USING btree (due_at);

CREATE INDEX job_unfinished ON public.job USING btree (job_id) WHERE (completed_at IS NULL);

CREATE INDEX job_unsearchable ON public.job USING btree (job_id) WHERE ((completed_at IS NOT NULL) AND (NOT is_searchable));

CREATE INDEX ledger_commit_adjust ON public.ledger_commit USING btree (generation, account_id, seq) WHERE ('adjust'::public.entry_type = ANY (types));

CREATE INDEX ledger_commit_grant ON public.ledger_commit USING btree (generation, account_id, seq) WHERE ('grant'::public.entry_type = ANY (types));

CREATE INDEX ledger_commit_refund ON public.ledger_commit USING btree (generation, account_id, seq) WHERE ('refund'::public.entry_type = ANY (types));

CREATE INDEX person_account_id ON public.person USING btree (account_id);

CREATE UNIQUE INDEX person_email_any_case ON public.person USING btree (lower(email));
ALTER INDEX public.person_email_any_case ALTER COLUMN 1 SET STATISTICS 0;

CREATE INDEX probe_queue_leased_by ON public.probe_queue USING btree (leased_by) WHERE (leased_by IS NOT NULL);

CREATE INDEX probe_queue_line ON public.probe_queue USING btree (mx_group, egress, account_id, job_id, due_at, row_no);

CREATE INDEX probe_queue_next ON public.probe_queue USING btree (mx_group, egress, due_at);

CREATE INDEX probe_queue_suspect ON public.probe_queue USING btree (mx_group, egress, failures, due_at) WHERE (failures > 0);

CREATE INDEX reported_mailbox_expires_at ON public.reported_mailbox USING btree (expires_at);

CREATE INDEX session_account_id ON public.session USING btree (account_id, created_at);

CREATE INDEX session_person_id ON public.session USING btree (person_id, created_at);

CREATE INDEX webhook_attempt_of_delivery ON public.webhook_attempt USING btree (delivery_id, attempt_id DESC);

CREATE INDEX webhook_delivery_age ON public.webhook_delivery USING btree (created_at);

CREATE INDEX webhook_delivery_failed ON public.webhook_delivery USING btree (endpoint_id, created_at, place) WHERE (status = 'failed'::text);

CREATE INDEX webhook_delivery_in_order ON public.webhook_delivery USING btree (endpoint_id, job_id, place) WHERE ((status = 'pending'::text) AND (job_id IS NOT NULL));

CREATE INDEX webhook_delivery_leased_by ON public.webhook_delivery USING btree (leased_by) WHERE (lease IS NOT NULL);

CREATE INDEX webhook_delivery_of_account ON public.webhook_delivery USING btree (account_id, place DESC);

CREATE INDEX webhook_delivery_of_endpoint ON public.webhook_delivery USING btree (endpoint_id, place DESC);

CREATE INDEX webhook_delivery_of_removed ON public.webhook_delivery USING btree (account_id, place DESC) WHERE (endpoint_id IS NULL);

CREATE INDEX webhook_delivery_waiting ON public.webhook_delivery USING btree (endpoint_id, due_at, place) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX webhook_of_account ON public.webhook USING btree (account_id, place);

ALTER INDEX es.commit_pkey ATTACH PARTITION es.commit_0_pkey;

ALTER INDEX es.commit_pkey ATTACH PARTITION es.commit_50000000_pkey;

ALTER INDEX es.event_pkey ATTACH PARTITION es.event_0_pkey;

ALTER INDEX es.event_pkey ATTACH PARTITION es.event_50000000_pkey;

ALTER INDEX es.journal_pkey ATTACH PARTITION es.journal_0_pkey;

ALTER INDEX es.journal_pkey ATTACH PARTITION es.journal_50000000_pkey;

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.checkpoint FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.command FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.commit FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.commit_0 FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.commit_50000000 FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.cosignature FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.event FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.event_0 FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.event_50000000 FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.journal FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.journal_0 FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.journal_50000000 FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.log FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.sealed FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.tree_node FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER refuse_transfer INSTEAD OF INSERT ON es.transfer FOR EACH ROW EXECUTE FUNCTION es.refuse_transfer();

ALTER TABLE ONLY es.cosignature
    ADD CONSTRAINT cosignature_size_fkey FOREIGN KEY (size) REFERENCES es.checkpoint(size);

ALTER TABLE ONLY es.parked
    ADD CONSTRAINT parked_name_generation_fkey FOREIGN KEY (name, generation) REFERENCES es.projection(name, generation) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_message
    ADD CONSTRAINT account_message_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.account_refusal
    ADD CONSTRAINT account_refusal_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.invitation
    ADD CONSTRAINT invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.job_facet
    ADD CONSTRAINT job_facet_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.job(job_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.message_feed
    ADD CONSTRAINT message_feed_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.person_totp
    ADD CONSTRAINT person_totp_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person_totp(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reported_mailbox
    ADD CONSTRAINT reported_mailbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_person_id_fkey FOREIGN KEY (person_id) REFERENCES public.person(person_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES public.webhook_delivery(delivery_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.webhook(endpoint_id) ON DELETE SET NULL;

