
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

CREATE FUNCTION es.append(p_streams text[], p_expected bigint[], p_counts integer[], p_types text[], p_vs smallint[], p_data text[], p_commands uuid[], p_request_hashes text[], p_outcomes text[], p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[], p_events integer[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[], p_flush_later boolean, p_replies text[]) RETURNS json
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
    if (p_expected[i] >= 0 or v_found < cardinality(p_streams)) and v_versions[i] <> p_expected[i] then
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

CREATE FUNCTION es.append_briefly(p_streams text[], p_expected bigint[], p_counts integer[], p_types text[], p_vs smallint[], p_data text[], p_commands uuid[], p_request_hashes text[], p_outcomes text[], p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[], p_events integer[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[], p_flush_later boolean, p_replies text[]) RETURNS json
    LANGUAGE plpgsql
    AS $$
declare
  v_wait text := set_config('lock_timeout', '100ms', true);
begin
  return es.append(
        p_streams, p_expected, p_counts, p_types, p_vs, p_data,
        p_commands, p_request_hashes, p_outcomes,
        p_holds, p_hold_accounts, p_hold_credits, p_hold_expiries,
        p_events, p_debits, p_credits, p_amounts, p_transfer_holds, p_flush_later, p_replies);
end $$;

CREATE FUNCTION es.append_unless_locked(p_streams text[], p_expected bigint[], p_counts integer[], p_types text[], p_vs smallint[], p_data text[], p_commands uuid[], p_request_hashes text[], p_outcomes text[], p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[], p_events integer[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[], p_flush_later boolean, p_replies text[]) RETURNS json
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
        p_streams, p_expected, p_counts, p_types, p_vs, p_data,
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

COMMENT ON TABLE public.store_migrations IS 'functions f6e21eafd40cee93e7fe461d033fd19c3e046bce63aa231f6b227bfd5ae3e76e';

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
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', 999862);

INSERT INTO es.command VALUES
	('01a221d6-345e-7f4d-bb42-d021da19005a', '\x375e8a6290e70c9b70707ff05d301d95cf40c6cc32ebd5fc10bced176a250159', 3, '{"account":"01a221d6-33fe-75f6-a5a8-af155d8c2637","credits":1000000}'),
	('01a221d6-678e-722a-840a-fd3ed2552f34', '\x4d001a2c914121606c886b3d9cb764f7ec32a38af8b0f9b5c6dcd901599c1a5c', 14, '{"account":"01a221d6-33fe-75f6-a5a8-af155d8c2637","credits":0}');

INSERT INTO es.commit_0 VALUES
	(1, '2026-11-28 11:06:55.895653+00', 1, '\x47a3601ea9a99b31ac084210d2b937ac0f8fb062938958203006899cfa96fbd8'),
	(2, '2026-11-28 11:06:55.952541+00', 1, '\xc8f8247cf380577863d5ff2c5855697e6b4dfce698df1c345a013bdd4bde9c75'),
	(3, '2026-11-28 11:06:55.983639+00', 1, '\x2b0276ed3fc63da14aed97ccf1495a543edc5910011f40e6e72f68eedc9fa43e'),
	(4, '2026-11-28 11:06:57.372464+00', 1, '\x37467721d731cceb4d1ff64db51f4b35c871ce1148ea822ef00d2e99c9010ead'),
	(5, '2026-11-28 11:06:57.575651+00', 1, '\x0dce33549463e5d7da0ee0d3f5fd2797c237610b62e69c6e114fe7b4b9b6aa32'),
	(6, '2026-11-28 11:06:57.754661+00', 2, '\x168a20d270060f1361b2d36ac7e85a9bc4be934ab3e605af78eb32a2fdfaec93'),
	(7, '2026-11-28 11:06:57.820798+00', 2, '\xd927f7d83ca72b82366a2533601171f77ded129e079878a70d456a68ea6c8b33'),
	(8, '2026-11-28 11:06:58.045319+00', 1, '\xdbfb77f608d4b525c8c0501089384aeb729c948d01fb05f55ff5785ad4cc60b0'),
	(9, '2026-11-28 11:06:58.702158+00', 1, '\x1f92c10ebb3512df8010f037424506abdd2b179bbc39f1e98270d67efc7c5a18'),
	(10, '2026-11-28 11:06:58.750186+00', 1, '\x002917ecdada95ce29df99a7981d9a6a2567731050ba76e40b291b65cf6a0e23'),
	(11, '2026-11-28 11:06:58.804502+00', 1, '\x8b700d0161264a3e2c9e286ade2eea49757a1dd047f9bedced669b4179068b4f'),
	(12, '2026-11-28 11:06:58.854383+00', 1, '\x19f62657a095518d3d9bde33c510cd8e353b382b32d625d68a584f89a0c8cfcc'),
	(13, '2026-11-28 11:07:09.026493+00', 2, '\x43eb636def4ae42ce6699853de5120f73bfcc9c21252fc7d851a045043e9114b'),
	(14, '2026-11-28 11:07:09.176882+00', 2, '\x4d99aa8f53a71fb1dc98e3d833fe438353209a61266431842dd54c22fc94a358'),
	(15, '2026-11-28 11:07:09.246317+00', 3, '\xc6310c687a3ccf37dbdb21022361c95cdf4da2ccbae1972ebd93b374ac484837'),
	(16, '2026-11-28 11:07:09.343047+00', 3, '\xdc13ec84158cd0308749e1e3b1b3cc21e4b1b2921b1a38a01dcfd3fbdc2e6116'),
	(17, '2026-11-28 11:07:09.40219+00', 1, '\x52e9c78c0e4512b2c0c6e73f0f6c6911d47a778700551a796829cbb00076e188'),
	(18, '2026-11-28 11:07:09.678668+00', 1, '\x95d3e4ca107af0bb1f45dbef629a60f49e10b525fffe1cd6ac180269ab6ccc9b'),
	(19, '2026-11-28 11:07:09.684587+00', 1, '\x0ef132b9179f3bf79a5d8d62bec1184147c0e66458dcc259d2ae3e5e00d32433'),
	(20, '2026-11-28 11:07:09.803752+00', 1, '\xaf7b484e7723b5d38f18328eec1aa5d56ef4497ed3b1825003e1c9f3641dd3eb'),
	(21, '2026-11-28 11:07:09.842052+00', 1, '\x2f63af0d6c9ebe432b305cda23d14c3401a2f881c49c2241dc60a78fa07d4795'),
	(22, '2026-11-28 11:07:09.882+00', 1, '\x34c727aa04396a2b002cfb91d86bcbd98b8f729a8a5f8a9d18f4e0f8f452c283'),
	(23, '2026-11-28 11:07:10.078402+00', 1, '\xde66ad3199700f17b2282807998ce789520cbf9f7ec02d46617ab951cc96eae7'),
	(24, '2026-11-28 11:07:10.723231+00', 2, '\x37279f3a9dcac30aeb8834ecd45b20d809597123b91f50baaa6e78599974f209'),
	(25, '2026-11-28 11:07:10.724974+00', 1, '\x08b1520dd2d1e2ca83e2800c57c22c1a8add29a8137db0ac656fd8057f121eda'),
	(26, '2026-11-28 11:07:11.416944+00', 1, '\x214bb74cbd5849547c12d996b6ef77276fb3021d08147774b9d017b702c17793'),
	(27, '2026-11-28 11:07:11.485985+00', 2, '\xa267b03413f396ce2bc15efcaabf416b98c2026608a7e37ab19c56bda3b7ed87');

INSERT INTO es.event_0 VALUES
	(1, 1, 'account-01a221d6-33fe-75f6-a5a8-af155d8c2637', 1, 'AccountOpened', 1, '{"owner":true}', '\xa7126588055d1248f6d50beca4b873d4c1cdd2d747d78ddd58a30952894c6330'),
	(2, 1, 'account-01a221d6-33fe-75f6-a5a8-af155d8c2637', 2, 'ApiKeyIssued', 1, '{"keyId":"01a221d6-3436-7a59-a9d5-e53c80bc6625","name":"first key","last4":"q8Cz"}', '\x1b785eeede57b4b785b218dd551923b5b154aa5753bee44851b645fe13791cba'),
	(3, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 1, 'CreditsGranted', 1, '{"grantId":"01a221d6-345e-7f4d-bb42-d021da19005a","credits":1000000,"reason":"first start"}', '\x0d5b8750115c764d9f19844d5b0e9a403852584380a69a7e2efb20b3811e1b2d'),
	(4, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 2, 'CreditsHeld', 1, '{"holdId":"01a221d6-3994-7a6e-8ca1-77299e0b85aa","credits":1,"expiresAt":1795864617335,"purpose":{"kind":"verification","mode":"fast","digest":"23fe41ddd1a49abc76660259710d4a12"}}', '\xbf62875ea3b1dbbc4ec244a01ad896d46a2a1a8240501b1fe96a0a243651cb75'),
	(5, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 3, 'CreditsCharged', 1, '{"holdId":"01a221d6-3994-7a6e-8ca1-77299e0b85aa","credits":1,"receipt":{"status":"valid","score":100}}', '\x51a6c69a75691a84b16379fd5de715b346d6cb33f11794d56f193a572d9cf782'),
	(6, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 4, 'CreditsHeld', 1, '{"holdId":"01a221d6-3b2f-7967-a3d6-5fcf350e20a1","credits":1,"expiresAt":1795864617711,"purpose":{"kind":"verification","mode":"fast","digest":"82cb9eee56e97be62e6825d87183f71f"}}', '\xe9c5502aa9520a2d7ddf0906465748d322a2fe56d0a9cde1f04c4a5c4184fedc'),
	(6, 2, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 5, 'CreditsCharged', 1, '{"holdId":"01a221d6-3b2f-7967-a3d6-5fcf350e20a1","credits":1,"receipt":{"status":"risky","subStatus":"role_based","score":80}}', '\x68dbac93a29bdb9fef7ff213a6f0c2fbeb395c29383e3394a0be20f2210625fd'),
	(7, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 6, 'CreditsHeld', 1, '{"holdId":"01a221d6-3b96-74d8-84da-b75a14074aa0","credits":1,"expiresAt":1795864617814,"purpose":{"kind":"verification","mode":"fast","digest":"7b854c904f4876ac6838310be85a82f6"}}', '\x026d1d9eaae92506795b492e0a62d6df1fa489d0c580c83623f0f4d78b9b3ef6'),
	(7, 2, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 7, 'CreditsCharged', 1, '{"holdId":"01a221d6-3b96-74d8-84da-b75a14074aa0","credits":1,"receipt":{"status":"valid","score":100}}', '\xb9cef532fb576f2516b8536f13eea535d7b6d5946e63bb2c4c22ea76291674e7'),
	(8, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 8, 'CreditsHeld', 1, '{"holdId":"01a221d6-3c2a-7e70-909b-cf788414ef01","credits":5,"expiresAt":1795864618010,"purpose":{"kind":"verification","mode":"deep","digest":"23fe41ddd1a49abc76660259710d4a12"}}', '\x0ded1bf1f6ebe71f47197c1512abbbc7a74dda21e5d2bf8d4e3a94904607a4a8'),
	(9, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 9, 'CreditsCharged', 1, '{"holdId":"01a221d6-3c2a-7e70-909b-cf788414ef01","credits":5,"receipt":{"status":"valid","score":100}}', '\xe8999f06e8814cce70bda742fd5f3e4d19d4b33f11d25abcdb1c37dbb37b3c67'),
	(10, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 10, 'CreditsHeld', 1, '{"holdId":"01a221d6-3f2e-7d31-8ed3-25af48284cca","credits":5,"expiresAt":1795864618748,"purpose":{"kind":"verification","mode":"deep","digest":"ffcef3aaed8faa744edcf81a34d2f82c"}}', '\x510105f7164a70054ac6a23bd52649c6129ffb43aa832baa1370a2e51e14eb04'),
	(11, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 11, 'CreditsCharged', 1, '{"holdId":"01a221d6-3f2e-7d31-8ed3-25af48284cca","credits":5,"receipt":{"status":"invalid","subStatus":"mailbox_not_found","score":0}}', '\xb7a9232b9caa0de0ee1519250edc947fff8a230b00abd926e1798063a1c7ffeb'),
	(12, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 12, 'CreditsHeld', 1, '{"holdId":"01a221d6-3f95-7cdb-a395-bcb44c3182a1","credits":5,"expiresAt":1795864618837,"purpose":{"kind":"verification","mode":"deep","digest":"d6423857d4055a64402e3d3d1ad0193d"}}', '\x12087b3982c52eb63d7cab6e3682e5cc9cdae01a767f13fa3d1073d220ec8665'),
	(13, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 13, 'CreditsCharged', 1, '{"holdId":"01a221d6-3f95-7cdb-a395-bcb44c3182a1","credits":1,"receipt":{"status":"risky","subStatus":"mailbox_unverified","score":85}}', '\x438d4489fa735a95c14237bbcb1aa89b9317741dc5cae2c1d86bc78f6d87f938'),
	(13, 2, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 14, 'CreditsRefunded', 1, '{"holdId":"01a221d6-3f95-7cdb-a395-bcb44c3182a1","credits":4,"reason":"remainder"}', '\xb26a43c57980ca8c7931a46951478a7d065379304a4aaa35dad4ae91a7a4f9a1'),
	(14, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 15, 'CreditsHeld', 1, '{"holdId":"01a221d6-677b-7411-8a42-d53a37943e26","credits":1,"expiresAt":1795864629102,"purpose":{"kind":"verification","mode":"fast","digest":"4669dbcdcacc39410d654e650f926f22"}}', '\xb49d294a9608121aa2bae6ba276918e239e626f85b2dcf3034c9d6a215773f41'),
	(14, 2, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 16, 'CreditsCharged', 1, '{"holdId":"01a221d6-677b-7411-8a42-d53a37943e26","credits":1,"receipt":{"status":"valid","score":95}}', '\x24aaa45fadc4a7d4fd4d801bdcb3822bcc3b0c74e75fa5a8e2f054806ec15185'),
	(15, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 17, 'CreditsHeld', 1, '{"holdId":"01a221d6-683c-7929-a8cf-2f7d0e7b19c9","credits":1,"expiresAt":1795865229244,"purpose":{"kind":"batch","mode":"fast","digest":"23fe41ddd1a49abc76660259710d4a12"}}', '\xb952c78232311e2e958577abb1d9333ae9a5ffcfc917434d5283d280381ffe0e'),
	(15, 2, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 18, 'CreditsHeld', 1, '{"holdId":"01a221d6-683c-7612-9996-753d177401a1","credits":1,"expiresAt":1795865229244,"purpose":{"kind":"batch","mode":"fast","digest":"d76522030a78f8edef3f8b203de39c94"}}', '\x26438657a6a038dfdec4e7fb1b6c576293732cb07546a43c7076540ee8fe14d6'),
	(15, 3, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 19, 'CreditsHeld', 1, '{"holdId":"01a221d6-683c-77e7-b846-55e72bd71b76","credits":1,"expiresAt":1795865229244,"purpose":{"kind":"batch","mode":"fast","digest":"c2d49735dc459db118b3f9aef0782f15"}}', '\x7074e4e0a0e3e14b666131b79024dcf043370dc9ef43a149e1302abe44e0b0c1'),
	(16, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 20, 'CreditsCharged', 1, '{"holdId":"01a221d6-683c-7929-a8cf-2f7d0e7b19c9","credits":1,"receipt":{"status":"valid","score":100}}', '\xbd84feb219f9c8ff684abfc3a94be03c2fd8219a04002ee1ea04fcbaae79976f'),
	(16, 2, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 21, 'CreditsCharged', 1, '{"holdId":"01a221d6-683c-7612-9996-753d177401a1","credits":1,"receipt":{"status":"valid","score":90}}', '\x070257e7d0dc77265633edd431961cbc547d30d04e7716314cb30f752f9db425'),
	(16, 3, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 22, 'CreditsCharged', 1, '{"holdId":"01a221d6-683c-77e7-b846-55e72bd71b76","credits":1,"receipt":{"status":"invalid","subStatus":"failed_syntax_check","score":0}}', '\xa4adfbb594a9f1196f13b3209f84d3b83256f3519974ae69d504be436c8f8cba'),
	(17, 1, 'account-01a221d6-33fe-75f6-a5a8-af155d8c2637', 3, 'ApiKeyIssued', 1, '{"keyId":"01a221d6-68ca-752c-9915-20fa318b6b46","name":"reporting","last4":"Ql15","scopes":["read"],"from":{"requestId":"01a221d6-68b8-7506-a13e-e79432272e93","address":"7adddc323efe5d56","agent":"other","keyId":"01a221d6-3436-7a59-a9d5-e53c80bc6625"}}', '\x7177cea6de7ab698987d690195372947c3dd50542c4b11180bd7d96fb771b40f'),
	(18, 1, 'job-01a221d6-693f-799b-b212-e2a72a6cf992', 1, 'JobSubmitted', 1, '{"accountId":"01a221d6-33fe-75f6-a5a8-af155d8c2637","holdId":"01a221d6-69e3-77b8-ad21-ebadc14fd9fa","mode":"fast","rows":60,"chunks":1,"credits":60}', '\xb83d92c20602f93fa5408fa11de7471d285a13103b090575f2ff8151e0efd5cd'),
	(19, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 23, 'CreditsHeld', 1, '{"holdId":"01a221d6-69e3-77b8-ad21-ebadc14fd9fa","credits":60,"expiresAt":null,"purpose":{"kind":"job","mode":"fast"}}', '\x640e3976b3877f4711cf1b9240f449f6e362108a5cc44e57dd792f7bdf0d2b5e'),
	(20, 1, 'job-01a221d6-693f-799b-b212-e2a72a6cf992', 2, 'JobStarted', 1, '{}', '\xd8f36259663189f13db82594120c6379290cc98f2da2feeab4bb6929a07b4be3'),
	(23, 1, 'job-01a221d6-6a47-7941-b28c-5e6cbf341138', 2, 'JobStarted', 1, '{}', '\xccc8aeca43e5b70536c171ee68b886b31160778e00fad810491dcd2aa587c6fa'),
	(21, 1, 'job-01a221d6-6a47-7941-b28c-5e6cbf341138', 1, 'JobSubmitted', 1, '{"accountId":"01a221d6-33fe-75f6-a5a8-af155d8c2637","holdId":"01a221d6-6a8d-7e29-98b9-2e130d36ceae","mode":"deep","rows":12,"chunks":1,"credits":60}', '\x9375a6569419d426c992680fa0310ed8286d6125f5bda296ae029c202ef458ac'),
	(22, 1, 'ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 24, 'CreditsHeld', 1, '{"holdId":"01a221d6-6a8d-7e29-98b9-2e130d36ceae","credits":60,"expiresAt":null,"purpose":{"kind":"job","mode":"deep"}}', '\xabacb5c5da8bb4f8e4d357148011a6e4da4ccbbd57f07fe8b6ce04f0e09d3cea'),
	(26, 1, 'job-01a221d6-6a47-7941-b28c-5e6cbf341138', 4, 'ChunkSettled', 1, '{"accountId":"01a221d6-33fe-75f6-a5a8-af155d8c2637","holdId":"01a221d6-6a8d-7e29-98b9-2e130d36ceae","chunk":0,"rows":1,"credits":5,"tally":{"valid":1,"risky":0,"invalid":0,"unknown":0}}', '\x740535e4c1395d4bd74cbcbdaa3062dd60e9657a42afc17968f9170894a79026'),
	(24, 1, 'job-01a221d6-693f-799b-b212-e2a72a6cf992', 3, 'ChunkSettled', 1, '{"accountId":"01a221d6-33fe-75f6-a5a8-af155d8c2637","holdId":"01a221d6-69e3-77b8-ad21-ebadc14fd9fa","chunk":0,"rows":60,"credits":60,"tally":{"valid":60,"risky":0,"invalid":0,"unknown":0}}', '\x67a61db4136fa22c70e44875581a5948fa28b24e2c8006c9d0d7a202f165faab'),
	(24, 2, 'job-01a221d6-693f-799b-b212-e2a72a6cf992', 4, 'JobCompleted', 1, '{}', '\xd4f9b7e636193719c6fb9c16fbf833e099584613814587a1a4f362bea0e816f3'),
	(25, 1, 'job-01a221d6-6a47-7941-b28c-5e6cbf341138', 3, 'RowsDeferred', 1, '{"chunk":0,"rows":12}', '\xaa7fb5281b618e362f989bfd211133fa3fc4c0a775c44e7c2037beec6b5d4c67'),
	(27, 1, 'job-01a221d6-6a47-7941-b28c-5e6cbf341138', 5, 'ChunkSettled', 1, '{"accountId":"01a221d6-33fe-75f6-a5a8-af155d8c2637","holdId":"01a221d6-6a8d-7e29-98b9-2e130d36ceae","chunk":0,"rows":11,"credits":55,"tally":{"valid":11,"risky":0,"invalid":0,"unknown":0}}', '\x45f69883af91e95a347d388642c0f23a11d334d52b4fb95142eeb9abf052a5f8'),
	(27, 2, 'job-01a221d6-6a47-7941-b28c-5e6cbf341138', 6, 'JobCompleted', 1, '{}', '\x6598800d9a573bc6b9d85c6d9ca98a33a3b201aa6a4cbd18b625d8b9de220290');

INSERT INTO es.head VALUES
	(true, 27, 27);

INSERT INTO es.hold VALUES
	('01a221d6-3994-7a6e-8ca1-77299e0b85aa', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 1, 1, 0, '2026-11-28 11:16:57.335+00', 4, 1),
	('01a221d6-3b2f-7967-a3d6-5fcf350e20a1', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 1, 1, 0, '2026-11-28 11:16:57.711+00', 6, 1),
	('01a221d6-3b96-74d8-84da-b75a14074aa0', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 1, 1, 0, '2026-11-28 11:16:57.814+00', 7, 1),
	('01a221d6-3c2a-7e70-909b-cf788414ef01', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 5, 5, 0, '2026-11-28 11:16:58.01+00', 8, 1),
	('01a221d6-3f2e-7d31-8ed3-25af48284cca', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 5, 5, 0, '2026-11-28 11:16:58.748+00', 10, 1),
	('01a221d6-3f95-7cdb-a395-bcb44c3182a1', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 5, 1, 4, '2026-11-28 11:16:58.837+00', 12, 1),
	('01a221d6-677b-7411-8a42-d53a37943e26', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 1, 1, 0, '2026-11-28 11:17:09.102+00', 14, 1),
	('01a221d6-683c-77e7-b846-55e72bd71b76', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 1, 1, 0, '2026-11-28 11:27:09.244+00', 15, 3),
	('01a221d6-683c-7929-a8cf-2f7d0e7b19c9', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 1, 1, 0, '2026-11-28 11:27:09.244+00', 15, 1),
	('01a221d6-683c-7612-9996-753d177401a1', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 1, 1, 0, '2026-11-28 11:27:09.244+00', 15, 2),
	('01a221d6-69e3-77b8-ad21-ebadc14fd9fa', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 60, 60, 0, NULL, 19, 1),
	('01a221d6-6a8d-7e29-98b9-2e130d36ceae', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 60, 60, 0, NULL, 22, 1);

INSERT INTO es.journal_0 VALUES
	(3, '{1}', '{granted}', '{1000000}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{NULL}'),
	(4, '{1}', '{held}', '{1}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-3994-7a6e-8ca1-77299e0b85aa}'),
	(5, '{1}', '{charged}', '{1}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-3994-7a6e-8ca1-77299e0b85aa}'),
	(6, '{1,2}', '{held,charged}', '{1,1}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637,01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-3b2f-7967-a3d6-5fcf350e20a1,01a221d6-3b2f-7967-a3d6-5fcf350e20a1}'),
	(7, '{1,2}', '{held,charged}', '{1,1}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637,01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-3b96-74d8-84da-b75a14074aa0,01a221d6-3b96-74d8-84da-b75a14074aa0}'),
	(8, '{1}', '{held}', '{5}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-3c2a-7e70-909b-cf788414ef01}'),
	(9, '{1}', '{charged}', '{5}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-3c2a-7e70-909b-cf788414ef01}'),
	(10, '{1}', '{held}', '{5}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-3f2e-7d31-8ed3-25af48284cca}'),
	(11, '{1}', '{charged}', '{5}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-3f2e-7d31-8ed3-25af48284cca}'),
	(12, '{1}', '{held}', '{5}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-3f95-7cdb-a395-bcb44c3182a1}'),
	(13, '{1,2}', '{charged,refunded}', '{1,4}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637,01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-3f95-7cdb-a395-bcb44c3182a1,01a221d6-3f95-7cdb-a395-bcb44c3182a1}'),
	(14, '{1,2}', '{held,charged}', '{1,1}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637,01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-677b-7411-8a42-d53a37943e26,01a221d6-677b-7411-8a42-d53a37943e26}'),
	(15, '{1,2,3}', '{held,held,held}', '{1,1,1}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637,01a221d6-33fe-75f6-a5a8-af155d8c2637,01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-683c-7929-a8cf-2f7d0e7b19c9,01a221d6-683c-7612-9996-753d177401a1,01a221d6-683c-77e7-b846-55e72bd71b76}'),
	(16, '{1,2,3}', '{charged,charged,charged}', '{1,1,1}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637,01a221d6-33fe-75f6-a5a8-af155d8c2637,01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-683c-7929-a8cf-2f7d0e7b19c9,01a221d6-683c-7612-9996-753d177401a1,01a221d6-683c-77e7-b846-55e72bd71b76}'),
	(19, '{1}', '{held}', '{60}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-69e3-77b8-ad21-ebadc14fd9fa}'),
	(22, '{1}', '{held}', '{60}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-6a8d-7e29-98b9-2e130d36ceae}'),
	(24, '{1}', '{charged}', '{60}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-69e3-77b8-ad21-ebadc14fd9fa}'),
	(26, '{1}', '{charged}', '{5}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-6a8d-7e29-98b9-2e130d36ceae}'),
	(27, '{1}', '{charged}', '{55}', '{01a221d6-33fe-75f6-a5a8-af155d8c2637}', '{01a221d6-6a8d-7e29-98b9-2e130d36ceae}');

INSERT INTO es.log VALUES
	(true, '634accc8-11e6-4daa-81dc-a628b555307b');

INSERT INTO es.projection VALUES
	('checked', 1, 27, 0, true),
	('credits_low', 1, 27, 0, true),
	('days', 1, 27, 0, true),
	('ledger', 1, 27, 0, true),
	('outcomes', 1, 27, 0, true),
	('security', 1, 27, 0, true),
	('usage', 1, 27, 0, true);

INSERT INTO es.reply VALUES
	('01a221d6-678e-722a-840a-fd3ed2552f34', '{"email":"ann@plain.test","status":"valid","score":95,"checks":{"syntax":true,"free":false,"disposable":false,"mx":true,"parked":false,"relay":false,"spf":true,"dmarc":false,"role":false,"dnsbl":false,"mx_routable":true,"forwarder":false,"smtputf8":false,"mta_sts":false,"tls_rpt":false,"bimi":false},"domain":"plain.test","mode":"fast","credits_used":1,"mx_records":["mail.plain.test"],"free_check":false,"response_time_ms":32,"checked_at":"2026-11-28T11:07:09.134Z","recommendation":"send","normalized_email":"ann@plain.test","domain_age_days":6175,"dnsbl_listings":[],"spf_record":"v=spf1 mx ~all","reasons":["The domain publishes no DMARC record."]}');

INSERT INTO es.sealed VALUES
	(1, 1, '2026-11-28 11:06:56.221322+00'),
	(2, 2, '2026-11-28 11:06:56.221508+00'),
	(3, 3, '2026-11-28 11:06:56.221513+00'),
	(4, 4, '2026-11-28 11:06:57.48277+00'),
	(5, 5, '2026-11-28 11:06:57.94215+00'),
	(6, 6, '2026-11-28 11:06:57.942178+00'),
	(7, 7, '2026-11-28 11:06:57.942182+00'),
	(8, 8, '2026-11-28 11:06:58.784238+00'),
	(9, 9, '2026-11-28 11:06:58.784302+00'),
	(10, 10, '2026-11-28 11:06:58.784308+00'),
	(11, 11, '2026-11-28 11:06:59.131178+00'),
	(12, 12, '2026-11-28 11:06:59.131218+00'),
	(13, 13, '2026-11-28 11:07:09.065968+00'),
	(14, 14, '2026-11-28 11:07:09.3345+00'),
	(15, 15, '2026-11-28 11:07:09.334581+00'),
	(16, 16, '2026-11-28 11:07:09.620348+00'),
	(17, 17, '2026-11-28 11:07:09.620453+00'),
	(18, 18, '2026-11-28 11:07:09.973313+00'),
	(19, 19, '2026-11-28 11:07:09.973348+00'),
	(20, 20, '2026-11-28 11:07:09.973351+00'),
	(21, 21, '2026-11-28 11:07:09.973352+00'),
	(22, 22, '2026-11-28 11:07:09.973361+00'),
	(23, 23, '2026-11-28 11:07:10.302617+00'),
	(24, 25, '2026-11-28 11:07:10.775393+00'),
	(25, 24, '2026-11-28 11:07:10.971718+00'),
	(26, 26, '2026-11-28 11:07:11.45549+00'),
	(27, 27, '2026-11-28 11:07:11.619678+00');

INSERT INTO es.stream VALUES
	('account-01a221d6-33fe-75f6-a5a8-af155d8c2637', 3, '\x7177cea6de7ab698987d690195372947c3dd50542c4b11180bd7d96fb771b40f'),
	('ledger-01a221d6-33fe-75f6-a5a8-af155d8c2637', 24, '\xabacb5c5da8bb4f8e4d357148011a6e4da4ccbbd57f07fe8b6ce04f0e09d3cea'),
	('job-01a221d6-693f-799b-b212-e2a72a6cf992', 4, '\xd4f9b7e636193719c6fb9c16fbf833e099584613814587a1a4f362bea0e816f3'),
	('job-01a221d6-6a47-7941-b28c-5e6cbf341138', 6, '\x6598800d9a573bc6b9d85c6d9ca98a33a3b201aa6a4cbd18b625d8b9de220290');

INSERT INTO public.account VALUES
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', true, '\x2ce26f2172906647fca0dc05d8a983239d68dc245b1a738738fd4548414935a1', '2026-11-28 11:06:55.48032+00', NULL, NULL, NULL);

INSERT INTO public.account_day VALUES
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '2026-11-28', 78, 2, 2, 0, 138);

INSERT INTO public.account_message VALUES
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', 1, '01a221d6-6e12-7736-870f-46ed4ff7ea15', 'job.completed', '{"type":"job.completed","timestamp":"2026-11-28T11:07:10.678Z","data":{"id":"01a221d6-693f-799b-b212-e2a72a6cf992","filename":"list.csv","total_rows":60,"processed_rows":60,"valid_count":60,"invalid_count":0,"risky_count":0,"unknown_count":0,"status":"complete","mode":"fast","credits_reserved":60,"started_at":"2026-11-28T11:07:09.798Z","completed_at":"2026-11-28T11:07:10.678Z","created_at":"2026-11-28T11:07:09.639Z","key_id":"01a221d6-3436-7a59-a9d5-e53c80bc6625"},"links":{"job":"http://localhost:18080/api/v1/jobs/01a221d6-693f-799b-b212-e2a72a6cf992","results":"http://localhost:18080/api/v1/jobs/01a221d6-693f-799b-b212-e2a72a6cf992/results","download":"http://localhost:18080/api/v1/jobs/01a221d6-693f-799b-b212-e2a72a6cf992/download"}}', '2026-11-28 11:07:10.678423+00'),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', 2, '01a221d6-7116-74f3-81f1-4270bd28bd4b', 'job.completed', '{"type":"job.completed","timestamp":"2026-11-28T11:07:11.449Z","data":{"id":"01a221d6-6a47-7941-b28c-5e6cbf341138","filename":"list.csv","total_rows":12,"processed_rows":12,"valid_count":12,"invalid_count":0,"risky_count":0,"unknown_count":0,"status":"complete","mode":"deep","credits_reserved":60,"started_at":"2026-11-28T11:07:10.069Z","completed_at":"2026-11-28T11:07:11.449Z","created_at":"2026-11-28T11:07:09.818Z","key_id":"01a221d6-3436-7a59-a9d5-e53c80bc6625"},"links":{"job":"http://localhost:18080/api/v1/jobs/01a221d6-6a47-7941-b28c-5e6cbf341138","results":"http://localhost:18080/api/v1/jobs/01a221d6-6a47-7941-b28c-5e6cbf341138/results","download":"http://localhost:18080/api/v1/jobs/01a221d6-6a47-7941-b28c-5e6cbf341138/download"}}', '2026-11-28 11:07:11.449756+00');

INSERT INTO public.activity VALUES
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-3994-7a6e-8ca1-77299e0b85aa', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-3bce-7075-960d-7b66a1386309', 319, 1, 200, 0, 100, false, false, 'check', NULL, NULL, 'fast', 'valid', NULL, NULL, '\x128a422e080c871ea07f4abdac7d3a6d', NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-3b2f-7967-a3d6-5fcf350e20a1', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-3bce-7075-960d-7b66a1386309', 68, 1, 200, 1, 80, false, false, 'check', NULL, NULL, 'fast', 'risky', 'role_based', NULL, '\x3818f2bae4524a446a154d4c2a6ed52b', NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-3b96-74d8-84da-b75a14074aa0', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-3fdb-7ece-912e-a2f5312d5375', 123, 1, 200, 0, 100, false, true, 'check', NULL, NULL, 'fast', 'valid', NULL, NULL, '\x0ee3ac58cddb69c97cd46a43742d77ca', NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-3c2a-7e70-909b-cf788414ef01', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-3fdb-7ece-912e-a2f5312d5375', 763, 5, 200, 1, 100, false, false, 'check', NULL, NULL, 'deep', 'valid', NULL, NULL, '\x128a422e080c871ea07f4abdac7d3a6d', NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-3f2e-7d31-8ed3-25af48284cca', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-3fdb-7ece-912e-a2f5312d5375', 85, 5, 200, 2, 0, false, false, 'check', NULL, NULL, 'deep', 'invalid', 'mailbox_not_found', NULL, '\xce3ce24b7ef68629afe70249ccde80d8', NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-3f95-7cdb-a395-bcb44c3182a1', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-6ab7-7e00-ba15-b58f737e9ed7', 10205, 1, 200, 0, 85, false, false, 'check', NULL, NULL, 'deep', 'risky', 'mailbox_unverified', NULL, '\x9a4717e223397aec09cfd51b3668668f', NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-677b-7411-8a42-d53a37943e26', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-6ab7-7e00-ba15-b58f737e9ed7', 171, 1, 200, 1, 95, false, false, 'check', NULL, NULL, 'fast', 'valid', NULL, NULL, '\x33c1f97e520cb96a8a7ecddf7aad4cb4', NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-683c-7929-a8cf-2f7d0e7b19c9', '01a221d6-683b-7c73-ab2b-e0b8ac69c5c2', '01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-6ab7-7e00-ba15-b58f737e9ed7', 1, 1, 200, 2, 100, false, false, 'batch_item', NULL, NULL, 'fast', 'valid', NULL, NULL, '\x128a422e080c871ea07f4abdac7d3a6d', NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-683c-7612-9996-753d177401a1', '01a221d6-683b-7c73-ab2b-e0b8ac69c5c2', '01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-6ab7-7e00-ba15-b58f737e9ed7', 48, 1, 200, 3, 90, false, false, 'batch_item', NULL, NULL, 'fast', 'valid', NULL, NULL, '\x694e19b7954f9a57072204cab10f586d', NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-683c-77e7-b846-55e72bd71b76', '01a221d6-683b-7c73-ab2b-e0b8ac69c5c2', '01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-6ab7-7e00-ba15-b58f737e9ed7', 0, 1, 200, 4, 0, false, true, 'batch_item', NULL, NULL, 'fast', 'invalid', 'failed_syntax_check', NULL, '\x87e5d72d5c9438e20dd15a52fed48bc3', NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-683b-7c73-ab2b-e0b8ac69c5c2', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 123, 3, 200, NULL, NULL, false, false, 'batch', NULL, NULL, 'fast', NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-68b8-7506-a13e-e79432272e93', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 80, 0, 201, NULL, NULL, false, false, 'request', 'POST', '/api/v1/keys', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-6926-7f52-aceb-65ad61b91c50', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 235, 0, 201, NULL, NULL, false, false, 'request', 'POST', '/api/v1/verify/bulk', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-6a3b-7ae4-b89f-7f9584a22ec9', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 211, 0, 201, NULL, NULL, false, false, 'request', 'POST', '/api/v1/verify/bulk', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-6b33-7f06-8a1f-ac81ea047c9e', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 29, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-6c3f-79c2-92d2-97b39289dc52', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 36, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-6d52-7a52-8088-8d0984a08ea4', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 21, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-6e42-7e5f-8043-15e57a50fbfb', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 15, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-6e65-7553-bdb8-f5b5ee5ec8a8', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 9, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-6f54-7003-ba12-e5857d8c3784', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 34, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-7066-714c-bc50-a882feb4b2f0', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 53, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-715e-7586-a712-93becd595080', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 10, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-7944-7834-9e8a-b84e4a228dc0', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 50, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/account', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-7976-71b8-99af-32a0b455b4b5', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 60, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/ledger', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-79bd-7b65-911c-8617c69b9782', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 50, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/ledger.csv', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-79f6-77f6-baec-f2d03d41b094', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 18, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-7a09-769d-8cd9-29834c13c11f', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 17, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-7a1a-7b70-b1b0-3ff24f17fd14', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 14, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-7a28-7061-abea-7d9993b33d44', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 50, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id/results', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-7a5e-7276-b5cb-360f661246ad', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 32, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id/results', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-7a85-748f-add6-271ac0cf9ede', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 46, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id/download', NULL, NULL, NULL, NULL, NULL, NULL),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-7ab8-7e53-ad91-dc338d902fbb', NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625', NULL, 23, 0, 200, NULL, NULL, false, false, 'request', 'GET', '/api/v1/jobs/:id/download', NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO public.activity_answers VALUES
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-3bce-7075-960d-7b66a1386309', '\xb79eb5304bef9b0282dbf6f5e493f3fa597f1e53e29746ad48b2f419d050dda81fecbc84d0cc92b9c66cf708bf77744cef1b585cdc5bdb0de6ed3e8202523d420e8c08f5b3a488130d7dae3eb3daad08238b08f076c1718ec9d977b97fe7746310a683f88ccf7cd840c64b4c32d2d772d414a523f9ff0e69b554fc355a0740cfcd1325e4d5c69724d8229e8a9ec82af38e7c9ff7c3923af0151594e566bd35d43f2511bb1c3f6302651c16447de64c'),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-3fdb-7ece-912e-a2f5312d5375', '\xb363e4e241f3cb72108bfe91cbc05536d1b0170298d12dba3b551c0ea62664be66153d7033d5d37b1c278381eb23348cd43d6394f9adab96c1b05ff39666da2f7f86ec8c6b2f98acd2d6c3f9e057ed55818a832a9cec525969acf55ecfedf3fa832ac8d5f7e2db4e3fa7f8ddb8bd86413aa453621c872e243db5154647ac3da29308f02ccba4d16b593add23aa887a2d2ab96a88ecd5178b5ab8de0175bd054bac0fe7567bd9834b810fffd17b4f2be38acde21a70a16c0b3c184864539de0a97a7103ebedf8ec2cb685d5db479254b5e24ebd3ad9d6c6c2c4364839b8991328b9b7c24509b78cbfc14ee9e4a3f49f4128e1f36c9e866e2bdfdfef80da1128c0759e7c989170276330e25f7111f9ae9230750f59400e78103e7d676e3a6081a5dd8e9ce1c1847343aa1811ac7d96783c638d2e05745cd83c8dbfb01ec6c0f48e'),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-6ab7-7e00-ba15-b58f737e9ed7', '\x731d2db4ad40617501d72517f1adedb8db2933f4815a139e64fe1d3ba93c95714a369af65f80efc54f3295109b5bd7d4df7482530c4eddade276e5762aaf83963f149438d204ead0db8479ee900e452f400a3f50ca7200a41f790dcca0f35c34d103744f7f88e62286344f305f11fd388d1bec19c60179a83131e0d6e44f802125042fd97154776088a13291d36915e5aa2a6de746f119b93041939ba06cc88cd629c85ccd905838916d3177e87fa626e7aa52b5b0c53b2c43e44709bc2d2518e740dfb8193b65d38494320d4c46ead39b2933d065ef5b4391b572b181c467d929ba363f98d81daa48d2dbc7b03a8d4bb1130383631367d06ee0120424390928b1fabf3cd15c30ca249bd79a8c62d538e55dd9a20004e7b979f97517926299188ffec120e16f0778afb467fb9f6261f555451fc8c2d76fb5338d3d3be002cd0f324f3b651de3f2fed427ee2e6194969cf0b70489d44c2eeba2daf19ec13d07284063eed4c0a21c04117f9cfa608e5fee92cf4bbba0202d66635ebe8a26515c1980cce6ee249acc6ff2d7c81a57218dd231c9ad9af524acc26a650463389a640492e2eb10ad743b8df74ec1899b19bc2c622a922a27a9113295ee2416beac745bb73ad87d86c7791b1af939ff9604558ecc59665807dd777d77a16e75f9fb8babf24c39e5b4c123fe8379fe3a091673b61851b035c3e0c802fd45c082da3d32db217f9daa2379accf');

