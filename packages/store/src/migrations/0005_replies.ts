/**
 * Replies to callers: rows that are written in the transaction of the command, read with it, and
 * deleted when they are no longer needed. Unlike events they may hold personal data.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Without a reference to es.command: replies to requests without an event are here too (replies.ts).
  yield* sql`
    create table es.reply (
      command_id uuid primary key,
      body       text not null check (body <> '')
    )`

  yield* sql`
    create or replace function es.known_commands(p_commands uuid[]) returns json language sql
    return (select coalesce(json_agg(case when body is null
        then json_build_object('commandId', command_id,
          'requestHash', encode(request_hash, 'hex'), 'outcome', outcome)
        else json_build_object('commandId', command_id,
          'requestHash', encode(request_hash, 'hex'), 'outcome', outcome, 'reply', body) end), '[]')
      from es.command left join es.reply using (command_id) where command_id = any (p_commands))`

  // The same function with a reply for each command, '' where there is none. Nodes of an older version
  // go on calling the other overload.
  yield* sql`
    create function es.append(
      p_streams text[], p_expected bigint[], p_expected_heads text[], p_counts int[],
      p_types text[], p_vs smallint[], p_data text[],
      p_commands uuid[], p_request_hashes text[], p_outcomes text[],
      p_holds uuid[], p_hold_accounts uuid[], p_hold_credits bigint[], p_hold_expiries bigint[],
      p_events int[], p_debits text[], p_credits text[], p_amounts bigint[], p_transfer_holds text[],
      p_flush_later boolean, p_replies text[]
    ) returns json language plpgsql as $$
    declare
      v_answer json := es.append(p_streams, p_expected, p_expected_heads, p_counts, p_types, p_vs,
        p_data, p_commands, p_request_hashes, p_outcomes, p_holds, p_hold_accounts, p_hold_credits,
        p_hold_expiries, p_events, p_debits, p_credits, p_amounts, p_transfer_holds, p_flush_later);
    begin
      if v_answer -> 'heads' is not null then
        insert into es.reply (command_id, body)
          select command, reply from unnest(p_commands, p_replies) as x (command, reply)
          where reply <> '';
      end if;
      return v_answer;
    end $$`
})
