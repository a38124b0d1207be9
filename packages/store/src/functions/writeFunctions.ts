/**
 * The calls of a write. `es.open` locks and reads, `es.append` writes; both are in one transaction, so what was read is
 * still true when it is written.
 */
import { kindsOf } from "./tableFunctions.ts"

/** The text with its length before it: otherwise ("ab","c") and ("a","bc") would have the same hash. */
const lengthPrefixed = `
create or replace function es.length_prefixed(t text) returns bytea language sql immutable strict
return int4send(octet_length(convert_to(t, 'UTF8'))) || convert_to(t, 'UTF8')`

/** Creates missing rows, then locks all in name order, so that two callers never deadlock. */
const lockStreams = `
create or replace function es.lock_streams(p_streams text[]) returns void language plpgsql as $$
begin
  insert into es.stream (stream_id, version, head_hash)
    select s, 0, decode(repeat('00', 32), 'hex') from unnest(p_streams) s
    where not exists (select from es.stream where stream_id = s)
    order by s
    on conflict do nothing;
  perform from es.stream where stream_id = any (p_streams) order by stream_id for update;
end $$`

/** The commands that were carried out before, each with its reply if it has one. */
const knownCommands = `
create or replace function es.known_commands(p_commands uuid[]) returns json language sql as $$
  select coalesce(json_agg(case when body is null
      then json_build_object('commandId', command_id,
        'requestHash', encode(request_hash, 'hex'), 'outcome', outcome)
      else json_build_object('commandId', command_id,
        'requestHash', encode(request_hash, 'hex'), 'outcome', outcome, 'reply', body) end), '[]')
  from es.command left join es.reply using (command_id) where command_id = any (p_commands)
$$`

/**
 * Each statement of a volatile function sees what was committed before the statement started, so the rows that are read
 * after the lock are current.
 */
const open = `
create or replace function es.open(p_streams text[], p_accounts uuid[], p_holds uuid[], p_commands uuid[])
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

/**
 * The arguments of an append: `Append` of EventStore.ts, column by column. Postgres parses arrays once and cheaply; as
 * JSON, a batch of 256 takes twice as long. An expected version of -1 is any version of a stream that exists, and
 * a reply of '' is none.
 */
const parameters = `
  p_streams text[], p_expected bigint[], p_counts int[],
  p_types text[], p_vs smallint[], p_data text[],
  p_commands uuid[], p_request_hashes text[], p_outcomes text[],
  p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[],
  p_events int[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[],
  p_flush_later boolean, p_replies text[]
`

/** The same arguments, passed on. */
const passedOn = `
        p_streams, p_expected, p_counts, p_types, p_vs, p_data,
        p_commands, p_request_hashes, p_outcomes,
        p_holds, p_hold_accounts, p_hold_credits, p_hold_expiries,
        p_events, p_debits, p_credits, p_amounts, p_transfer_holds, p_flush_later, p_replies`

const list = (kinds: ReadonlyArray<string>): string => kinds.map((kind) => `'${kind}'`).join(", ")

const toAccount = list(kindsOf({ credit: ["available"] }))
const fromAccount = list(kindsOf({ debit: ["available"] }))
const charges = list(kindsOf({ credit: ["usage"] }))
const reversals = list(kindsOf({ debit: ["usage"] }))
const refunds = list(kindsOf({ debit: ["hold", "usage"], credit: ["available"] }))

/**
 * Versions are checked before the first write and before a commit number is drawn, so a refused append leaves neither
 * rows nor a gap. Each statement inside a function costs some 20 µs and each foreign key a look-up and a row lock for
 * every event, so there are few statements and no foreign keys: `rcpt ledger verify` checks the same references
 * (audit/contradictions.ts).
 *
 * Locking a stream assigns the transaction id before the commit number is drawn: a number is never in flight without a
 * transaction that can be waited for. The time is read under the lock, so it never falls within a stream.
 *
 * An append at any version of its stream is guarded by the rows that it changes. A node that knows its account's state
 * from its last commit decided on a version that commits of other nodes make old within milliseconds, though nothing in
 * its events depends on theirs. A hold exists once (its key) and is settled once (its sums), and the balance must cover
 * everything that an account is debited, whatever it is credited beside it: which events come first is not known here.
 *
 * An append that opens and settles a hold writes it once. The answer has the balances after the append.
 */
const append = `
create or replace function es.append(${parameters}) returns json language plpgsql as $$
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

  -- The ledger's part: its journal, and the balances that follow. An expiry of 0 and a hold of '' mean
  -- that there is none, because an array of nulls alone has no type.
  if cardinality(p_events) > 0 then
    with posting as materialized (
      select event_idx, debit, credit, kind, amount, hold_id, case
          when kind in (${toAccount}) then substr(credit, 7)
          when kind in (${fromAccount}) then substr(debit, 7)
          when kind in (${charges}) then substr(credit, 11)
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
        select account_id, case when kind in (${fromAccount}) then -amount else amount end as delta
        from posting where kind not in (${charges})
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
        sum(case when kind in (${charges}) then amount when kind in (${reversals}) then -amount else 0 end) as charged,
        sum(case when kind in (${refunds}) then amount else 0 end) as refunded
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

/** Locks the streams that are free, and returns the others; null: none. Streams that do not exist are free. */
const lockedStreams = `
create or replace function es.locked_streams(p_streams text[]) returns json language plpgsql as $$
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
end $$`

/**
 * Appends of many streams share a statement, and all of them would wait for the one stream that another writer has
 * locked. This and `es.append_unless_locked` return the locked streams instead.
 */
const openUnlessLocked = `
create or replace function es.open_unless_locked(
  p_streams text[], p_accounts uuid[], p_holds uuid[], p_commands uuid[]
) returns json language plpgsql as $$
declare
  v_locked json := es.locked_streams(p_streams);
begin
  if v_locked is not null then
    return json_build_object('locked', v_locked);
  end if;
  return es.open(p_streams, p_accounts, p_holds, p_commands);
end $$`

/**
 * The balance of an account is a row that the streams of its jobs change too: it may be locked while its stream is
 * free. Everyone who shares the statement waits for it no longer than the lock timeout.
 */
const appendUnlessLocked = `
create or replace function es.append_unless_locked(${parameters}) returns json language plpgsql as $$
declare
  v_wait text := set_config('lock_timeout', '100ms', true);
  v_locked json := es.locked_streams(p_streams);
begin
  if v_locked is not null then
    return json_build_object('locked', v_locked);
  end if;
  return es.append(${passedOn});
end $$`

/** An append that waits in Postgres' queue for the lock, but not for long. */
const appendBriefly = `
create or replace function es.append_briefly(${parameters}) returns json language plpgsql as $$
declare
  v_wait text := set_config('lock_timeout', '100ms', true);
begin
  return es.append(${passedOn});
end $$`

export const writeFunctions: ReadonlyArray<string> = [
  lengthPrefixed,
  lockStreams,
  knownCommands,
  open,
  append,
  lockedStreams,
  openUnlessLocked,
  appendUnlessLocked,
  appendBriefly
]