INSERT INTO public.activity_hour VALUES
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '2026-11-28 11:00:00+00', '01a221d6-3436-7a59-a9d5-e53c80bc6625', 'deep', 1, 1, 1, 0, 11),
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '2026-11-28 11:00:00+00', '01a221d6-3436-7a59-a9d5-e53c80bc6625', 'fast', 5, 1, 1, 0, 7);

INSERT INTO public.api_key VALUES
	('01a221d6-68ca-752c-9915-20fa318b6b46', '01a221d6-33fe-75f6-a5a8-af155d8c2637', '\x5e954598f2fb7c65abf9f1b8c9f09550f199a678435d5ae96aeee971c90d0896', 'Ql15', 'reporting', '2026-11-28 11:07:09.389822+00', '{read}', NULL, NULL, NULL, 'manager'),
	('01a221d6-3436-7a59-a9d5-e53c80bc6625', '01a221d6-33fe-75f6-a5a8-af155d8c2637', '\xf170924ed491c11509e64389f1bba530bc6c838173bf98dea34e1674b14c68d1', 'q8Cz', 'first key', '2026-11-28 11:06:55.48032+00', '{}', '2026-11-28 11:07:13.976+00', NULL, NULL, 'manager');

INSERT INTO public.checked_address VALUES
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '\x82cb9eee56e97be62e6825d87183f71f', '01a221d6-3b2f-7967-a3d6-5fcf350e20a1', '2026-11-28 11:06:57.754661+00'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '\x7b854c904f4876ac6838310be85a82f6', '01a221d6-3b96-74d8-84da-b75a14074aa0', '2026-11-28 11:06:57.820798+00'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '\xffcef3aaed8faa744edcf81a34d2f82c', '01a221d6-3f2e-7d31-8ed3-25af48284cca', '2026-11-28 11:06:58.750186+00'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '\xd6423857d4055a64402e3d3d1ad0193d', '01a221d6-3f95-7cdb-a395-bcb44c3182a1', '2026-11-28 11:06:58.854383+00'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '\x4669dbcdcacc39410d654e650f926f22', '01a221d6-677b-7411-8a42-d53a37943e26', '2026-11-28 11:07:09.176882+00'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '\x23fe41ddd1a49abc76660259710d4a12', '01a221d6-683c-7929-a8cf-2f7d0e7b19c9', '2026-11-28 11:07:09.246317+00'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '\xd76522030a78f8edef3f8b203de39c94', '01a221d6-683c-7612-9996-753d177401a1', '2026-11-28 11:07:09.246317+00'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '\xc2d49735dc459db118b3f9aef0782f15', '01a221d6-683c-77e7-b846-55e72bd71b76', '2026-11-28 11:07:09.246317+00');

