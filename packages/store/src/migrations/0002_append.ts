/**
 * The two calls of every write: `es.open` locks and reads, `es.append` writes. Both are in one
 * transaction, so what was read is still true when it is written.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Text with a length prefix: without it, ("ab","c") and ("a","bc") would have the same hash.
  yield* sql`
    create function es.length_prefixed(t text) returns bytea language sql immutable strict
    return int4send(octet_length(convert_to(t, 'UTF8'))) || convert_to(t, 'UTF8')`

  // Creates missing rows, then locks all in name order, so that two callers never deadlock.
  yield* sql`
    create function es.lock_streams(p_streams text[]) returns void language plpgsql as $$
    begin
      insert into es.stream (stream_id, version, head_hash)
        select s, 0, decode(repeat('00', 32), 'hex') from unnest(p_streams) s
        where not exists (select from es.stream where stream_id = s)
        order by s
        on conflict do nothing;
      perform from es.stream where stream_id = any (p_streams) order by stream_id for update;
    end $$`

  yield* sql`
    create function es.known_commands(p_commands uuid[]) returns json language sql
    return (select coalesce(json_agg(json_build_object('commandId', command_id,
        'requestHash', encode(request_hash, 'hex'), 'outcome', outcome)), '[]')
      from es.command where command_id = any (p_commands))`

  // Each statement of a volatile function sees what was committed before the statement started, so the
  // rows read after the lock are current.
  yield* sql`
    create function es.open(p_streams text[], p_accounts uuid[], p_holds uuid[], p_commands uuid[])
    returns json language plpgsql as $$
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
    end $$`

  // The arguments are Append in EventStore.ts, column by column: arrays are parsed once and cheaply
  // (as JSON, a batch of 256 takes twice as long). Versions are checked before the first write and
  // before a commit number is drawn, so a refused append leaves neither rows nor a gap.
  yield* sql`
    create function es.append(
      p_streams text[], p_expected bigint[], p_expected_heads text[], p_counts int[],
      p_types text[], p_vs smallint[], p_data text[],
      p_commands uuid[], p_request_hashes text[], p_outcomes text[],
      p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[],
      p_events int[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[],
      p_flush_later boolean
    ) returns json language plpgsql as $$
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
      v_leaf bytea := '\\x00';
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
          v_head := sha256('\\x00'::bytea || v_head || v_name || int8send(v_version)
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
    end $$`

  // The ledger's part of an append: double-entry rows, and the balances that follow. One append may
  // open and settle a hold, so the hold's row is inserted before the balances change. No expiry is 0,
  // and no hold is '', because an array of only nulls has no type.
  yield* sql`
    create function es.transact(
      p_commit bigint, p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[],
      p_hold_expiries bigint[], p_events int[], p_debits text[], p_credits text[],
      p_amounts bigint[], p_transfer_holds text[]
    ) returns void language plpgsql as $$
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
    end $$`
})
