/**
 * Writes rows of activity: one statement, whose commit does not wait for the disk. Rows are one parameter, as
 * JSON: an array for each of 21 columns took the driver some 0.1 ms a row, JSON takes 0.01 there and some 0.03
 * more in Postgres (measured on a busy machine, 2026-11-25).
 */
import { Effect } from "effect"

import { WriteSql } from "../platform/Database.ts"
import type { Group, StoredAnswers } from "./groupRows.ts"

const asHex = ({ sealed, ...answers }: StoredAnswers) => ({
  ...answers,
  sealed: Buffer.from(sealed).toString("hex")
})

/** Nothing of an account that was closed meanwhile. A crash of Postgres loses the last half second. */
export const writeActivity = Effect.fnUntraced(function* ({ rows, answers, hours }: Group) {
  const sql = yield* WriteSql
  const accounts = [...new Set(rows.map(({ accountId }) => accountId))]
  yield* sql`
    with unsynced as (
      select set_config('synchronous_commit', 'off', true)
    ), open as (
      select a.account_id from account a, unsynced
      where a.account_id = any (${accounts}::uuid[]) and a.closed_at is null
    ), answers as (
      insert into activity_answers (account_id, id, sealed)
      select "accountId", id, decode(sealed, 'hex')
      from json_to_recordset(${JSON.stringify(answers.map(asHex))}::json)
        as given ("accountId" uuid, id uuid, sealed text)
        join open on account_id = "accountId"
    ), hours as (
      insert into activity_hour as h
        (account_id, hour, key_id, mode, valid, risky, invalid, unknown, credits)
      select "accountId", hour, "keyId", mode, valid, risky, invalid, unknown, credits
      from json_to_recordset(${JSON.stringify(hours)}::json)
        as given ("accountId" uuid, hour timestamptz, "keyId" uuid, mode text, valid int, risky int,
          invalid int, unknown int, credits bigint)
        join open on account_id = "accountId"
      order by account_id, hour, "keyId", mode
      on conflict (account_id, hour, key_id, mode) do update set
        valid = h.valid + excluded.valid, risky = h.risky + excluded.risky,
        invalid = h.invalid + excluded.invalid, unknown = h.unknown + excluded.unknown,
        credits = h.credits + excluded.credits
    )
    insert into activity (account_id, id, request_id, key_id, answers_id, millis, credits,
      http_status, place, score, is_replay, is_loose, what, method, route, mode, status, sub_status,
      code, mailbox, suggested)
    select "accountId", id, "requestId", "keyId", "answersId", millis, credits, "httpStatus", place,
      score, "isReplay", "isLoose", what, method, route, mode, status, "subStatus", code,
      decode(mailbox, 'hex'), decode(suggested, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given ("accountId" uuid, id uuid, "requestId" uuid, "keyId" uuid, "answersId" uuid,
        millis int, credits int, "httpStatus" smallint, place smallint, score smallint,
        "isReplay" boolean, "isLoose" boolean, what text, method text, route text, mode text,
        status text, "subStatus" text, code text, mailbox text, suggested text)
      join open on account_id = "accountId"`
})