INSERT INTO public.domain_age VALUES
	('acme.test', '2010-01-01 00:00:00+00', '2027-01-27 11:06:57.523+00'),
	('faults.test', '2010-01-01 00:00:00+00', '2027-01-27 11:06:58.997+00'),
	('plain.test', '2010-01-01 00:00:00+00', '2027-01-27 11:07:09.134+00'),
	('bare.test', '2010-01-01 00:00:00+00', '2027-01-27 11:07:09.322+00'),
	('lab.test', '2010-01-01 00:00:00+00', '2027-01-27 11:07:10.053+00');

INSERT INTO public.domain_knowledge VALUES
	('acme.test', 'catchAll', '{"takesAll": false}', 'mx1.acme.test', '2026-11-28 11:06:58.642+00', '2026-11-29 11:06:58.642+00'),
	('d10000.lab.test', 'catchAll', '{"takesAll": false}', 'mx16.lab.test', '2026-11-28 11:07:11.309+00', '2026-11-29 11:07:11.309+00'),
	('d10007.lab.test', 'catchAll', '{"takesAll": false}', 'mx23.lab.test', '2026-11-28 11:07:11.311+00', '2026-11-29 11:07:11.311+00'),
	('d10003.lab.test', 'catchAll', '{"takesAll": false}', 'mx19.lab.test', '2026-11-28 11:07:11.311+00', '2026-11-29 11:07:11.311+00'),
	('d10009.lab.test', 'catchAll', '{"takesAll": false}', 'mx25.lab.test', '2026-11-28 11:07:11.316+00', '2026-11-29 11:07:11.316+00'),
	('d10005.lab.test', 'catchAll', '{"takesAll": false}', 'mx21.lab.test', '2026-11-28 11:07:11.311+00', '2026-11-29 11:07:11.311+00'),
	('d10002.lab.test', 'catchAll', '{"takesAll": false}', 'mx18.lab.test', '2026-11-28 11:07:11.321+00', '2026-11-29 11:07:11.321+00'),
	('d10006.lab.test', 'catchAll', '{"takesAll": false}', 'mx22.lab.test', '2026-11-28 11:07:11.316+00', '2026-11-29 11:07:11.316+00'),
	('d10008.lab.test', 'catchAll', '{"takesAll": false}', 'mx24.lab.test', '2026-11-28 11:07:11.316+00', '2026-11-29 11:07:11.316+00'),
	('d10001.lab.test', 'catchAll', '{"takesAll": false}', 'mx17.lab.test', '2026-11-28 11:07:11.317+00', '2026-11-29 11:07:11.317+00'),
	('d10010.lab.test', 'catchAll', '{"takesAll": false}', 'mx26.lab.test', '2026-11-28 11:07:11.316+00', '2026-11-29 11:07:11.316+00'),
	('d10011.lab.test', 'catchAll', '{"takesAll": false}', 'mx27.lab.test', '2026-11-28 11:07:11.324+00', '2026-11-29 11:07:11.324+00'),
	('d10004.lab.test', 'catchAll', '{"takesAll": false}', 'mx20.lab.test', '2026-11-28 11:07:11.324+00', '2026-11-29 11:07:11.324+00');

