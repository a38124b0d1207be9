
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

CREATE FUNCTION es.append(p_streams text[], p_expected bigint[], p_expected_heads text[], p_counts integer[], p_types text[], p_vs smallint[], p_data text[], p_commands uuid[], p_request_hashes text[], p_outcomes text[], p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[], p_events integer[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[], p_flush_later boolean) RETURNS json
    LANGUAGE plpgsql
    AS $$
    declare
      v_commit bigint;
      v_at timestamptz := clock_timestamp();
      v_at_octets bytea;
      s record; e record;
      v_version bigint; v_head bytea; v_name bytea;
      v_first int := 1;
      v_known json; v_conflicts json;
      a_streams text[] := '{}'; a_versions bigint[] := '{}'; a_hashes bytea[] := '{}';
      a_ends bigint[] := '{}'; a_heads bytea[] := '{}';
      v_leaf bytea := '\x00';
    begin
      -- The transaction id is taken before the commit number: a number is never in flight
      -- without a transaction that can be waited for.
      perform pg_current_xact_id();
      if p_flush_later then
        perform set_config('synchronous_commit', 'off', true);
      end if;
      perform es.lock_streams(p_streams);

      -- Under the lock of the streams that it writes to, a command was carried out or it was not.
      -- Asked before the versions: a command that is sent again expects the old ones.
      v_known := es.known_commands(p_commands);
      if json_array_length(v_known) > 0 then
        return json_build_object('known', v_known);
      end if;

      select json_agg(json_build_object(
          'stream', stream, 'expected', expected, 'actual', version)) into v_conflicts
        from unnest(p_streams, p_expected, p_expected_heads) as x (stream, expected, head)
          join es.stream on stream_id = stream
        where version <> expected or (head <> '' and head <> encode(head_hash, 'hex'));
      if v_conflicts is not null then
        return json_build_object('conflicts', v_conflicts);
      end if;

      v_commit := nextval(pg_get_serial_sequence('es.commit', 'commit_id'));
      v_at_octets := int8send((extract(epoch from v_at) * 1000000)::bigint);

      for s in select stream, events, version, head_hash
          from unnest(p_streams, p_counts) with ordinality as x (stream, events, i)
            join es.stream on stream_id = stream order by i loop
        v_version := s.version;
        v_head := s.head_hash;
        v_name := es.length_prefixed(s.stream);
        for e in select * from unnest(
              p_types[v_first : v_first + s.events - 1], p_vs[v_first : v_first + s.events - 1],
              p_data[v_first : v_first + s.events - 1]) as x (type, v, data) loop
          v_version := v_version + 1;
          v_head := sha256('\x00'::bytea || v_head || v_name || int8send(v_version)
            || es.length_prefixed(e.type) || int2send(e.v) || v_at_octets
            || sha256(convert_to(e.data, 'UTF8')));
          a_streams[v_first] := s.stream; a_versions[v_first] := v_version;
          a_hashes[v_first] := v_head;
          v_leaf := v_leaf || v_head;
          v_first := v_first + 1;
        end loop;
        a_ends := a_ends || v_version;
        a_heads := a_heads || v_head;
      end loop;

      update es.stream set version = x.version, head_hash = x.head
        from unnest(p_streams, a_ends, a_heads) as x (stream, version, head)
        where stream_id = x.stream;
      insert into es.commit (commit_id, at, events, leaf) overriding system value
        values (v_commit, v_at, v_first - 1, sha256(v_leaf));
      insert into es.event (commit_id, idx, stream_id, version, type, v, data, hash)
        select v_commit, i, stream, version, type, v, data::json, hash
        from unnest(a_streams, a_versions, p_types, p_vs, p_data, a_hashes) with ordinality
          as x (stream, version, type, v, data, hash, i);
      insert into es.command (command_id, request_hash, commit_id, outcome)
        select command, decode(request_hash, 'hex'), v_commit, outcome::json
        from unnest(p_commands, p_request_hashes, p_outcomes) as x (command, request_hash, outcome);
      if cardinality(p_events) > 0 then
        perform es.transact(v_commit, p_holds, p_hold_accounts, p_hold_credits, p_hold_expiries,
          p_events, p_debits, p_credits, p_amounts, p_transfer_holds);
      end if;
      return json_build_object('heads', (select json_agg(encode(head, 'hex') order by i)
        from unnest(a_heads) with ordinality as x (head, i)));
    end $$;

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
      v_missing uuid;
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
      end loop;

      -- Under the lock of the streams that it writes to, a command was carried out or it was not.
      -- Asked before the versions: a command that is sent again expects the old ones.
      if cardinality(p_commands) > 0 then
        v_known := es.known_commands(p_commands);
        if json_array_length(v_known) > 0 then
          return json_build_object('known', v_known);
        end if;
      end if;

      for i in 1 .. cardinality(p_streams) loop
        if v_versions[i] <> p_expected[i]
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

      -- The ledger's part: double-entry rows, and the balances that follow. No expiry is 0, and no
      -- hold is '', because an array of only nulls has no type.
      if cardinality(p_events) > 0 then
        with posting as materialized (
          select idx, event_idx, debit, credit, amount, nullif(hold, '')::uuid as hold_id
          from unnest(p_events, p_debits, p_credits, p_amounts, p_transfer_holds) with ordinality
            as x (event_idx, debit, credit, amount, hold, idx)
        ), kept as (
          insert into es.transfer (commit_id, idx, event_idx, debit, credit, amount, hold_id)
          select v_commit, idx, event_idx, debit, credit, amount, hold_id from posting
        ), moved as materialized (
          select account_id, sum(delta) as delta from (
            select substr(debit, 7)::uuid as account_id, -amount as delta
            from posting where debit like 'avail:%'
            union all
            select substr(credit, 7)::uuid, amount from posting where credit like 'avail:%'
          ) both_sides group by account_id
        ), known as (
          update es.account a set available = a.available + m.delta
          from moved m where a.account_id = m.account_id
          returning a.account_id
        ), opened as (
          insert into es.account (account_id, available)
          select account_id, delta from moved where account_id not in (select account_id from known)
        ), due as materialized (
          select hold_id,
            sum(case when credit like 'sys:usage:%' then amount
                     when debit like 'sys:usage:%' then -amount else 0 end) as charged,
            sum(case when credit like 'avail:%' then amount else 0 end) as refunded
          from posting where hold_id is not null group by hold_id
        ), made as (
          insert into es.hold (hold_id, account_id, credits, charged, refunded, expires_at)
          select hold_id, account_id, credits, coalesce(charged, 0), coalesce(refunded, 0),
            to_timestamp(nullif(expiry, 0) / 1000.0)
          from unnest(p_holds, p_hold_accounts, p_hold_credits, p_hold_expiries)
            as x (hold_id, account_id, credits, expiry) left join due using (hold_id)
          returning hold_id
        ), settled as (
          update es.hold h set charged = h.charged + d.charged, refunded = h.refunded + d.refunded
          from due d where h.hold_id = d.hold_id and (d.charged <> 0 or d.refunded <> 0)
            and d.hold_id <> all (p_holds)
          returning h.hold_id
        )
        select hold_id into v_missing from due
          where (charged <> 0 or refunded <> 0) and hold_id not in (select hold_id from settled)
            and hold_id not in (select hold_id from made)
          limit 1;
        if found then
          raise exception 'hold % does not exist: nobody would pay', v_missing;
        end if;
      end if;
      return json_build_object('heads', a_hex);
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
      return es.append(p_streams, p_expected, p_expected_heads, p_counts, p_types, p_vs, p_data,
        p_commands, p_request_hashes, p_outcomes,
        p_holds, p_hold_accounts, p_hold_credits, p_hold_expiries,
        p_events, p_debits, p_credits, p_amounts, p_transfer_holds, p_flush_later, p_replies);
    end $$;

CREATE FUNCTION es.flush_log() RETURNS void
    LANGUAGE plpgsql
    AS $$
    begin
      if pg_current_wal_flush_lsn() < pg_current_wal_insert_lsn() then
        perform pg_logical_emit_message(true, 'rcpt', '');
      end if;
    end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE es.command (
    command_id uuid NOT NULL,
    request_hash bytea NOT NULL,
    commit_id bigint NOT NULL,
    outcome json NOT NULL
);

CREATE TABLE es.reply (
    command_id uuid NOT NULL,
    body text NOT NULL,
    CONSTRAINT reply_body_check CHECK ((body <> ''::text))
);

CREATE FUNCTION es.known_commands(p_commands uuid[]) RETURNS json
    LANGUAGE sql
    RETURN (SELECT COALESCE(json_agg(CASE WHEN (reply.body IS NULL) THEN json_build_object('commandId', command.command_id, 'requestHash', encode(command.request_hash, 'hex'::text), 'outcome', command.outcome) ELSE json_build_object('commandId', command.command_id, 'requestHash', encode(command.request_hash, 'hex'::text), 'outcome', command.outcome, 'reply', reply.body) END), '[]'::json) AS "coalesce" FROM (es.command LEFT JOIN es.reply USING (command_id)) WHERE (command.command_id = ANY (known_commands.p_commands)));

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

CREATE FUNCTION es.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin
      raise exception 'rows of es.% are never changed or deleted', tg_table_name;
    end $$;

CREATE FUNCTION es.seal(p_commits_max integer, p_gaps_max integer) RETURNS json
    LANGUAGE plpgsql
    AS $$
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

      -- A gap is over when it was sealed, or when every transaction that could own it has ended without
      -- a commit. One whose commit is there waits for a later round, which has room for it.
      delete from es.gap g
        where exists (select from es.sealed s where s.commit_id = g.commit_id)
          or (g.fence < v_xmin
            and not exists (select from es.commit c where c.commit_id = g.commit_id));

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

CREATE FUNCTION es.transact(p_commit bigint, p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[], p_events integer[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
    declare
      v_missing uuid;
    begin
      insert into es.hold (hold_id, account_id, credits, expires_at)
        select hold, account, credits, to_timestamp(nullif(expiry, 0) / 1000.0)
        from unnest(p_holds, p_hold_accounts, p_hold_credits, p_hold_expiries)
          as x (hold, account, credits, expiry);

      with posting as materialized (
        select idx, event_idx, debit, credit, amount, nullif(hold, '')::uuid as hold_id
        from unnest(p_events, p_debits, p_credits, p_amounts, p_transfer_holds) with ordinality
          as x (event_idx, debit, credit, amount, hold, idx)
      ), kept as (
        insert into es.transfer (commit_id, idx, event_idx, debit, credit, amount, hold_id)
        select p_commit, idx, event_idx, debit, credit, amount, hold_id from posting
      ), moved as materialized (
        select account_id, sum(delta) as delta from (
          select substr(debit, 7)::uuid as account_id, -amount as delta
          from posting where debit like 'avail:%'
          union all
          select substr(credit, 7)::uuid, amount from posting where credit like 'avail:%'
        ) both_sides group by account_id
      ), known as (
        update es.account a set available = a.available + m.delta
        from moved m where a.account_id = m.account_id
        returning a.account_id
      ), opened as (
        insert into es.account (account_id, available)
        select account_id, delta from moved where account_id not in (select account_id from known)
      ), due as materialized (
        select hold_id,
          sum(case when credit like 'sys:usage:%' then amount
                   when debit like 'sys:usage:%' then -amount else 0 end) as charged,
          sum(case when credit like 'avail:%' then amount else 0 end) as refunded
        from posting where hold_id is not null group by hold_id
      ), settled as (
        update es.hold h set charged = h.charged + d.charged, refunded = h.refunded + d.refunded
        from due d where h.hold_id = d.hold_id and (d.charged <> 0 or d.refunded <> 0)
        returning h.hold_id
      )
      select hold_id into v_missing from due
        where (charged <> 0 or refunded <> 0) and hold_id not in (select hold_id from settled)
        limit 1;
      if found then
        raise exception 'hold % does not exist: nobody would pay', v_missing;
      end if;
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
      -- Read behind the lock: whoever waited for it must not bring an older time.
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

CREATE TABLE es.account (
    account_id uuid NOT NULL,
    available bigint NOT NULL,
    CONSTRAINT account_available_check CHECK ((available >= 0))
)
WITH (fillfactor='70');

CREATE TABLE es.commit (
    commit_id bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    events integer NOT NULL,
    leaf bytea NOT NULL,
    CONSTRAINT commit_events_check CHECK ((events > 0)),
    CONSTRAINT commit_leaf_check CHECK ((length(leaf) = 32))
);

ALTER TABLE es.commit ALTER COLUMN commit_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME es.commit_commit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
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
    CONSTRAINT hold_charged_check CHECK ((charged >= 0)),
    CONSTRAINT hold_check CHECK (((charged + refunded) <= credits)),
    CONSTRAINT hold_credits_check CHECK ((credits > 0)),
    CONSTRAINT hold_refunded_check CHECK ((refunded >= 0))
)
WITH (fillfactor='70');

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

CREATE TABLE es.transfer (
    commit_id bigint NOT NULL,
    idx integer NOT NULL,
    event_idx integer NOT NULL,
    debit text NOT NULL,
    credit text NOT NULL,
    amount bigint NOT NULL,
    hold_id uuid,
    CONSTRAINT transfer_amount_check CHECK ((amount > 0)),
    CONSTRAINT transfer_check CHECK ((debit <> credit))
);

CREATE TABLE public.account (
    account_id uuid NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    owner boolean NOT NULL,
    address_key bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    suspended_at timestamp with time zone,
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
    CONSTRAINT account_refusal_count_check CHECK ((count > 0))
)
WITH (fillfactor='70');

CREATE TABLE public.account_totp (
    account_id uuid NOT NULL,
    secret bytea NOT NULL,
    enabled_at timestamp with time zone,
    last_step bigint DEFAULT 0 NOT NULL
);

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
    CONSTRAINT api_key_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT api_key_scopes_check CHECK ((scopes <@ '{fast,read}'::text[]))
);

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

CREATE TABLE public.job_chunk (
    job_id uuid NOT NULL,
    chunk_no integer NOT NULL,
    to_verify integer NOT NULL,
    packed bytea NOT NULL,
    is_done boolean NOT NULL,
    lease uuid,
    leased_until timestamp with time zone,
    CONSTRAINT job_chunk_chunk_no_check CHECK ((chunk_no >= 0)),
    CONSTRAINT job_chunk_to_verify_check CHECK ((to_verify >= 0))
)
WITH (fillfactor='80');
ALTER TABLE ONLY public.job_chunk ALTER COLUMN packed SET STORAGE EXTERNAL;

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
ALTER TABLE ONLY public.job_search ALTER COLUMN addresses SET STORAGE EXTERNAL;

CREATE TABLE public.ledger_entry (
    generation integer NOT NULL,
    account_id uuid NOT NULL,
    seq bigint NOT NULL,
    idx integer NOT NULL,
    commit_id bigint NOT NULL,
    type text NOT NULL,
    credits bigint NOT NULL,
    change bigint NOT NULL,
    balance bigint NOT NULL,
    hold_id uuid,
    CONSTRAINT ledger_entry_check CHECK (((abs(change) = 0) OR (abs(change) = credits))),
    CONSTRAINT ledger_entry_credits_check CHECK ((credits > 0)),
    CONSTRAINT ledger_entry_type_check CHECK ((type = ANY (ARRAY['grant'::text, 'adjust'::text, 'hold'::text, 'charge'::text, 'refund'::text])))
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
    untrusted_proxy text
)
WITH (fillfactor='50');

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
    CONSTRAINT probe_queue_attempts_check CHECK ((attempts >= 0)),
    CONSTRAINT probe_queue_check CHECK (((lease IS NULL) = (leased_by IS NULL))),
    CONSTRAINT probe_queue_egress_check CHECK ((egress <> ''::text)),
    CONSTRAINT probe_queue_mx_group_check CHECK ((mx_group <> ''::text)),
    CONSTRAINT probe_queue_row_no_check CHECK ((row_no >= 0))
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02');

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
    account_id uuid NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT recovery_code_hash_check CHECK ((length(hash) = 32))
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
    confirmed_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.store_migrations (
    migration_id integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    name text NOT NULL
);

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

CREATE TABLE public.webhook (
    account_id uuid NOT NULL,
    url text NOT NULL,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_until timestamp with time zone,
    is_low boolean NOT NULL,
    failing_since timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_why text,
    configured_at timestamp with time zone NOT NULL,
    CONSTRAINT webhook_check CHECK (((previous_secret IS NULL) = (previous_until IS NULL))),
    CONSTRAINT webhook_check1 CHECK (((disabled_at IS NULL) = (disabled_why IS NULL))),
    CONSTRAINT webhook_disabled_why_check CHECK ((disabled_why = ANY (ARRAY['gone'::text, 'failing'::text])))
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
    CONSTRAINT webhook_delivery_check CHECK (((lease IS NULL) OR (status = 'pending'::text))),
    CONSTRAINT webhook_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
)
WITH (fillfactor='70');

ALTER TABLE public.webhook_delivery ALTER COLUMN place ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.webhook_delivery_place_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

INSERT INTO es.account VALUES
	('01a2079c-7893-7f26-af85-504ea944beac', 99862);

INSERT INTO es.command VALUES
	('01a2079c-78a9-7134-af74-4ad3da9478a5', '\x48efec8762ebce9d30958dc4c750da874b6b67ddcd3fd00792d256322c72407f', 3, '{"account":"01a2079c-7893-7f26-af85-504ea944beac","credits":100000}'),
	('01a2079c-a2ab-75ce-9002-c3ccefcf4ed1', '\xf4847b51e571391e56960332866f2990ca670acc757975f4f0e1f04365a88da4', 14, '{"account":"01a2079c-7893-7f26-af85-504ea944beac","credits":0}');

INSERT INTO es.commit OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-23 08:53:44.731726+00', 1, '\x570f250c5005a46093802e3509e7affe17da11d756612c0f55dd13c9799320b5'),
	(2, '2026-11-23 08:53:44.742347+00', 1, '\x9384e69f8674d9fba069ecfdbda8b6b85125faa78ff2d6c5411dc8ada4f39555'),
	(3, '2026-11-23 08:53:44.751885+00', 1, '\xa463278281219d0076118a1a1e3a50b92bb8050af27146816c77081a764b995e'),
	(4, '2026-11-23 08:53:45.29342+00', 1, '\x48eb1509f74c92398752c3ed52a480b7f1cb754593ecf454c4803f3337212389'),
	(5, '2026-11-23 08:53:45.335574+00', 1, '\x881234f5d3ee06ce2c0c6e0b5197f7a5b881b7616cca249e95b721ccc06d01c6'),
	(6, '2026-11-23 08:53:45.362324+00', 2, '\xcc860ae03e15ba994c99db6dd7593a1d661cacf25f621ad280b57738823f4818'),
	(7, '2026-11-23 08:53:45.382774+00', 2, '\x42ef5f3d7f37715bae5c66b707209dd00ffd6709f93c946606b8f738978273ee'),
	(8, '2026-11-23 08:53:45.392531+00', 1, '\x51aaac84dabfd4b3ce672d4410c5b9877ac49756c8213811c59f23d63540f252'),
	(9, '2026-11-23 08:53:45.444727+00', 1, '\xfc06fdbd1fea08697d6c5591152b1cc3771beb8c248e0994129a5e2db6e47134'),
	(10, '2026-11-23 08:53:45.455078+00', 1, '\x02ef640fd9e47515e4bf51cddcb519da2216c9052becd63a5509a5005eec4388'),
	(11, '2026-11-23 08:53:45.463766+00', 1, '\x04a313261c2a3f69cda44990b88cee6f1a8bcc9380a1054db2331bb5a51b9f55'),
	(12, '2026-11-23 08:53:45.470208+00', 1, '\x49fc997046e8cce95a5201cfa99697b2ca21c439433da5a8beb39fd47807ee97'),
	(13, '2026-11-23 08:53:55.489298+00', 2, '\x180b628ffa6bed11e82010fe2371f99707e30a3438ff214fffcb546dde795910'),
	(14, '2026-11-23 08:53:55.524556+00', 2, '\x2e397a5e2b3adf1b7d80019225eaf9515e990c91acb9242b25da6809ac69b172'),
	(15, '2026-11-23 08:53:55.54575+00', 3, '\xe0b4ab4246d498f5e259faa82ed02079845972127032461fbed76fb485534e42'),
	(16, '2026-11-23 08:53:55.560194+00', 3, '\x79dfc2216785c8d59c59e7fddb6edb886d5984582542e3f4ab847de1520739ed'),
	(17, '2026-11-23 08:53:55.57165+00', 1, '\x71c55d5f7bdc1a772f9ef763c2d6e70cbfac4c75cc25ab9fb4bcc65a9adeaa92'),
	(18, '2026-11-23 08:53:55.622133+00', 1, '\x84b79c8aeaf4670e186a4081ab3c3bf8434932bfad4bde6212975638d750570d'),
	(19, '2026-11-23 08:53:55.626229+00', 1, '\xb5fc1aa4968833e4efa3b4a725e4bf40db5cf85c1cbfbb38389ab4851a93927e'),
	(20, '2026-11-23 08:53:55.649078+00', 1, '\xc0a23b98f49a7abd4f5a244590cbc606874c32ddd1a672001b9c51fdb005a223'),
	(21, '2026-11-23 08:53:55.652604+00', 1, '\x9275626a3c88fe4fe164a409aa5462ecbd691d8bde7730eba2071a4842a18422'),
	(22, '2026-11-23 08:53:55.65757+00', 1, '\x19e8e1b237cf1747965608122aa585bbec1025d6639479a7e2e4d8e7227fc72e'),
	(23, '2026-11-23 08:53:55.683354+00', 1, '\x584d237b28fbbda61f79ff4d49d547c3567ec6e7967b634923ec31128609ce46'),
	(24, '2026-11-23 08:53:55.861234+00', 2, '\x917c7cd7af8758db67e43aa33e5a9a2433571a12468b1f015377fbc7c6c680e6'),
	(25, '2026-11-23 08:53:55.862429+00', 1, '\xeeb4f77ac8c07da18c14dcde1caedccdc7d55dd3793b0e56512711bd7b1a93ad'),
	(26, '2026-11-23 08:53:56.741565+00', 2, '\x60c7fceb2235539d7e990cf66853c387e6a3f73de24be1790ee9b71106c2f3c5');

INSERT INTO es.event VALUES
	(1, 1, 'account-01a2079c-7893-7f26-af85-504ea944beac', 1, 'AccountOpened', 1, '{"owner":true}', '\x00e893a4c11b3c0a9e81f6fc51ba18b271562fe65b89aed9decaedb5d5829dd7'),
	(2, 1, 'account-01a2079c-7893-7f26-af85-504ea944beac', 2, 'ApiKeyIssued', 1, '{"keyId":"01a2079c-78a2-7c0e-8730-a0968b816d31","name":"first key","last4":"q8Cz"}', '\x9f319b20a48e9a90a60961353125e6c3de1194d0bba80e5657230f43753b6cff'),
	(3, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 1, 'CreditsGranted', 1, '{"grantId":"01a2079c-78a9-7134-af74-4ad3da9478a5","credits":100000,"reason":"first start"}', '\x0589733869230cad6646427f21026691fab2063b698981b7d23c3ffa546344bd'),
	(4, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 2, 'CreditsHeld', 1, '{"holdId":"01a2079c-7ac7-7c18-bc81-5004effe16eb","credits":1,"expiresAt":1795424625287,"purpose":{"kind":"verification","mode":"fast","digest":"840c16ac07210848bdc392e5776babe5"}}', '\xa9e464b30fa62d5f98e9d2c0b1b0b11cc63817dab27d977921b7964bc53da56b'),
	(5, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 3, 'CreditsCharged', 1, '{"holdId":"01a2079c-7ac7-7c18-bc81-5004effe16eb","credits":1,"receipt":{"status":"valid","score":100}}', '\xa438c48e39e5f5b3a7647334260142edf8cd50d2fdc89d404f285c5030fc60f8'),
	(6, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 4, 'CreditsHeld', 1, '{"holdId":"01a2079c-7b0d-74fe-84be-20c20222b41d","credits":1,"expiresAt":1795424625357,"purpose":{"kind":"verification","mode":"fast","digest":"59c921bb386524d4e032ebcf51bc1365"}}', '\x9c334bacc1cd1c3948ba73ed3b4c79e4d08bde88bf64c282c8c27cae4409f77b'),
	(6, 2, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 5, 'CreditsCharged', 1, '{"holdId":"01a2079c-7b0d-74fe-84be-20c20222b41d","credits":1,"receipt":{"status":"risky","subStatus":"role_based","score":80}}', '\x7175ed75e79e684fa57878ea57f9f11bc0700560a9e6d9e124cb2e439dc51cec'),
	(7, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 6, 'CreditsHeld', 1, '{"holdId":"01a2079c-7b1b-7405-8621-f07f77dddede","credits":1,"expiresAt":1795424625372,"purpose":{"kind":"verification","mode":"fast","digest":"63a4be390bfd004009e50ef7d1e26975"}}', '\x8a020fcb5d8b60e5999bfdfe81ef9c32c747bf3350d99fe004ec6d15d509930c'),
	(7, 2, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 7, 'CreditsCharged', 1, '{"holdId":"01a2079c-7b1b-7405-8621-f07f77dddede","credits":1,"receipt":{"status":"valid","score":100}}', '\x08985b7993977ccc5ab45912902f1015632d0f2745a3928c44a402c4f38420fd'),
	(8, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 8, 'CreditsHeld', 1, '{"holdId":"01a2079c-7b2e-75e9-bf1d-a7bb9b1f3cb8","credits":5,"expiresAt":1795424625390,"purpose":{"kind":"verification","mode":"deep","digest":"840c16ac07210848bdc392e5776babe5"}}', '\x1aab54848f497d917e37b9d50b22a4076ae3c1f7d83fae43ce4d414ba92e0f9a'),
	(9, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 9, 'CreditsCharged', 1, '{"holdId":"01a2079c-7b2e-75e9-bf1d-a7bb9b1f3cb8","credits":5,"receipt":{"status":"valid","score":100}}', '\x95eea85ac05b3d8baf6ed9743e43399248be6fed80cf371b7dac3c9ee14d1ea0'),
	(10, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 10, 'CreditsHeld', 1, '{"holdId":"01a2079c-7b6c-7be5-84b2-505d8d26a943","credits":5,"expiresAt":1795424625453,"purpose":{"kind":"verification","mode":"deep","digest":"98c47f3ca99c8f8e812d1c7e42fce98b"}}', '\x66c4ee5838bb435e31b4d680913cd11c3f6fc62d4845e721b6144d3e424f1542'),
	(11, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 11, 'CreditsCharged', 1, '{"holdId":"01a2079c-7b6c-7be5-84b2-505d8d26a943","credits":5,"receipt":{"status":"invalid","subStatus":"mailbox_not_found","score":0}}', '\xabf4628fa691522a52a3308540b6ef9a30a1e1fb5eb2409d56459bae192e29b2'),
	(12, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 12, 'CreditsHeld', 1, '{"holdId":"01a2079c-7b7c-7d57-95a8-e416c7857203","credits":5,"expiresAt":1795424625468,"purpose":{"kind":"verification","mode":"deep","digest":"ac3b4a6f59ad5e1b04a8185f77adcb0e"}}', '\xb53e3ca14ef84ab0da3026421c323d4f80a480cad54851a3576e69839761b593'),
	(13, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 13, 'CreditsCharged', 1, '{"holdId":"01a2079c-7b7c-7d57-95a8-e416c7857203","credits":1,"receipt":{"status":"valid","score":85}}', '\xbae0f5d69e10502e76f8f5d08e7cd09f4cca9d7e89025120ca8a9edb3476f0f4'),
	(13, 2, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 14, 'CreditsRefunded', 1, '{"holdId":"01a2079c-7b7c-7d57-95a8-e416c7857203","credits":4,"reason":"remainder"}', '\x7078c72cdba6aabb903ea4d0f64455c8e5f99e9d41ef9a63bbd54c0c07e2293b'),
	(14, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 15, 'CreditsHeld', 1, '{"holdId":"01a2079c-a2af-789b-a111-9e312251b180","credits":1,"expiresAt":1795424635503,"purpose":{"kind":"verification","mode":"fast","digest":"3095cb8c9c128e9e367f23af058fc829"}}', '\x9d77757cf029b150fd72221080c7ee6af5392fdf463391584d653b4cb0faf2c3'),
	(14, 2, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 16, 'CreditsCharged', 1, '{"holdId":"01a2079c-a2af-789b-a111-9e312251b180","credits":1,"receipt":{"status":"valid","score":95}}', '\x14f79dd11ef36bc596078b5f5ad92d347c6371d5ba7b3e618c76203aae04f188'),
	(15, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 17, 'CreditsHeld', 1, '{"holdId":"01a2079c-a2d7-7416-9613-24d909fa3bb9","credits":1,"expiresAt":1795425235543,"purpose":{"kind":"batch","mode":"fast","digest":"840c16ac07210848bdc392e5776babe5"}}', '\xc91a13c0ea14a624e9a012665b24f22faeade66d8ffd3dbb62cfcf9e08bc8f7b'),
	(15, 2, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 18, 'CreditsHeld', 1, '{"holdId":"01a2079c-a2d7-7a9a-a14a-14a9782201c1","credits":1,"expiresAt":1795425235543,"purpose":{"kind":"batch","mode":"fast","digest":"29b35d2621ac619a711e770454ec673b"}}', '\xe3041b241c313548a45f07e7a96c787e14815593b629e647f113f5426ee50f7a'),
	(15, 3, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 19, 'CreditsHeld', 1, '{"holdId":"01a2079c-a2d7-7376-ac5e-982483c54a0b","credits":1,"expiresAt":1795425235543,"purpose":{"kind":"batch","mode":"fast","digest":"41de04aef20ea57ccd82069d4ae96d86"}}', '\xab85ecd96199479b8008f6e5a63715207ab34087ef046de88d2e97e1e94a5cfa'),
	(16, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 20, 'CreditsCharged', 1, '{"holdId":"01a2079c-a2d7-7416-9613-24d909fa3bb9","credits":1,"receipt":{"status":"valid","score":100}}', '\x518a0739abc0e58a9a94f30db0368e1581262bdefd4b13af924da5812da829fe'),
	(16, 2, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 21, 'CreditsCharged', 1, '{"holdId":"01a2079c-a2d7-7a9a-a14a-14a9782201c1","credits":1,"receipt":{"status":"valid","score":90}}', '\x28d6b839dbd9c8356f88c2365d0fa6da2824196b9a34481bbb2c7fd27276f4dc'),
	(16, 3, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 22, 'CreditsCharged', 1, '{"holdId":"01a2079c-a2d7-7376-ac5e-982483c54a0b","credits":1,"receipt":{"status":"invalid","subStatus":"failed_syntax_check","score":0}}', '\xebfcb7a335aa96e3570ba63839dafb37b5f7026144927c1f6377288476a22bcc'),
	(17, 1, 'account-01a2079c-7893-7f26-af85-504ea944beac', 3, 'ApiKeyIssued', 1, '{"keyId":"01a2079c-a2ef-7940-98ed-a0c277116c59","name":"reporting","last4":"uBzK","scopes":["read"],"from":{"requestId":"01a2079c-a2ed-74c9-a207-52e332a65caf","address":"317aeb8ecbfd6d68","agent":"other","keyId":"01a2079c-78a2-7c0e-8730-a0968b816d31"}}', '\xa6e873c2b13622836051fa5a079793cb4ab0deb39cf9196b9ab30ca5eb680c18'),
	(18, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 23, 'CreditsHeld', 1, '{"holdId":"01a2079c-a322-74fd-a13f-ce367ffe28f1","credits":60,"expiresAt":null,"purpose":{"kind":"job","mode":"fast"}}', '\x3fa55c4755ee64987016c5339f9494a0d213119a23a31efebc72dc9102c94e07'),
	(19, 1, 'job-01a2079c-a306-71df-811a-fb38c128193d', 1, 'JobSubmitted', 1, '{"accountId":"01a2079c-7893-7f26-af85-504ea944beac","holdId":"01a2079c-a322-74fd-a13f-ce367ffe28f1","mode":"fast","rows":60,"chunks":1,"credits":60}', '\x20554ae176b980984184add526590aac459ab0fdc7c72472d7baab1eae5f9f5f'),
	(20, 1, 'job-01a2079c-a306-71df-811a-fb38c128193d', 2, 'JobStarted', 1, '{}', '\xfe015cf8db0076b0f2f895953a89b96b313f9221069e72c2b481197db8d22cf0'),
	(21, 1, 'ledger-01a2079c-7893-7f26-af85-504ea944beac', 24, 'CreditsHeld', 1, '{"holdId":"01a2079c-a340-799a-95b6-d758906267bc","credits":60,"expiresAt":null,"purpose":{"kind":"job","mode":"deep"}}', '\xad520fd6aa00108bd5845ce50829bdf9d8444dcfb4c4466ff85763cac3780357'),
	(22, 1, 'job-01a2079c-a337-7115-9497-747fd82be5fd', 1, 'JobSubmitted', 1, '{"accountId":"01a2079c-7893-7f26-af85-504ea944beac","holdId":"01a2079c-a340-799a-95b6-d758906267bc","mode":"deep","rows":12,"chunks":1,"credits":60}', '\x7c87a094f7310b405fd3b8e546998af7373e80e02755a03e99238bd3f8bf0239'),
	(25, 1, 'job-01a2079c-a337-7115-9497-747fd82be5fd', 3, 'RowsDeferred', 1, '{"chunk":0,"rows":12}', '\xf76cd04b021101643eaa6c4b69a2718c790ca301147cd8e12d577b9498e15e56'),
	(23, 1, 'job-01a2079c-a337-7115-9497-747fd82be5fd', 2, 'JobStarted', 1, '{}', '\xfeea108077c0ab1f71053be46f6206469c5a92de9ae2f01f47e92bcd950ec07e'),
	(24, 1, 'job-01a2079c-a306-71df-811a-fb38c128193d', 3, 'ChunkSettled', 1, '{"accountId":"01a2079c-7893-7f26-af85-504ea944beac","holdId":"01a2079c-a322-74fd-a13f-ce367ffe28f1","chunk":0,"rows":60,"credits":60,"tally":{"valid":60,"risky":0,"invalid":0,"unknown":0}}', '\xeaedbbcf636aebe573dcc12920450a8dd95e453fe7f464a49cbf40f186716fd4'),
	(24, 2, 'job-01a2079c-a306-71df-811a-fb38c128193d', 4, 'JobCompleted', 1, '{}', '\x8c89b3b1802068cb059aebd33b9d5c95a5919b06396801b5deac58406f9dfb07'),
	(26, 1, 'job-01a2079c-a337-7115-9497-747fd82be5fd', 4, 'ChunkSettled', 1, '{"accountId":"01a2079c-7893-7f26-af85-504ea944beac","holdId":"01a2079c-a340-799a-95b6-d758906267bc","chunk":0,"rows":12,"credits":60,"tally":{"valid":12,"risky":0,"invalid":0,"unknown":0}}', '\x7215bc67fbf54f3346c547d177eaa7a88b65abb92f133eb361b8e0371cc60105'),
	(26, 2, 'job-01a2079c-a337-7115-9497-747fd82be5fd', 5, 'JobCompleted', 1, '{}', '\x4f3185a37fabc887916e4a201728fe9f104c3cd04dc594aa2c659c97b7c8be9d');

INSERT INTO es.head VALUES
	(true, 26, 26);

INSERT INTO es.hold VALUES
	('01a2079c-7ac7-7c18-bc81-5004effe16eb', '01a2079c-7893-7f26-af85-504ea944beac', 1, 1, 0, '2026-11-23 09:03:45.287+00'),
	('01a2079c-7b0d-74fe-84be-20c20222b41d', '01a2079c-7893-7f26-af85-504ea944beac', 1, 1, 0, '2026-11-23 09:03:45.357+00'),
	('01a2079c-7b1b-7405-8621-f07f77dddede', '01a2079c-7893-7f26-af85-504ea944beac', 1, 1, 0, '2026-11-23 09:03:45.372+00'),
	('01a2079c-7b2e-75e9-bf1d-a7bb9b1f3cb8', '01a2079c-7893-7f26-af85-504ea944beac', 5, 5, 0, '2026-11-23 09:03:45.39+00'),
	('01a2079c-7b6c-7be5-84b2-505d8d26a943', '01a2079c-7893-7f26-af85-504ea944beac', 5, 5, 0, '2026-11-23 09:03:45.453+00'),
	('01a2079c-7b7c-7d57-95a8-e416c7857203', '01a2079c-7893-7f26-af85-504ea944beac', 5, 1, 4, '2026-11-23 09:03:45.468+00'),
	('01a2079c-a2af-789b-a111-9e312251b180', '01a2079c-7893-7f26-af85-504ea944beac', 1, 1, 0, '2026-11-23 09:03:55.503+00'),
	('01a2079c-a2d7-7376-ac5e-982483c54a0b', '01a2079c-7893-7f26-af85-504ea944beac', 1, 1, 0, '2026-11-23 09:13:55.543+00'),
	('01a2079c-a2d7-7416-9613-24d909fa3bb9', '01a2079c-7893-7f26-af85-504ea944beac', 1, 1, 0, '2026-11-23 09:13:55.543+00'),
	('01a2079c-a2d7-7a9a-a14a-14a9782201c1', '01a2079c-7893-7f26-af85-504ea944beac', 1, 1, 0, '2026-11-23 09:13:55.543+00'),
	('01a2079c-a322-74fd-a13f-ce367ffe28f1', '01a2079c-7893-7f26-af85-504ea944beac', 60, 60, 0, NULL),
	('01a2079c-a340-799a-95b6-d758906267bc', '01a2079c-7893-7f26-af85-504ea944beac', 60, 60, 0, NULL);

INSERT INTO es.projection VALUES
	('credits_low', 1, 26, 0, true),
	('days', 1, 26, 0, true),
	('ledger', 1, 26, 0, true),
	('security', 1, 26, 0, true),
	('usage', 1, 26, 0, true);

INSERT INTO es.reply VALUES
	('01a2079c-a2ab-75ce-9002-c3ccefcf4ed1', '{"email":"ann@plain.test","status":"valid","score":95,"checks":{"syntax":true,"free":false,"disposable":false,"mx":true,"parked":false,"relay":false,"spf":true,"dmarc":false,"role":false,"dnsbl":false,"mx_routable":true,"forwarder":false,"smtputf8":false,"mta_sts":false,"tls_rpt":false,"bimi":false},"domain":"plain.test","mode":"fast","credits_used":1,"mx_records":["mail.plain.test"],"free_check":false,"response_time_ms":11,"checked_at":"2026-11-23T08:53:55.514Z","normalized_email":"ann@plain.test","domain_age_days":6170,"dnsbl_listings":[],"spf_record":"v=spf1 mx ~all","reasons":["The domain publishes no DMARC record."]}');

INSERT INTO es.sealed VALUES
	(1, 1, '2026-11-23 08:53:44.822521+00'),
	(2, 2, '2026-11-23 08:53:44.822758+00'),
	(3, 3, '2026-11-23 08:53:44.822762+00'),
	(4, 4, '2026-11-23 08:53:45.30223+00'),
	(5, 5, '2026-11-23 08:53:45.438721+00'),
	(6, 6, '2026-11-23 08:53:45.438754+00'),
	(7, 7, '2026-11-23 08:53:45.438757+00'),
	(8, 8, '2026-11-23 08:53:45.438761+00'),
	(9, 9, '2026-11-23 08:53:45.565339+00'),
	(10, 10, '2026-11-23 08:53:45.565377+00'),
	(11, 11, '2026-11-23 08:53:45.565381+00'),
	(12, 12, '2026-11-23 08:53:45.565385+00'),
	(13, 13, '2026-11-23 08:53:55.497319+00'),
	(14, 14, '2026-11-23 08:53:55.621686+00'),
	(15, 15, '2026-11-23 08:53:55.621714+00'),
	(16, 16, '2026-11-23 08:53:55.621718+00'),
	(17, 17, '2026-11-23 08:53:55.621722+00'),
	(18, 18, '2026-11-23 08:53:55.745689+00'),
	(19, 19, '2026-11-23 08:53:55.74582+00'),
	(20, 20, '2026-11-23 08:53:55.745825+00'),
	(21, 21, '2026-11-23 08:53:55.745829+00'),
	(22, 22, '2026-11-23 08:53:55.745833+00'),
	(23, 23, '2026-11-23 08:53:55.745836+00'),
	(24, 24, '2026-11-23 08:53:55.897725+00'),
	(25, 25, '2026-11-23 08:53:55.897755+00'),
	(26, 26, '2026-11-23 08:53:56.756012+00');

INSERT INTO es.stream VALUES
	('account-01a2079c-7893-7f26-af85-504ea944beac', 3, '\xa6e873c2b13622836051fa5a079793cb4ab0deb39cf9196b9ab30ca5eb680c18'),
	('ledger-01a2079c-7893-7f26-af85-504ea944beac', 24, '\xad520fd6aa00108bd5845ce50829bdf9d8444dcfb4c4466ff85763cac3780357'),
	('job-01a2079c-a306-71df-811a-fb38c128193d', 4, '\x8c89b3b1802068cb059aebd33b9d5c95a5919b06396801b5deac58406f9dfb07'),
	('job-01a2079c-a337-7115-9497-747fd82be5fd', 5, '\x4f3185a37fabc887916e4a201728fe9f104c3cd04dc594aa2c659c97b7c8be9d');

INSERT INTO es.transfer VALUES
	(3, 1, 1, 'sys:issued', 'avail:01a2079c-7893-7f26-af85-504ea944beac', 100000, NULL),
	(4, 1, 1, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-7ac7-7c18-bc81-5004effe16eb', 1, '01a2079c-7ac7-7c18-bc81-5004effe16eb'),
	(5, 1, 1, 'hold:01a2079c-7ac7-7c18-bc81-5004effe16eb', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 1, '01a2079c-7ac7-7c18-bc81-5004effe16eb'),
	(6, 1, 1, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-7b0d-74fe-84be-20c20222b41d', 1, '01a2079c-7b0d-74fe-84be-20c20222b41d'),
	(6, 2, 2, 'hold:01a2079c-7b0d-74fe-84be-20c20222b41d', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 1, '01a2079c-7b0d-74fe-84be-20c20222b41d'),
	(7, 1, 1, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-7b1b-7405-8621-f07f77dddede', 1, '01a2079c-7b1b-7405-8621-f07f77dddede'),
	(7, 2, 2, 'hold:01a2079c-7b1b-7405-8621-f07f77dddede', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 1, '01a2079c-7b1b-7405-8621-f07f77dddede'),
	(8, 1, 1, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-7b2e-75e9-bf1d-a7bb9b1f3cb8', 5, '01a2079c-7b2e-75e9-bf1d-a7bb9b1f3cb8'),
	(9, 1, 1, 'hold:01a2079c-7b2e-75e9-bf1d-a7bb9b1f3cb8', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 5, '01a2079c-7b2e-75e9-bf1d-a7bb9b1f3cb8'),
	(10, 1, 1, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-7b6c-7be5-84b2-505d8d26a943', 5, '01a2079c-7b6c-7be5-84b2-505d8d26a943'),
	(11, 1, 1, 'hold:01a2079c-7b6c-7be5-84b2-505d8d26a943', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 5, '01a2079c-7b6c-7be5-84b2-505d8d26a943'),
	(12, 1, 1, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-7b7c-7d57-95a8-e416c7857203', 5, '01a2079c-7b7c-7d57-95a8-e416c7857203'),
	(13, 1, 1, 'hold:01a2079c-7b7c-7d57-95a8-e416c7857203', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 1, '01a2079c-7b7c-7d57-95a8-e416c7857203'),
	(13, 2, 2, 'hold:01a2079c-7b7c-7d57-95a8-e416c7857203', 'avail:01a2079c-7893-7f26-af85-504ea944beac', 4, '01a2079c-7b7c-7d57-95a8-e416c7857203'),
	(14, 1, 1, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-a2af-789b-a111-9e312251b180', 1, '01a2079c-a2af-789b-a111-9e312251b180'),
	(14, 2, 2, 'hold:01a2079c-a2af-789b-a111-9e312251b180', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 1, '01a2079c-a2af-789b-a111-9e312251b180'),
	(15, 1, 1, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-a2d7-7416-9613-24d909fa3bb9', 1, '01a2079c-a2d7-7416-9613-24d909fa3bb9'),
	(15, 2, 2, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-a2d7-7a9a-a14a-14a9782201c1', 1, '01a2079c-a2d7-7a9a-a14a-14a9782201c1'),
	(15, 3, 3, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-a2d7-7376-ac5e-982483c54a0b', 1, '01a2079c-a2d7-7376-ac5e-982483c54a0b'),
	(16, 1, 1, 'hold:01a2079c-a2d7-7416-9613-24d909fa3bb9', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 1, '01a2079c-a2d7-7416-9613-24d909fa3bb9'),
	(16, 2, 2, 'hold:01a2079c-a2d7-7a9a-a14a-14a9782201c1', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 1, '01a2079c-a2d7-7a9a-a14a-14a9782201c1'),
	(16, 3, 3, 'hold:01a2079c-a2d7-7376-ac5e-982483c54a0b', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 1, '01a2079c-a2d7-7376-ac5e-982483c54a0b'),
	(18, 1, 1, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-a322-74fd-a13f-ce367ffe28f1', 60, '01a2079c-a322-74fd-a13f-ce367ffe28f1'),
	(21, 1, 1, 'avail:01a2079c-7893-7f26-af85-504ea944beac', 'hold:01a2079c-a340-799a-95b6-d758906267bc', 60, '01a2079c-a340-799a-95b6-d758906267bc'),
	(24, 1, 1, 'hold:01a2079c-a322-74fd-a13f-ce367ffe28f1', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 60, '01a2079c-a322-74fd-a13f-ce367ffe28f1'),
	(26, 1, 1, 'hold:01a2079c-a340-799a-95b6-d758906267bc', 'sys:usage:01a2079c-7893-7f26-af85-504ea944beac', 60, '01a2079c-a340-799a-95b6-d758906267bc');

INSERT INTO public.account VALUES
	('01a2079c-7893-7f26-af85-504ea944beac', 'owner@example.test', '$argon2id$v=19$m=19456,t=2,p=1$nSdzN/zv0VH/QBviwideeA$JUZAqaJuxmrn+NSqym6cqW/3DGF9RIrif1mwHq8cZlQ', true, '\xdfbf3c4cde931d316d2f4c7a5f015b71061c7bb669b88f19bdcbf90f9b939d07', '2026-11-23 08:53:44.644936+00', NULL);

INSERT INTO public.account_day VALUES
	(1, '01a2079c-7893-7f26-af85-504ea944beac', '2026-11-23', 79, 1, 2, 0, 138);

INSERT INTO public.api_key VALUES
	('01a2079c-a2ef-7940-98ed-a0c277116c59', '01a2079c-7893-7f26-af85-504ea944beac', '\x0b47c42cf348e1b829716adadd03d886afcf2a18d928731156a6600ecc20771e', 'uBzK', 'reporting', '2026-11-23 08:53:55.567798+00', '{read}', NULL, NULL),
	('01a2079c-78a2-7c0e-8730-a0968b816d31', '01a2079c-7893-7f26-af85-504ea944beac', '\xf170924ed491c11509e64389f1bba530bc6c838173bf98dea34e1674b14c68d1', 'q8Cz', 'first key', '2026-11-23 08:53:44.644936+00', '{}', '2026-11-23 08:53:59.026+00', NULL);

INSERT INTO public.domain_age VALUES
	('acme.test', '2010-01-01 00:00:00+00', '2027-01-22 08:53:45.319+00'),
	('faults.test', '2010-01-01 00:00:00+00', '2027-01-22 08:53:45.48+00'),
	('plain.test', '2010-01-01 00:00:00+00', '2027-01-22 08:53:55.514+00'),
	('bare.test', '2010-01-01 00:00:00+00', '2027-01-22 08:53:55.556+00'),
	('lab.test', '2010-01-01 00:00:00+00', '2027-01-22 08:53:55.688+00');

INSERT INTO public.domain_knowledge VALUES
	('acme.test', 'catchAll', '{"takesAll": false}', 'mx1.acme.test', '2026-11-23 08:53:45.433+00', '2026-11-24 08:53:45.433+00'),
	('d10000.lab.test', 'catchAll', '{"takesAll": false}', 'mx16.lab.test', '2026-11-23 08:53:56.693+00', '2026-11-24 08:53:56.693+00'),
	('d10001.lab.test', 'catchAll', '{"takesAll": false}', 'mx17.lab.test', '2026-11-23 08:53:56.693+00', '2026-11-24 08:53:56.693+00'),
	('d10002.lab.test', 'catchAll', '{"takesAll": false}', 'mx18.lab.test', '2026-11-23 08:53:56.694+00', '2026-11-24 08:53:56.694+00'),
	('d10004.lab.test', 'catchAll', '{"takesAll": false}', 'mx20.lab.test', '2026-11-23 08:53:56.696+00', '2026-11-24 08:53:56.696+00'),
	('d10005.lab.test', 'catchAll', '{"takesAll": false}', 'mx21.lab.test', '2026-11-23 08:53:56.696+00', '2026-11-24 08:53:56.696+00'),
	('d10003.lab.test', 'catchAll', '{"takesAll": false}', 'mx19.lab.test', '2026-11-23 08:53:56.696+00', '2026-11-24 08:53:56.696+00'),
	('d10007.lab.test', 'catchAll', '{"takesAll": false}', 'mx23.lab.test', '2026-11-23 08:53:56.697+00', '2026-11-24 08:53:56.697+00'),
	('d10006.lab.test', 'catchAll', '{"takesAll": false}', 'mx22.lab.test', '2026-11-23 08:53:56.697+00', '2026-11-24 08:53:56.697+00'),
	('d10009.lab.test', 'catchAll', '{"takesAll": false}', 'mx25.lab.test', '2026-11-23 08:53:56.699+00', '2026-11-24 08:53:56.699+00'),
	('d10008.lab.test', 'catchAll', '{"takesAll": false}', 'mx24.lab.test', '2026-11-23 08:53:56.698+00', '2026-11-24 08:53:56.698+00'),
	('d10010.lab.test', 'catchAll', '{"takesAll": false}', 'mx26.lab.test', '2026-11-23 08:53:56.699+00', '2026-11-24 08:53:56.699+00'),
	('d10011.lab.test', 'catchAll', '{"takesAll": false}', 'mx27.lab.test', '2026-11-23 08:53:56.699+00', '2026-11-24 08:53:56.699+00');

INSERT INTO public.idempotency VALUES
	('01a2079c-7893-7f26-af85-504ea944beac', '\x94b95ed7428db8968727f5b3ae22402e5675800bd4f7298145f428ab6de74eb2', '\xf4847b51e571391e56960332866f2990ca670acc757975f4f0e1f04365a88da4', '01a2079c-a2ab-75ce-9002-c3ccefcf4ed1', 'c10f2b14-cf56-4e0c-b56d-5088b728c5fa', '2026-11-23 08:54:55.49973+00');

INSERT INTO public.job VALUES
	('01a2079c-a306-71df-811a-fb38c128193d', '01a2079c-7893-7f26-af85-504ea944beac', '01a2079c-a322-74fd-a13f-ce367ffe28f1', 4, 'list.csv', 'fast', 'complete', NULL, '{name,email}', 1, 2, 60, 1, 60, 60, 60, 0, 0, 0, DEFAULT, 60, 60, '2026-11-23 08:53:55.616+00', '2026-11-23 08:53:55.644869+00', '2026-11-23 08:53:55.835435+00', '2026-11-23 08:53:55.835435+00', '2026-11-23 08:54:03.642765+00', true),
	('01a2079c-a337-7115-9497-747fd82be5fd', '01a2079c-7893-7f26-af85-504ea944beac', '01a2079c-a340-799a-95b6-d758906267bc', 5, 'list.csv', 'deep', 'complete', NULL, '{name,email}', 1, 2, 12, 1, 12, 12, 12, 0, 0, 0, DEFAULT, 60, 60, '2026-11-23 08:53:55.647+00', '2026-11-23 08:53:55.675705+00', '2026-11-23 08:53:56.731243+00', '2026-11-23 08:53:56.731243+00', '2026-11-23 08:53:55.898053+00', true);

INSERT INTO public.job_chunk VALUES
	('01a2079c-a337-7115-9497-747fd82be5fd', 0, 12, '\x28b52ffd60a8001d040014057b227265636f726473223a5b5b225a6fc3ab222c227573657230406431303030302e6c61622e74657374225d2c3131323233333434353536363737383839393131315d2c2272657065617473223a5b5d7d1700c0e5690d00e19c16c6c012301c580c0c02d6818181256038b0181804ac0303034bc070603130085807065672283d', true, NULL, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 0, 60, '\x28b52ffd600807fd0500120b1f1f9037e9fff0dd9dc4a52072ad4af8f63b887b275db4b56d29a5b41364dd1db0074a92a8b42c0ec1417528ffffffffffffff6fdbb66ddbb66ddb6ddbb66ddbb66d4b92244992244992dbb66ddbb66ddb1088c3c16028147ebb25b743a9259d0509580c20c6183386c2a0930aea28848406402549a2120335040e2a8377a821fcfa7f07d01bd5011108861322fc193f53c155e22ab8125c05b782abc055805727ab5f55a2324d79a947d40ce5714f8174b24de2267243160e29014915', true, NULL, NULL);

INSERT INTO public.job_facet VALUES
	('01a2079c-a306-71df-811a-fb38c128193d', 'valid', '', 60),
	('01a2079c-a337-7115-9497-747fd82be5fd', 'valid', '', 12);

INSERT INTO public.job_result VALUES
	('01a2079c-a306-71df-811a-fb38c128193d', 0, 1, 'valid', '["ffff-ttff","valid",95,null,"user0@d10000.lab.test",null,6170,null,1,"2026-11-23T08:53:55.689Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 1, 1, 'valid', '["ffff-tttf","valid",100,null,"user1@d10001.lab.test",null,6170,null,1,"2026-11-23T08:53:55.711Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 2, 1, 'valid', '["ffff-tttf","valid",100,null,"user2@d10002.lab.test",null,6170,null,1,"2026-11-23T08:53:55.727Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 3, 1, 'valid', '["ffff-tttf","valid",100,null,"user3@d10003.lab.test",null,6170,null,1,"2026-11-23T08:53:55.739Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 4, 1, 'valid', '["ffff-tttf","valid",100,null,"user4@d10004.lab.test",null,6170,null,1,"2026-11-23T08:53:55.751Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 5, 1, 'valid', '["ffff-tttf","valid",100,null,"user5@d10005.lab.test",null,6170,null,1,"2026-11-23T08:53:55.762Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 6, 1, 'valid', '["ffff-tttf","valid",100,null,"user6@d10006.lab.test",null,6170,null,1,"2026-11-23T08:53:55.772Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 7, 1, 'valid', '["ffff-tttf","valid",100,null,"user7@d10007.lab.test",null,6170,null,1,"2026-11-23T08:53:55.781Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 8, 1, 'valid', '["ffff-tttf","valid",100,null,"user8@d10008.lab.test",null,6170,null,1,"2026-11-23T08:53:55.790Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 9, 1, 'valid', '["ffff-tttf","valid",100,null,"user9@d10009.lab.test",null,6170,null,1,"2026-11-23T08:53:55.820Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 10, 1, 'valid', '["ffff-ttff","valid",95,null,"user10@d10010.lab.test",null,6170,null,1,"2026-11-23T08:53:55.690Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 11, 1, 'valid', '["ffff-tttf","valid",100,null,"user11@d10011.lab.test",null,6170,null,1,"2026-11-23T08:53:55.712Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 12, 1, 'valid', '["ffff-tttf","valid",100,null,"user12@d10012.lab.test",null,6170,null,1,"2026-11-23T08:53:55.728Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 13, 1, 'valid', '["ffff-tttf","valid",100,null,"user13@d10013.lab.test",null,6170,null,1,"2026-11-23T08:53:55.740Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 14, 1, 'valid', '["ffff-tttf","valid",100,null,"user14@d10014.lab.test",null,6170,null,1,"2026-11-23T08:53:55.752Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 15, 1, 'valid', '["ffff-tttf","valid",100,null,"user15@d10015.lab.test",null,6170,null,1,"2026-11-23T08:53:55.762Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 16, 1, 'valid', '["ffff-tttf","valid",100,null,"user16@d10016.lab.test",null,6170,null,1,"2026-11-23T08:53:55.773Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 17, 1, 'valid', '["ffff-tttf","valid",100,null,"user17@d10017.lab.test",null,6170,null,1,"2026-11-23T08:53:55.782Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 18, 1, 'valid', '["ffff-tttf","valid",100,null,"user18@d10018.lab.test",null,6170,null,1,"2026-11-23T08:53:55.791Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 19, 1, 'valid', '["ffff-tttf","valid",100,null,"user19@d10019.lab.test",null,6170,null,1,"2026-11-23T08:53:55.821Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 20, 1, 'valid', '["ffff-ttff","valid",95,null,"user20@d10020.lab.test",null,6170,null,1,"2026-11-23T08:53:55.690Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 21, 1, 'valid', '["ffff-tttf","valid",100,null,"user21@d10021.lab.test",null,6170,null,1,"2026-11-23T08:53:55.713Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 22, 1, 'valid', '["ffff-tttf","valid",100,null,"user22@d10022.lab.test",null,6170,null,1,"2026-11-23T08:53:55.728Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 23, 1, 'valid', '["ffff-tttf","valid",100,null,"user23@d10023.lab.test",null,6170,null,1,"2026-11-23T08:53:55.740Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 24, 1, 'valid', '["ffff-tttf","valid",100,null,"user24@d10024.lab.test",null,6170,null,1,"2026-11-23T08:53:55.752Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 25, 1, 'valid', '["ffff-tttf","valid",100,null,"user25@d10025.lab.test",null,6170,null,1,"2026-11-23T08:53:55.763Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 26, 1, 'valid', '["ffff-tttf","valid",100,null,"user26@d10026.lab.test",null,6170,null,1,"2026-11-23T08:53:55.773Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 27, 1, 'valid', '["ffff-tttf","valid",100,null,"user27@d10027.lab.test",null,6170,null,1,"2026-11-23T08:53:55.782Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 28, 1, 'valid', '["ffff-tttf","valid",100,null,"user28@d10028.lab.test",null,6170,null,1,"2026-11-23T08:53:55.791Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 29, 1, 'valid', '["ffff-tttf","valid",100,null,"user29@d10029.lab.test",null,6170,null,1,"2026-11-23T08:53:55.821Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 30, 1, 'valid', '["ffff-ttff","valid",95,null,"user30@d10030.lab.test",null,6170,null,1,"2026-11-23T08:53:55.690Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 31, 1, 'valid', '["ffff-tttf","valid",100,null,"user31@d10031.lab.test",null,6170,null,1,"2026-11-23T08:53:55.713Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 32, 1, 'valid', '["ffff-tttf","valid",100,null,"user32@d10032.lab.test",null,6170,null,1,"2026-11-23T08:53:55.729Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 33, 1, 'valid', '["ffff-tttf","valid",100,null,"user33@d10033.lab.test",null,6170,null,1,"2026-11-23T08:53:55.740Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 34, 1, 'valid', '["ffff-tttf","valid",100,null,"user34@d10034.lab.test",null,6170,null,1,"2026-11-23T08:53:55.752Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 35, 1, 'valid', '["ffff-tttf","valid",100,null,"user35@d10035.lab.test",null,6170,null,1,"2026-11-23T08:53:55.763Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 36, 1, 'valid', '["ffff-tttf","valid",100,null,"user36@d10036.lab.test",null,6170,null,1,"2026-11-23T08:53:55.773Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 37, 1, 'valid', '["ffff-tttf","valid",100,null,"user37@d10037.lab.test",null,6170,null,1,"2026-11-23T08:53:55.783Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 38, 1, 'valid', '["ffff-tttf","valid",100,null,"user38@d10038.lab.test",null,6170,null,1,"2026-11-23T08:53:55.791Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 39, 1, 'valid', '["ffff-tttf","valid",100,null,"user39@d10039.lab.test",null,6170,null,1,"2026-11-23T08:53:55.822Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 40, 1, 'valid', '["ffff-ttff","valid",95,null,"user40@d10040.lab.test",null,6170,null,1,"2026-11-23T08:53:55.691Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 41, 1, 'valid', '["ffff-tttf","valid",100,null,"user41@d10041.lab.test",null,6170,null,1,"2026-11-23T08:53:55.716Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 42, 1, 'valid', '["ffff-tttf","valid",100,null,"user42@d10042.lab.test",null,6170,null,1,"2026-11-23T08:53:55.729Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 43, 1, 'valid', '["ffff-tttf","valid",100,null,"user43@d10043.lab.test",null,6170,null,1,"2026-11-23T08:53:55.741Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 44, 1, 'valid', '["ffff-tttf","valid",100,null,"user44@d10044.lab.test",null,6170,null,1,"2026-11-23T08:53:55.753Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 45, 1, 'valid', '["ffff-tttf","valid",100,null,"user45@d10045.lab.test",null,6170,null,1,"2026-11-23T08:53:55.763Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 46, 1, 'valid', '["ffff-tttf","valid",100,null,"user46@d10046.lab.test",null,6170,null,1,"2026-11-23T08:53:55.774Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 47, 1, 'valid', '["ffff-tttf","valid",100,null,"user47@d10047.lab.test",null,6170,null,1,"2026-11-23T08:53:55.783Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 48, 1, 'valid', '["ffff-tttf","valid",100,null,"user48@d10048.lab.test",null,6170,null,1,"2026-11-23T08:53:55.791Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 49, 1, 'valid', '["ffff-tttf","valid",100,null,"user49@d10049.lab.test",null,6170,null,1,"2026-11-23T08:53:55.822Z"]', false, NULL);
INSERT INTO public.job_result VALUES
	('01a2079c-a306-71df-811a-fb38c128193d', 50, 1, 'valid', '["ffff-ttff","valid",95,null,"user50@d10050.lab.test",null,6170,null,1,"2026-11-23T08:53:55.691Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 51, 1, 'valid', '["ffff-tttf","valid",100,null,"user51@d10051.lab.test",null,6170,null,1,"2026-11-23T08:53:55.716Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 52, 1, 'valid', '["ffff-tttf","valid",100,null,"user52@d10052.lab.test",null,6170,null,1,"2026-11-23T08:53:55.729Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 53, 1, 'valid', '["ffff-tttf","valid",100,null,"user53@d10053.lab.test",null,6170,null,1,"2026-11-23T08:53:55.741Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 54, 1, 'valid', '["ffff-tttf","valid",100,null,"user54@d10054.lab.test",null,6170,null,1,"2026-11-23T08:53:55.753Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 55, 1, 'valid', '["ffff-tttf","valid",100,null,"user55@d10055.lab.test",null,6170,null,1,"2026-11-23T08:53:55.763Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 56, 1, 'valid', '["ffff-tttf","valid",100,null,"user56@d10056.lab.test",null,6170,null,1,"2026-11-23T08:53:55.774Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 57, 1, 'valid', '["ffff-tttf","valid",100,null,"user57@d10057.lab.test",null,6170,null,1,"2026-11-23T08:53:55.783Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 58, 1, 'valid', '["ffff-tttf","valid",100,null,"user58@d10058.lab.test",null,6170,null,1,"2026-11-23T08:53:55.792Z"]', false, NULL),
	('01a2079c-a306-71df-811a-fb38c128193d', 59, 1, 'valid', '["ffff-tttf","valid",100,null,"user59@d10059.lab.test",null,6170,null,1,"2026-11-23T08:53:55.822Z"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 0, 5, 'valid', '["fffffttff","valid",95,null,"user0@d10000.lab.test",null,6170,null,5,"2026-11-23T08:53:56.725Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 1, 5, 'valid', '["ffffftttf","valid",100,null,"user1@d10001.lab.test",null,6170,null,5,"2026-11-23T08:53:56.726Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 2, 5, 'valid', '["ffffftttf","valid",100,null,"user2@d10002.lab.test",null,6170,null,5,"2026-11-23T08:53:56.726Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 3, 5, 'valid', '["ffffftttf","valid",100,null,"user3@d10003.lab.test",null,6170,null,5,"2026-11-23T08:53:56.727Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 4, 5, 'valid', '["ffffftttf","valid",100,null,"user4@d10004.lab.test",null,6170,null,5,"2026-11-23T08:53:56.727Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 5, 5, 'valid', '["ffffftttf","valid",100,null,"user5@d10005.lab.test",null,6170,null,5,"2026-11-23T08:53:56.727Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 6, 5, 'valid', '["ffffftttf","valid",100,null,"user6@d10006.lab.test",null,6170,null,5,"2026-11-23T08:53:56.728Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 7, 5, 'valid', '["ffffftttf","valid",100,null,"user7@d10007.lab.test",null,6170,null,5,"2026-11-23T08:53:56.728Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 8, 5, 'valid', '["ffffftttf","valid",100,null,"user8@d10008.lab.test",null,6170,null,5,"2026-11-23T08:53:56.730Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 9, 5, 'valid', '["ffffftttf","valid",100,null,"user9@d10009.lab.test",null,6170,null,5,"2026-11-23T08:53:56.729Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 10, 5, 'valid', '["fffffttff","valid",95,null,"user10@d10010.lab.test",null,6170,null,5,"2026-11-23T08:53:56.730Z","deliverable","yes"]', false, NULL),
	('01a2079c-a337-7115-9497-747fd82be5fd', 11, 5, 'valid', '["ffffftttf","valid",100,null,"user11@d10011.lab.test",null,6170,null,5,"2026-11-23T08:53:56.730Z","deliverable","yes"]', false, NULL);

INSERT INTO public.job_search VALUES
	('01a2079c-a306-71df-811a-fb38c128193d', 0, 'user0@d10000.lab.test
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
	('01a2079c-a337-7115-9497-747fd82be5fd', 0, 'user0@d10000.lab.test
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

INSERT INTO public.ledger_entry VALUES
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 3, 1, 3, 'grant', 100000, 100000, 100000, NULL),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 4, 1, 4, 'hold', 1, -1, 99999, '01a2079c-7ac7-7c18-bc81-5004effe16eb'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 5, 1, 5, 'charge', 1, 0, 99999, '01a2079c-7ac7-7c18-bc81-5004effe16eb'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 6, 1, 6, 'hold', 1, -1, 99998, '01a2079c-7b0d-74fe-84be-20c20222b41d'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 6, 2, 6, 'charge', 1, 0, 99998, '01a2079c-7b0d-74fe-84be-20c20222b41d'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 7, 1, 7, 'hold', 1, -1, 99997, '01a2079c-7b1b-7405-8621-f07f77dddede'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 7, 2, 7, 'charge', 1, 0, 99997, '01a2079c-7b1b-7405-8621-f07f77dddede'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 8, 1, 8, 'hold', 5, -5, 99992, '01a2079c-7b2e-75e9-bf1d-a7bb9b1f3cb8'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 9, 1, 9, 'charge', 5, 0, 99992, '01a2079c-7b2e-75e9-bf1d-a7bb9b1f3cb8'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 10, 1, 10, 'hold', 5, -5, 99987, '01a2079c-7b6c-7be5-84b2-505d8d26a943'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 11, 1, 11, 'charge', 5, 0, 99987, '01a2079c-7b6c-7be5-84b2-505d8d26a943'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 12, 1, 12, 'hold', 5, -5, 99982, '01a2079c-7b7c-7d57-95a8-e416c7857203'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 13, 1, 13, 'charge', 1, 0, 99982, '01a2079c-7b7c-7d57-95a8-e416c7857203'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 13, 2, 13, 'refund', 4, 4, 99986, '01a2079c-7b7c-7d57-95a8-e416c7857203'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 14, 1, 14, 'hold', 1, -1, 99985, '01a2079c-a2af-789b-a111-9e312251b180'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 14, 2, 14, 'charge', 1, 0, 99985, '01a2079c-a2af-789b-a111-9e312251b180'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 15, 1, 15, 'hold', 1, -1, 99984, '01a2079c-a2d7-7416-9613-24d909fa3bb9'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 15, 2, 15, 'hold', 1, -1, 99983, '01a2079c-a2d7-7a9a-a14a-14a9782201c1'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 15, 3, 15, 'hold', 1, -1, 99982, '01a2079c-a2d7-7376-ac5e-982483c54a0b'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 16, 1, 16, 'charge', 1, 0, 99982, '01a2079c-a2d7-7416-9613-24d909fa3bb9'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 16, 2, 16, 'charge', 1, 0, 99982, '01a2079c-a2d7-7a9a-a14a-14a9782201c1'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 16, 3, 16, 'charge', 1, 0, 99982, '01a2079c-a2d7-7376-ac5e-982483c54a0b'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 18, 1, 18, 'hold', 60, -60, 99922, '01a2079c-a322-74fd-a13f-ce367ffe28f1'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 21, 1, 21, 'hold', 60, -60, 99862, '01a2079c-a340-799a-95b6-d758906267bc'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 24, 1, 24, 'charge', 60, 0, 99862, '01a2079c-a322-74fd-a13f-ce367ffe28f1'),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', 26, 1, 26, 'charge', 60, 0, 99862, '01a2079c-a340-799a-95b6-d758906267bc');

INSERT INTO public.ledger_job VALUES
	(1, '01a2079c-a322-74fd-a13f-ce367ffe28f1', '01a2079c-a306-71df-811a-fb38c128193d'),
	(1, '01a2079c-a340-799a-95b6-d758906267bc', '01a2079c-a337-7115-9497-747fd82be5fd');

INSERT INTO public.ledger_month VALUES
	(1, '01a2079c-7893-7f26-af85-504ea944beac', '2026-11-01', 100000, 0, 142, 138, 4, 3, 26);

INSERT INTO public.mx_guard VALUES
	('acme.test', 'direct', NULL, '{"open": 0, "group": "acme.test", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795424025425, "code": 250, "host": "mx1.acme.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795424025439, "code": 550, "host": "mx1.acme.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424025461, "code": 550, "host": "mx1.acme.test", "phase": "rcpt", "ruleId": "missing-words", "control": false, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/25858/6d758314', '2026-11-23 08:53:46.618961+00'),
	('faults.test', 'direct', NULL, '{"open": 0, "group": "faults.test", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795424035485, "host": "mute.faults.test", "fault": "timeout", "phase": "greeting", "control": false}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/25858/6d758314', '2026-11-23 08:53:56.625327+00'),
	('lab.test', 'direct', NULL, '{"open": 0, "group": "lab.test", "circuit": "closed", "isFixed": true, "waiting": {"bulk": 0, "realTime": 0, "byAccount": {}}, "isBlocked": false, "lastReplies": [{"at": 1795424036687, "code": 250, "host": "mx20.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795424036688, "code": 250, "host": "mx21.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795424036688, "code": 250, "host": "mx22.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795424036688, "code": 250, "host": "mx23.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795424036688, "code": 250, "host": "mx24.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795424036689, "code": 250, "host": "mx25.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795424036689, "code": 250, "host": "mx26.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795424036689, "code": 250, "host": "mx27.lab.test", "phase": "rcpt", "ruleId": "accepted", "control": false, "enhancedCode": "2.1.5"}, {"at": 1795424036701, "code": 550, "host": "mx16.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036701, "code": 550, "host": "mx17.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036701, "code": 550, "host": "mx18.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036702, "code": 550, "host": "mx20.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036702, "code": 550, "host": "mx21.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036703, "code": 550, "host": "mx19.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036703, "code": 550, "host": "mx23.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036703, "code": 550, "host": "mx22.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036703, "code": 550, "host": "mx25.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036704, "code": 550, "host": "mx24.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036704, "code": 550, "host": "mx26.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}, {"at": 1795424036706, "code": 550, "host": "mx27.lab.test", "phase": "rcpt", "ruleId": "missing-words", "control": true, "enhancedCode": "5.1.1"}], "startsPerSecond": 10000, "conversationsMax": 100}', 'vm/25858/6d758314', '2026-11-23 08:53:58.628426+00');

INSERT INTO public.rate_bucket VALUES
	('01a2079c-7893-7f26-af85-504ea944beac', 185.7689, '2026-11-23 08:53:58.989798+00');

INSERT INTO public.rate_lease VALUES
	('01a2079c-7893-7f26-af85-504ea944beac', 'eb8c2d79-3d44-46dc-83bd-454bcb80e322', 10, '2026-11-23 08:54:08.989798+00');

INSERT INTO public.security_event VALUES
	(1, '01a2079c-7893-7f26-af85-504ea944beac', '2026-11-23 08:53:44.731726+00', 1, 1),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', '2026-11-23 08:53:44.742347+00', 2, 1),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', '2026-11-23 08:53:44.751885+00', 3, 1),
	(1, '01a2079c-7893-7f26-af85-504ea944beac', '2026-11-23 08:53:55.57165+00', 17, 1);

INSERT INTO public.service_migrations VALUES
	(1, '2026-11-23 08:53:44.297862+00', 'accounts'),
	(2, '2026-11-23 08:53:44.297862+00', 'usage'),
	(3, '2026-11-23 08:53:44.297862+00', 'domain_age'),
	(4, '2026-11-23 08:53:44.297862+00', 'domain_knowledge'),
	(5, '2026-11-23 08:53:44.297862+00', 'probe_queue'),
	(6, '2026-11-23 08:53:44.297862+00', 'mx_guards'),
	(7, '2026-11-23 08:53:44.297862+00', 'api_keys'),
	(8, '2026-11-23 08:53:44.297862+00', 'rate_limits'),
	(9, '2026-11-23 08:53:44.297862+00', 'idempotency'),
	(10, '2026-11-23 08:53:44.297862+00', 'jobs'),
	(11, '2026-11-23 08:53:44.297862+00', 'sessions'),
	(12, '2026-11-23 08:53:44.297862+00', 'probe_memo'),
	(13, '2026-11-23 08:53:44.297862+00', 'webhooks'),
	(14, '2026-11-23 08:53:44.297862+00', 'ledger_view'),
	(15, '2026-11-23 08:53:44.297862+00', 'sandbox_rows'),
	(16, '2026-11-23 08:53:44.297862+00', 'dashboard'),
	(17, '2026-11-23 08:53:44.297862+00', 'ledger_filters'),
	(18, '2026-11-23 08:53:44.297862+00', 'untrusted_proxy'),
	(19, '2026-11-23 08:53:44.297862+00', 'security_events'),
	(20, '2026-11-23 08:53:44.297862+00', 'sign_in');

INSERT INTO public.service_secret VALUES
	(true, '\x3bb0726680c69ffc9fede6710acc24212f46bacaf7b57a41e7aa416f7de34ba5');

INSERT INTO public.store_migrations VALUES
	(1, '2026-11-23 08:53:44.220462+00', 'event_store'),
	(2, '2026-11-23 08:53:44.220462+00', 'append'),
	(3, '2026-11-23 08:53:44.220462+00', 'sealed_order'),
	(4, '2026-11-23 08:53:44.220462+00', 'projections'),
	(5, '2026-11-23 08:53:44.220462+00', 'replies'),
	(6, '2026-11-23 08:53:44.220462+00', 'rounds'),
	(7, '2026-11-23 08:53:44.220462+00', 'append'),
	(8, '2026-11-23 08:53:44.220462+00', 'unless_locked');

INSERT INTO public.usage_month VALUES
	(1, '01a2079c-7893-7f26-af85-504ea944beac', '2026-11-01', 0, 72, 10, 0);

SELECT pg_catalog.setval('es.commit_commit_id_seq', 26, true);

SELECT pg_catalog.setval('public.webhook_delivery_place_seq', 1, false);

ALTER TABLE ONLY es.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY es.command
    ADD CONSTRAINT command_pkey PRIMARY KEY (command_id);

ALTER TABLE ONLY es.commit
    ADD CONSTRAINT commit_pkey PRIMARY KEY (commit_id);

ALTER TABLE ONLY es.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (commit_id, idx);

ALTER TABLE ONLY es.gap
    ADD CONSTRAINT gap_pkey PRIMARY KEY (commit_id);

ALTER TABLE ONLY es.head
    ADD CONSTRAINT head_pkey PRIMARY KEY (one);

ALTER TABLE ONLY es.hold
    ADD CONSTRAINT hold_pkey PRIMARY KEY (hold_id);

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

ALTER TABLE ONLY es.transfer
    ADD CONSTRAINT transfer_pkey PRIMARY KEY (commit_id, idx);

ALTER TABLE ONLY public.account_day
    ADD CONSTRAINT account_day_pkey PRIMARY KEY (generation, account_id, day);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_email_key UNIQUE (email);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.account_refusal
    ADD CONSTRAINT account_refusal_pkey PRIMARY KEY (account_id, minute, kind);

ALTER TABLE ONLY public.account_totp
    ADD CONSTRAINT account_totp_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_hash_key UNIQUE (hash);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (key_id);

ALTER TABLE ONLY public.domain_age
    ADD CONSTRAINT domain_age_pkey PRIMARY KEY (domain);

ALTER TABLE ONLY public.domain_knowledge
    ADD CONSTRAINT domain_knowledge_pkey PRIMARY KEY (domain, topic);

ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_command_id_key UNIQUE (command_id);

ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (account_id, key_hmac);

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

ALTER TABLE ONLY public.ledger_entry
    ADD CONSTRAINT ledger_entry_pkey PRIMARY KEY (generation, account_id, seq, idx);

ALTER TABLE ONLY public.ledger_job
    ADD CONSTRAINT ledger_job_pkey PRIMARY KEY (generation, hold_id);

ALTER TABLE ONLY public.ledger_month
    ADD CONSTRAINT ledger_month_pkey PRIMARY KEY (generation, account_id, month);

ALTER TABLE ONLY public.mx_guard
    ADD CONSTRAINT mx_guard_pkey PRIMARY KEY (mx_group, egress);

ALTER TABLE ONLY public.node
    ADD CONSTRAINT node_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.probe_queue
    ADD CONSTRAINT probe_queue_pkey PRIMARY KEY (job_id, row_no);

ALTER TABLE ONLY public.rate_bucket
    ADD CONSTRAINT rate_bucket_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.rate_lease
    ADD CONSTRAINT rate_lease_pkey PRIMARY KEY (account_id, node_id);

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (account_id, hash);

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

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (delivery_id);

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_place_key UNIQUE (place);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (account_id);

CREATE UNIQUE INDEX event_stream_version ON es.event USING btree (stream_id, version);

CREATE INDEX hold_expiry ON es.hold USING btree (expires_at) WHERE (((charged + refunded) < credits) AND (expires_at IS NOT NULL));

CREATE UNIQUE INDEX projection_live ON es.projection USING btree (name) WHERE live;

CREATE UNIQUE INDEX account_email_any_case ON public.account USING btree (lower(email));

CREATE INDEX account_refusal_age ON public.account_refusal USING btree (minute);

CREATE INDEX api_key_account_id ON public.api_key USING btree (account_id);

CREATE INDEX api_key_in_force ON public.api_key USING btree (account_id) WHERE (revoked_at IS NULL);

CREATE INDEX domain_age_expires_at ON public.domain_age USING btree (expires_at);

CREATE INDEX domain_knowledge_expires_at ON public.domain_knowledge USING btree (expires_at);

CREATE INDEX idempotency_leased_until ON public.idempotency USING btree (leased_until);

CREATE INDEX job_chunk_open ON public.job_chunk USING btree (job_id, chunk_no) WHERE (NOT is_done);

CREATE INDEX job_finished ON public.job USING btree (completed_at) WHERE (completed_at IS NOT NULL);

CREATE INDEX job_of_account ON public.job USING btree (account_id, created_at DESC, job_id DESC);

CREATE INDEX job_scraps_due ON public.job_scraps USING btree (due_at);

CREATE INDEX job_unfinished ON public.job USING btree (job_id) WHERE (completed_at IS NULL);

CREATE INDEX job_unsearchable ON public.job USING btree (job_id) WHERE ((completed_at IS NOT NULL) AND (NOT is_searchable));

CREATE INDEX ledger_entry_hold ON public.ledger_entry USING btree (generation, hold_id, seq, idx) WHERE (hold_id IS NOT NULL);

CREATE INDEX ledger_entry_rare ON public.ledger_entry USING btree (generation, account_id, type, seq, idx) WHERE (type = ANY (ARRAY['grant'::text, 'adjust'::text, 'refund'::text]));

CREATE INDEX probe_queue_leased_by ON public.probe_queue USING btree (leased_by) WHERE (leased_by IS NOT NULL);

CREATE INDEX probe_queue_line ON public.probe_queue USING btree (mx_group, egress, account_id, job_id, due_at, row_no);

CREATE INDEX probe_queue_next ON public.probe_queue USING btree (mx_group, egress, due_at);

CREATE INDEX session_account_id ON public.session USING btree (account_id, created_at);

CREATE INDEX webhook_delivery_age ON public.webhook_delivery USING btree (created_at);

CREATE INDEX webhook_delivery_in_order ON public.webhook_delivery USING btree (job_id, place) WHERE ((status = 'pending'::text) AND (job_id IS NOT NULL));

CREATE INDEX webhook_delivery_of_account ON public.webhook_delivery USING btree (account_id, place DESC);

CREATE INDEX webhook_delivery_waiting ON public.webhook_delivery USING btree (account_id, due_at, place) WHERE (status = 'pending'::text);

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.command FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.commit FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.event FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.sealed FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON es.transfer FOR EACH STATEMENT EXECUTE FUNCTION es.refuse_change();

ALTER TABLE ONLY es.parked
    ADD CONSTRAINT parked_name_generation_fkey FOREIGN KEY (name, generation) REFERENCES es.projection(name, generation) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_refusal
    ADD CONSTRAINT account_refusal_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_totp
    ADD CONSTRAINT account_totp_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.job
    ADD CONSTRAINT job_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.job_facet
    ADD CONSTRAINT job_facet_job_id_fkey FOREIGN KEY (job_id) REFERENCES public.job(job_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account_totp(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.webhook
    ADD CONSTRAINT webhook_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.account(account_id);

