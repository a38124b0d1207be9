/**
 * Locks without waiting: appends of many streams share a statement, and all of them would wait for the
 * one stream that another writer has locked.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Locks what is free, and returns the others; null: none. Streams that do not exist are free.
  yield* sql`
    create function es.locked_streams(p_streams text[]) returns json language plpgsql as $$
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

  yield* sql`
    create function es.open_unless_locked(
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

  // The balance of an account is a row that the streams of its jobs change too: it may be locked while
  // its stream is free. Whoever shares the statement waits for it no longer than this.
  yield* sql`
    create function es.append_unless_locked(
      p_streams text[], p_expected bigint[], p_expected_heads text[], p_counts int[],
      p_types text[], p_vs smallint[], p_data text[],
      p_commands uuid[], p_request_hashes text[], p_outcomes text[],
      p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[],
      p_events int[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[],
      p_flush_later boolean, p_replies text[]
    ) returns json language plpgsql as $$
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
    end $$`
})