INSERT INTO public.idempotency VALUES
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '\xce844236131e2d853540f851a774558ff747cd8eb182c272ce093e0b4bb22140', '\x4d001a2c914121606c886b3d9cb764f7ec32a38af8b0f9b5c6dcd901599c1a5c', '01a221d6-678e-722a-840a-fd3ed2552f34', '762a6851-9883-4e52-8a46-0ac92fe09851', '2026-11-28 11:08:09.074157+00');

INSERT INTO public.job VALUES
	('01a221d6-693f-799b-b212-e2a72a6cf992', '01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-69e3-77b8-ad21-ebadc14fd9fa', 4, 'list.csv', 'fast', 'complete', NULL, '{name,email}', 1, 2, 60, 1, 60, 60, 60, 0, 0, 0, DEFAULT, 60, 60, '2026-11-28 11:07:09.639+00', '2026-11-28 11:07:09.798691+00', '2026-11-28 11:07:10.678423+00', '2026-11-28 11:07:10.678423+00', '2026-11-28 11:07:17.787096+00', true, 0, 0, NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625'),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', '01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-6a8d-7e29-98b9-2e130d36ceae', 6, 'list.csv', 'deep', 'complete', NULL, '{name,email}', 1, 2, 12, 1, 12, 12, 12, 0, 0, 0, DEFAULT, 60, 60, '2026-11-28 11:07:09.818+00', '2026-11-28 11:07:10.069711+00', '2026-11-28 11:07:11.449756+00', '2026-11-28 11:07:11.449756+00', '2026-11-28 11:07:10.820261+00', true, 0, 0, NULL, '01a221d6-3436-7a59-a9d5-e53c80bc6625');

