/**
 * `es.append` since 0016. As before (0013), but the transfers are one row, and any that is none of the ledger's
 * postings is refused.
 */
export const journalAppend = `
create or replace function es.append(
  p_streams text[], p_expected bigint[], p_expected_heads text[], p_counts int[],
  p_types text[], p_vs smallint[], p_data text[],
  p_commands uuid[], p_request_hashes text[], p_outcomes text[],
  p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[],
  p_events int[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[],
  p_flush_later boolean, p_replies text[]
) returns json language plpgsql as $$
declare
  v_commit bigint; v_at timestamptz; v_at_octets bytea;
  s record; e record; i int;
  v_version bigint; v_head bytea; v_name bytea;
  v_first int := 1;
  v_known json; v_conflicts json[];
  v_leaf bytea := '\\x00';
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

  -- Under the lock of the streams that it writes to, a command was carried out or it was not.
  -- Asked before the versions: a command that is sent again expects the old ones.
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
      v_head := sha256('\\x00'::bytea || v_head || v_name || int8send(v_version)
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

  -- The ledger's part: its journal, and the balances that follow. No expiry is 0, and no hold is '',
  -- because an array of only nulls has no type.
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
end $$`
