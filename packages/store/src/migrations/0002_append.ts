/**
 * The two calls that every write makes: `es.open` locks and shows what stands, `es.append` writes.
 * Both in one transaction, so what was shown is still true when it is written.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Text with its length before it: without, ("ab","c") and ("a","bc") would hash alike.
  yield* sql`
    create function es.length_prefixed(t text) returns bytea language sql immutable strict
    return int4send(octet_length(convert_to(t, 'UTF8'))) || convert_to(t, 'UTF8')`

  // Creates missing rows, then locks all in name order: two callers never deadlock.
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

  // Each statement of a volatile function sees what was committed before it started, so the rows
  // that are read after the lock are the newest.
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
          from es.hold where hold_id = any (p_holds)),
        'commands', es.known_commands(p_commands));
    end $$`

  // The shape of "p" is Append in EventStore.ts. Versions are checked before the first write and
  // before a commit number is drawn, so a loser leaves neither rows nor a hole.
  yield* sql`
    create function es.append(p json) returns json language plpgsql as $$
    declare
      v_commit bigint;
      v_at timestamptz := clock_timestamp();
      v_at_us bigint;
      s record; e record;
      v_version bigint; v_head bytea;
      v_idx int := 0;
      v_known json; v_conflict json;
      a_stream text[] := '{}'; a_version bigint[] := '{}'; a_type text[] := '{}';
      a_v smallint[] := '{}'; a_data text[] := '{}'; a_hash bytea[] := '{}';
      v_leaf bytea := '\\x00';
    begin
      -- The transaction id is taken before the commit number: a number is never in flight
      -- without a transaction that can be waited for.
      perform pg_current_xact_id();
      v_at_us := (extract(epoch from v_at) * 1000000)::bigint;

      perform es.lock_streams(array(
        select stream from json_to_recordset(p -> 'streams') as x (stream text)));

      -- Under the lock of the streams that it writes to, a command was carried out or it was not.
      -- Asked before the versions: a command that is sent again expects the old ones.
      v_known := es.known_commands(array(
        select "commandId" from json_to_recordset(p -> 'commands') as x ("commandId" uuid)));
      if json_array_length(v_known) > 0 then
        return json_build_object('known', v_known);
      end if;

      select json_build_object('stream', stream, 'expected', "expectedVersion", 'actual', version)
        into v_conflict
        from json_to_recordset(p -> 'streams') as x (stream text, "expectedVersion" bigint)
          join es.stream on stream_id = stream
        where version <> "expectedVersion" limit 1;
      if v_conflict is not null then
        return json_build_object('conflict', v_conflict);
      end if;

      v_commit := nextval(pg_get_serial_sequence('es.commit', 'commit_id'));

      for s in select * from json_to_recordset(p -> 'streams')
          as x (stream text, events json) loop
        select version, head_hash into v_version, v_head from es.stream where stream_id = s.stream;
        for e in select * from json_to_recordset(s.events)
            as x (type text, v smallint, data text) loop
          v_version := v_version + 1;
          v_head := sha256('\\x00'::bytea || v_head || es.length_prefixed(s.stream)
            || int8send(v_version) || es.length_prefixed(e.type) || int2send(e.v)
            || int8send(v_at_us) || sha256(convert_to(e.data, 'UTF8')));
          v_idx := v_idx + 1;
          a_stream[v_idx] := s.stream; a_version[v_idx] := v_version; a_type[v_idx] := e.type;
          a_v[v_idx] := e.v; a_data[v_idx] := e.data; a_hash[v_idx] := v_head;
          v_leaf := v_leaf || v_head;
        end loop;
        update es.stream set version = v_version, head_hash = v_head where stream_id = s.stream;
      end loop;

      insert into es.commit (commit_id, at, events, leaf) overriding system value
        values (v_commit, v_at, v_idx, sha256(v_leaf));
      insert into es.event (commit_id, idx, stream_id, version, type, v, data, hash)
        select v_commit, i, stream, version, type, v, data::json, hash
        from unnest(a_stream, a_version, a_type, a_v, a_data, a_hash) with ordinality
          as x (stream, version, type, v, data, hash, i);
      insert into es.command (command_id, request_hash, commit_id, outcome)
        select "commandId", decode("requestHash", 'hex'), v_commit, outcome
        from json_to_recordset(p -> 'commands')
          as x ("commandId" uuid, "requestHash" text, outcome json);

      perform es.transact(v_commit, p);
      return json_build_object('commitId', v_commit, 'atMicros', v_at_us);
    end $$`

  // The ledger's share of an append: rows of double entry, and the balances they add up to. A hold
  // may be opened and settled by one append, so its row is there before the balances move.
  yield* sql`
    create function es.transact(p_commit bigint, p json) returns void language plpgsql as $$
    begin
      if json_array_length(p -> 'transfers') = 0 then return; end if;

      insert into es.hold (hold_id, account_id, credits, expires_at)
        select "holdId", "accountId", credits, to_timestamp("expiresAt" / 1000.0)
        from json_to_recordset(p -> 'holds')
          as x ("holdId" uuid, "accountId" uuid, credits bigint, "expiresAt" bigint);

      with posting as materialized (
        select * from json_to_recordset(p -> 'transfers') as x (
          idx int, "eventIdx" int, debit text, credit text, amount bigint, "holdId" uuid)
      ), kept as (
        insert into es.transfer (commit_id, idx, event_idx, debit, credit, amount, hold_id)
        select p_commit, idx, "eventIdx", debit, credit, amount, "holdId" from posting
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
      )
      update es.hold h
        set charged = h.charged + d.charged, refunded = h.refunded + d.refunded
        from (
          select "holdId" as hold_id,
            sum(case when credit like 'sys:usage:%' then amount
                     when debit like 'sys:usage:%' then -amount else 0 end) as charged,
            sum(case when credit like 'avail:%' then amount else 0 end) as refunded
          from posting where "holdId" is not null group by "holdId"
        ) d
        where h.hold_id = d.hold_id and (d.charged <> 0 or d.refunded <> 0);
    end $$`
})