INSERT INTO public.job_chunk VALUES
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 0, 12, '\x28b52ffd60a8001d040014057b227265636f726473223a5b5b225a6fc3ab222c227573657230406431303030302e6c61622e74657374225d2c3131323233333434353536363737383839393131315d2c2272657065617473223a5b5d7d1700c0e5690d00e19c16c6c012301c580c0c02d6818181256038b0181804ac0303034bc070603130085807065672283d', true, NULL, NULL, 0, 0),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 0, 60, '\x28b52ffd600807fd0500120b1f1f9037e9fff0dd9dc4a52072ad4af8f63b887b275db4b56d29a5b41364dd1db0074a92a8b42c0ec1417528ffffffffffffff6fdbb66ddbb66ddb6ddbb66ddbb66d4b92244992244992dbb66ddbb66ddb1088c3c16028147ebb25b743a9259d0509580c20c6183386c2a0930aea28848406402549a2120335040e2a8377a821fcfa7f07d01bd5011108861322fc193f53c155e22ab8125c05b782abc055805727ab5f55a2324d79a947d40ce5714f8174b24de2267243160e29014915', true, NULL, NULL, 0, 0);

INSERT INTO public.job_facet VALUES
	('01a221d6-693f-799b-b212-e2a72a6cf992', 'valid', '', 60),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 'valid', '', 12);

INSERT INTO public.job_result VALUES
	('01a221d6-693f-799b-b212-e2a72a6cf992', 0, 1, 'valid', '["ffff-ttff","valid",95,null,"user0@d10000.lab.test",null,6175,null,1,"2026-11-28T11:07:10.058Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 1, 1, 'valid', '["ffff-tttf","valid",100,null,"user1@d10001.lab.test",null,6175,null,1,"2026-11-28T11:07:10.112Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 2, 1, 'valid', '["ffff-tttf","valid",100,null,"user2@d10002.lab.test",null,6175,null,1,"2026-11-28T11:07:10.163Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 3, 1, 'valid', '["ffff-tttf","valid",100,null,"user3@d10003.lab.test",null,6175,null,1,"2026-11-28T11:07:10.315Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 4, 1, 'valid', '["ffff-tttf","valid",100,null,"user4@d10004.lab.test",null,6175,null,1,"2026-11-28T11:07:10.359Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 5, 1, 'valid', '["ffff-tttf","valid",100,null,"user5@d10005.lab.test",null,6175,null,1,"2026-11-28T11:07:10.403Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 6, 1, 'valid', '["ffff-tttf","valid",100,null,"user6@d10006.lab.test",null,6175,null,1,"2026-11-28T11:07:10.481Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 7, 1, 'valid', '["ffff-tttf","valid",100,null,"user7@d10007.lab.test",null,6175,null,1,"2026-11-28T11:07:10.573Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 8, 1, 'valid', '["ffff-tttf","valid",100,null,"user8@d10008.lab.test",null,6175,null,1,"2026-11-28T11:07:10.620Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 9, 1, 'valid', '["ffff-tttf","valid",100,null,"user9@d10009.lab.test",null,6175,null,1,"2026-11-28T11:07:10.656Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 10, 1, 'valid', '["ffff-ttff","valid",95,null,"user10@d10010.lab.test",null,6175,null,1,"2026-11-28T11:07:10.059Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 11, 1, 'valid', '["ffff-tttf","valid",100,null,"user11@d10011.lab.test",null,6175,null,1,"2026-11-28T11:07:10.112Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 12, 1, 'valid', '["ffff-tttf","valid",100,null,"user12@d10012.lab.test",null,6175,null,1,"2026-11-28T11:07:10.169Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 13, 1, 'valid', '["ffff-tttf","valid",100,null,"user13@d10013.lab.test",null,6175,null,1,"2026-11-28T11:07:10.323Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 14, 1, 'valid', '["ffff-tttf","valid",100,null,"user14@d10014.lab.test",null,6175,null,1,"2026-11-28T11:07:10.367Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 15, 1, 'valid', '["ffff-tttf","valid",100,null,"user15@d10015.lab.test",null,6175,null,1,"2026-11-28T11:07:10.404Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 16, 1, 'valid', '["ffff-tttf","valid",100,null,"user16@d10016.lab.test",null,6175,null,1,"2026-11-28T11:07:10.487Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 17, 1, 'valid', '["ffff-tttf","valid",100,null,"user17@d10017.lab.test",null,6175,null,1,"2026-11-28T11:07:10.573Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 18, 1, 'valid', '["ffff-tttf","valid",100,null,"user18@d10018.lab.test",null,6175,null,1,"2026-11-28T11:07:10.623Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 19, 1, 'valid', '["ffff-tttf","valid",100,null,"user19@d10019.lab.test",null,6175,null,1,"2026-11-28T11:07:10.673Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 20, 1, 'valid', '["ffff-ttff","valid",95,null,"user20@d10020.lab.test",null,6175,null,1,"2026-11-28T11:07:10.059Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 21, 1, 'valid', '["ffff-tttf","valid",100,null,"user21@d10021.lab.test",null,6175,null,1,"2026-11-28T11:07:10.113Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 22, 1, 'valid', '["ffff-tttf","valid",100,null,"user22@d10022.lab.test",null,6175,null,1,"2026-11-28T11:07:10.169Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 23, 1, 'valid', '["ffff-tttf","valid",100,null,"user23@d10023.lab.test",null,6175,null,1,"2026-11-28T11:07:10.323Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 24, 1, 'valid', '["ffff-tttf","valid",100,null,"user24@d10024.lab.test",null,6175,null,1,"2026-11-28T11:07:10.367Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 25, 1, 'valid', '["ffff-tttf","valid",100,null,"user25@d10025.lab.test",null,6175,null,1,"2026-11-28T11:07:10.404Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 26, 1, 'valid', '["ffff-tttf","valid",100,null,"user26@d10026.lab.test",null,6175,null,1,"2026-11-28T11:07:10.497Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 27, 1, 'valid', '["ffff-tttf","valid",100,null,"user27@d10027.lab.test",null,6175,null,1,"2026-11-28T11:07:10.574Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 28, 1, 'valid', '["ffff-tttf","valid",100,null,"user28@d10028.lab.test",null,6175,null,1,"2026-11-28T11:07:10.625Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 29, 1, 'valid', '["ffff-tttf","valid",100,null,"user29@d10029.lab.test",null,6175,null,1,"2026-11-28T11:07:10.673Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 30, 1, 'valid', '["ffff-ttff","valid",95,null,"user30@d10030.lab.test",null,6175,null,1,"2026-11-28T11:07:10.059Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 31, 1, 'valid', '["ffff-tttf","valid",100,null,"user31@d10031.lab.test",null,6175,null,1,"2026-11-28T11:07:10.121Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 32, 1, 'valid', '["ffff-tttf","valid",100,null,"user32@d10032.lab.test",null,6175,null,1,"2026-11-28T11:07:10.180Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 33, 1, 'valid', '["ffff-tttf","valid",100,null,"user33@d10033.lab.test",null,6175,null,1,"2026-11-28T11:07:10.325Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 34, 1, 'valid', '["ffff-tttf","valid",100,null,"user34@d10034.lab.test",null,6175,null,1,"2026-11-28T11:07:10.367Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 35, 1, 'valid', '["ffff-tttf","valid",100,null,"user35@d10035.lab.test",null,6175,null,1,"2026-11-28T11:07:10.404Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 36, 1, 'valid', '["ffff-tttf","valid",100,null,"user36@d10036.lab.test",null,6175,null,1,"2026-11-28T11:07:10.497Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 37, 1, 'valid', '["ffff-tttf","valid",100,null,"user37@d10037.lab.test",null,6175,null,1,"2026-11-28T11:07:10.574Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 38, 1, 'valid', '["ffff-tttf","valid",100,null,"user38@d10038.lab.test",null,6175,null,1,"2026-11-28T11:07:10.625Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 39, 1, 'valid', '["ffff-tttf","valid",100,null,"user39@d10039.lab.test",null,6175,null,1,"2026-11-28T11:07:10.674Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 40, 1, 'valid', '["ffff-ttff","valid",95,null,"user40@d10040.lab.test",null,6175,null,1,"2026-11-28T11:07:10.059Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 41, 1, 'valid', '["ffff-tttf","valid",100,null,"user41@d10041.lab.test",null,6175,null,1,"2026-11-28T11:07:10.121Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 42, 1, 'valid', '["ffff-tttf","valid",100,null,"user42@d10042.lab.test",null,6175,null,1,"2026-11-28T11:07:10.180Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 43, 1, 'valid', '["ffff-tttf","valid",100,null,"user43@d10043.lab.test",null,6175,null,1,"2026-11-28T11:07:10.325Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 44, 1, 'valid', '["ffff-tttf","valid",100,null,"user44@d10044.lab.test",null,6175,null,1,"2026-11-28T11:07:10.367Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 45, 1, 'valid', '["ffff-tttf","valid",100,null,"user45@d10045.lab.test",null,6175,null,1,"2026-11-28T11:07:10.404Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 46, 1, 'valid', '["ffff-tttf","valid",100,null,"user46@d10046.lab.test",null,6175,null,1,"2026-11-28T11:07:10.497Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 47, 1, 'valid', '["ffff-tttf","valid",100,null,"user47@d10047.lab.test",null,6175,null,1,"2026-11-28T11:07:10.574Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 48, 1, 'valid', '["ffff-tttf","valid",100,null,"user48@d10048.lab.test",null,6175,null,1,"2026-11-28T11:07:10.625Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 49, 1, 'valid', '["ffff-tttf","valid",100,null,"user49@d10049.lab.test",null,6175,null,1,"2026-11-28T11:07:10.674Z"]', false, NULL);
INSERT INTO public.job_result VALUES
	('01a221d6-693f-799b-b212-e2a72a6cf992', 50, 1, 'valid', '["ffff-ttff","valid",95,null,"user50@d10050.lab.test",null,6175,null,1,"2026-11-28T11:07:10.065Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 51, 1, 'valid', '["ffff-tttf","valid",100,null,"user51@d10051.lab.test",null,6175,null,1,"2026-11-28T11:07:10.121Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 52, 1, 'valid', '["ffff-tttf","valid",100,null,"user52@d10052.lab.test",null,6175,null,1,"2026-11-28T11:07:10.180Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 53, 1, 'valid', '["ffff-tttf","valid",100,null,"user53@d10053.lab.test",null,6175,null,1,"2026-11-28T11:07:10.325Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 54, 1, 'valid', '["ffff-tttf","valid",100,null,"user54@d10054.lab.test",null,6175,null,1,"2026-11-28T11:07:10.367Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 55, 1, 'valid', '["ffff-tttf","valid",100,null,"user55@d10055.lab.test",null,6175,null,1,"2026-11-28T11:07:10.404Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 56, 1, 'valid', '["ffff-tttf","valid",100,null,"user56@d10056.lab.test",null,6175,null,1,"2026-11-28T11:07:10.497Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 57, 1, 'valid', '["ffff-tttf","valid",100,null,"user57@d10057.lab.test",null,6175,null,1,"2026-11-28T11:07:10.574Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 58, 1, 'valid', '["ffff-tttf","valid",100,null,"user58@d10058.lab.test",null,6175,null,1,"2026-11-28T11:07:10.634Z"]', false, NULL),
	('01a221d6-693f-799b-b212-e2a72a6cf992', 59, 1, 'valid', '["ffff-tttf","valid",100,null,"user59@d10059.lab.test",null,6175,null,1,"2026-11-28T11:07:10.674Z"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 0, 5, 'valid', '["fffffttff","valid",95,null,"user0@d10000.lab.test",null,6175,null,5,"2026-11-28T11:07:11.338Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 1, 5, 'valid', '["ffffftttf","valid",100,null,"user1@d10001.lab.test",null,6175,null,5,"2026-11-28T11:07:11.399Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 2, 5, 'valid', '["ffffftttf","valid",100,null,"user2@d10002.lab.test",null,6175,null,5,"2026-11-28T11:07:11.372Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 3, 5, 'valid', '["ffffftttf","valid",100,null,"user3@d10003.lab.test",null,6175,null,5,"2026-11-28T11:07:11.398Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 4, 5, 'valid', '["ffffftttf","valid",100,null,"user4@d10004.lab.test",null,6175,null,5,"2026-11-28T11:07:11.391Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 5, 5, 'valid', '["ffffftttf","valid",100,null,"user5@d10005.lab.test",null,6175,null,5,"2026-11-28T11:07:11.402Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 6, 5, 'valid', '["ffffftttf","valid",100,null,"user6@d10006.lab.test",null,6175,null,5,"2026-11-28T11:07:11.402Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 7, 5, 'valid', '["ffffftttf","valid",100,null,"user7@d10007.lab.test",null,6175,null,5,"2026-11-28T11:07:11.391Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 8, 5, 'valid', '["ffffftttf","valid",100,null,"user8@d10008.lab.test",null,6175,null,5,"2026-11-28T11:07:11.407Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 9, 5, 'valid', '["ffffftttf","valid",100,null,"user9@d10009.lab.test",null,6175,null,5,"2026-11-28T11:07:11.402Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 10, 5, 'valid', '["fffffttff","valid",95,null,"user10@d10010.lab.test",null,6175,null,5,"2026-11-28T11:07:11.402Z","deliverable","yes"]', false, NULL),
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 11, 5, 'valid', '["ffffftttf","valid",100,null,"user11@d10011.lab.test",null,6175,null,5,"2026-11-28T11:07:11.391Z","deliverable","yes"]', false, NULL);

INSERT INTO public.job_search VALUES
	('01a221d6-693f-799b-b212-e2a72a6cf992', 0, 'user0@d10000.lab.test
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
	('01a221d6-6a47-7941-b28c-5e6cbf341138', 0, 'user0@d10000.lab.test
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
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 3, 3, 1000000, '{1}', '{grant}', '{1000000}', '{NULL}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 4, 4, 999999, '{1}', '{hold}', '{1}', '{01a221d6-3994-7a6e-8ca1-77299e0b85aa}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 5, 5, 999999, '{1}', '{charge}', '{1}', '{01a221d6-3994-7a6e-8ca1-77299e0b85aa}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 6, 6, 999998, '{1,2}', '{hold,charge}', '{1,1}', '{01a221d6-3b2f-7967-a3d6-5fcf350e20a1,01a221d6-3b2f-7967-a3d6-5fcf350e20a1}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 7, 7, 999997, '{1,2}', '{hold,charge}', '{1,1}', '{01a221d6-3b96-74d8-84da-b75a14074aa0,01a221d6-3b96-74d8-84da-b75a14074aa0}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 8, 8, 999992, '{1}', '{hold}', '{5}', '{01a221d6-3c2a-7e70-909b-cf788414ef01}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 9, 9, 999992, '{1}', '{charge}', '{5}', '{01a221d6-3c2a-7e70-909b-cf788414ef01}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 10, 10, 999987, '{1}', '{hold}', '{5}', '{01a221d6-3f2e-7d31-8ed3-25af48284cca}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 11, 11, 999987, '{1}', '{charge}', '{5}', '{01a221d6-3f2e-7d31-8ed3-25af48284cca}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 12, 12, 999982, '{1}', '{hold}', '{5}', '{01a221d6-3f95-7cdb-a395-bcb44c3182a1}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 13, 13, 999986, '{1,2}', '{charge,refund}', '{1,4}', '{01a221d6-3f95-7cdb-a395-bcb44c3182a1,01a221d6-3f95-7cdb-a395-bcb44c3182a1}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 14, 14, 999985, '{1,2}', '{hold,charge}', '{1,1}', '{01a221d6-677b-7411-8a42-d53a37943e26,01a221d6-677b-7411-8a42-d53a37943e26}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 15, 15, 999982, '{1,2,3}', '{hold,hold,hold}', '{1,1,1}', '{01a221d6-683c-7929-a8cf-2f7d0e7b19c9,01a221d6-683c-7612-9996-753d177401a1,01a221d6-683c-77e7-b846-55e72bd71b76}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 16, 16, 999982, '{1,2,3}', '{charge,charge,charge}', '{1,1,1}', '{01a221d6-683c-7929-a8cf-2f7d0e7b19c9,01a221d6-683c-7612-9996-753d177401a1,01a221d6-683c-77e7-b846-55e72bd71b76}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 19, 19, 999922, '{1}', '{hold}', '{60}', '{01a221d6-69e3-77b8-ad21-ebadc14fd9fa}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 22, 22, 999862, '{1}', '{hold}', '{60}', '{01a221d6-6a8d-7e29-98b9-2e130d36ceae}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 25, 24, 999862, '{1}', '{charge}', '{60}', '{01a221d6-69e3-77b8-ad21-ebadc14fd9fa}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 26, 26, 999862, '{1}', '{charge}', '{5}', '{01a221d6-6a8d-7e29-98b9-2e130d36ceae}'),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', 27, 27, 999862, '{1}', '{charge}', '{55}', '{01a221d6-6a8d-7e29-98b9-2e130d36ceae}');

INSERT INTO public.ledger_job VALUES
	(1, '01a221d6-69e3-77b8-ad21-ebadc14fd9fa', '01a221d6-693f-799b-b212-e2a72a6cf992'),
	(1, '01a221d6-6a8d-7e29-98b9-2e130d36ceae', '01a221d6-6a47-7941-b28c-5e6cbf341138');

INSERT INTO public.ledger_month VALUES
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '2026-11-01', 1000000, 0, 142, 138, 4, 3, 27);

INSERT INTO public.ledger_settlement VALUES
	(1, '01a221d6-3994-7a6e-8ca1-77299e0b85aa', 5),
	(1, '01a221d6-3c2a-7e70-909b-cf788414ef01', 9),
	(1, '01a221d6-3f2e-7d31-8ed3-25af48284cca', 11),
	(1, '01a221d6-3f95-7cdb-a395-bcb44c3182a1', 13),
	(1, '01a221d6-683c-7929-a8cf-2f7d0e7b19c9', 16),
	(1, '01a221d6-683c-7612-9996-753d177401a1', 16),
	(1, '01a221d6-683c-77e7-b846-55e72bd71b76', 16),
	(1, '01a221d6-69e3-77b8-ad21-ebadc14fd9fa', 25),
	(1, '01a221d6-6a8d-7e29-98b9-2e130d36ceae', 26),
	(1, '01a221d6-6a8d-7e29-98b9-2e130d36ceae', 27);

INSERT INTO public.message_feed VALUES
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', 2, false);

INSERT INTO public.mx_guard VALUES
	('127.0.2.1', 'direct', NULL, '{"open": 0, "group": "127.0.2.1", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864018511, "code": 250, "host": "mx1.acme.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864018693, "code": 550, "host": "mx1.acme.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795864018778, "code": 550, "host": "mx1.acme.test", "phase": "rcpt", "ruleId": "missing-words", "control": false, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:00.877328+00'),
	('127.0.9.1', 'direct', NULL, '{"open": 0, "group": "127.0.9.1", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864029007, "host": "mute.faults.test", "fault": "timeout", "phase": "greeting", "control": false}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:10.875304+00'),
	('127.0.1.16', 'direct', NULL, '{"open": 0, "group": "127.0.1.16", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031154, "code": 250, "host": "mx16.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031337, "code": 550, "host": "mx16.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.19', 'direct', NULL, '{"open": 0, "group": "127.0.1.19", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031155, "code": 250, "host": "mx19.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031351, "code": 550, "host": "mx19.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.23', 'direct', NULL, '{"open": 0, "group": "127.0.1.23", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031155, "code": 250, "host": "mx23.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031351, "code": 550, "host": "mx23.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.21', 'direct', NULL, '{"open": 0, "group": "127.0.1.21", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031170, "code": 250, "host": "mx21.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031365, "code": 550, "host": "mx21.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.25', 'direct', NULL, '{"open": 0, "group": "127.0.1.25", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031170, "code": 250, "host": "mx25.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031351, "code": 550, "host": "mx25.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.26', 'direct', NULL, '{"open": 0, "group": "127.0.1.26", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031180, "code": 250, "host": "mx26.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031359, "code": 550, "host": "mx26.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.24', 'direct', NULL, '{"open": 0, "group": "127.0.1.24", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031186, "code": 250, "host": "mx24.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031364, "code": 550, "host": "mx24.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.22', 'direct', NULL, '{"open": 0, "group": "127.0.1.22", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031186, "code": 250, "host": "mx22.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031359, "code": 550, "host": "mx22.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.17', 'direct', NULL, '{"open": 0, "group": "127.0.1.17", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031191, "code": 250, "host": "mx17.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031365, "code": 550, "host": "mx17.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.18', 'direct', NULL, '{"open": 0, "group": "127.0.1.18", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031213, "code": 250, "host": "mx18.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031359, "code": 550, "host": "mx18.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.27', 'direct', NULL, '{"open": 0, "group": "127.0.1.27", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031214, "code": 250, "host": "mx27.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031365, "code": 550, "host": "mx27.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00'),
	('127.0.1.20', 'direct', NULL, '{"open": 0, "group": "127.0.1.20", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795864031222, "code": 250, "host": "mx20.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795864031387, "code": 550, "host": "mx20.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/3394/de38ff12', '2026-11-28 11:07:12.872065+00');

INSERT INTO public.node_lease VALUES
	('vm/3394/de38ff12/44742352', '2026-11-28 11:07:14.238876+00', true, true);

INSERT INTO public.oldest_program VALUES
	(true, 1, 1);

INSERT INTO public.person VALUES
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '01a221d6-33fe-75f6-a5a8-af155d8c2637', 'manager', 'owner@example.test', '$argon2id$v=19$m=19456,t=2,p=1$9YZCDrqWexzIO4smPgXmTQ$B2PhMLx18o1DhRERpkenypGYUUBgDfG4SNV9QWD1G24', '2026-11-28 11:06:55.48032+00', NULL);

INSERT INTO public.rate_bucket VALUES
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', 187, '2026-11-28 11:07:13.819522+00');

INSERT INTO public.rate_lease VALUES
	('01a221d6-33fe-75f6-a5a8-af155d8c2637', '8cf4081d-06a1-4eaf-b5be-ce64479b88e1', 10, '2026-11-28 11:07:23.819522+00');

INSERT INTO public.security_event VALUES
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '2026-11-28 11:06:55.895653+00', 1, 1),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '2026-11-28 11:06:55.952541+00', 2, 1),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '2026-11-28 11:06:55.983639+00', 3, 1),
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '2026-11-28 11:07:09.40219+00', 17, 1);

INSERT INTO public.service_migrations VALUES
	(1, '2026-11-28 11:06:51.810233+00', 'baseline');

INSERT INTO public.service_secret VALUES
	(true, '\x57a95cb2c8a956b008f70e55a1133f032d09016ed7c5e175733e2198f1c7f0de');

INSERT INTO public.store_migrations VALUES
	(1, '2026-11-28 11:06:50.887475+00', 'baseline');

INSERT INTO public.usage_month VALUES
	(1, '01a221d6-33fe-75f6-a5a8-af155d8c2637', '2026-11-01', 0, 72, 10, 0);

INSERT INTO public.wake_round VALUES
	(true, '2026-11-28 11:07:11.632795+00');

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

