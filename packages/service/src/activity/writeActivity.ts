/** Writes rows of activity: one statement, whose commit does not wait for the disk. */
import { Effect } from "effect"

import { WriteSql } from "../platform/Database.ts"
import type { Group, StoredRow } from "./groupRows.ts"

const hex = (octets: Uint8Array): string => Buffer.from(octets).toString("hex")

/** The driver knows no type for an array of nulls alone. */
const texts = (rows: ReadonlyArray<StoredRow>) => (name: keyof StoredRow) =>
  rows.map((row) => String(row[name] ?? ""))

const absent = -1

const numbers =
  (rows: ReadonlyArray<StoredRow>) =>
  (name: "millis" | "credits" | "httpStatus" | "place" | "score") =>
    rows.map((row) => row[name] ?? absent)

/** Nothing of an account that was closed meanwhile. A crash of Postgres loses the last half second. */
export const writeActivity = Effect.fnUntraced(function* ({ rows, answers }: Group) {
  const sql = yield* WriteSql
  const text = texts(rows)
  const number = numbers(rows)
  const accounts = [...new Set(rows.map(({ accountId }) => accountId))]
  yield* sql`
    with unsynced as (
      select set_config('synchronous_commit', 'off', true)
    ), open as (
      select a.account_id from account a, unsynced
      where a.account_id = any (${accounts}::uuid[]) and a.closed_at is null
    ), answers as (
      insert into activity_answers (account_id, id, sealed)
      select account_id, id, decode(sealed, 'hex')
      from unnest(${answers.map(({ accountId }) => accountId)}::uuid[],
        ${answers.map(({ id }) => id)}::uuid[],
        ${answers.map(({ sealed }) => hex(sealed))}::text[]) as given (account_id, id, sealed)
        join open using (account_id)
    )
    insert into activity (account_id, id, request_id, key_id, answers_id, millis, credits,
      http_status, place, score, is_replay, is_loose, what, method, route, mode, status, sub_status,
      code, mailbox, suggested)
    select account_id, id, request_id, nullif(key_id, '')::uuid, nullif(answers_id, '')::uuid, millis,
      credits, nullif(http_status, ${absent}), nullif(place, ${absent}), nullif(score, ${absent}),
      is_replay, is_loose, what, nullif(method, ''), nullif(route, ''), nullif(mode, ''),
      nullif(status, ''), nullif(sub_status, ''), nullif(code, ''),
      decode(nullif(mailbox, ''), 'hex'), decode(nullif(suggested, ''), 'hex')
    from unnest(${text("accountId")}::uuid[], ${text("id")}::uuid[], ${text("requestId")}::uuid[],
      ${text("keyId")}::text[], ${text("answersId")}::text[], ${number("millis")}::int[],
      ${number("credits")}::int[], ${number("httpStatus")}::int[], ${number("place")}::int[],
      ${number("score")}::int[], ${rows.map(({ isReplay }) => isReplay)}::boolean[],
      ${rows.map(({ isLoose }) => isLoose)}::boolean[], ${text("what")}::text[],
      ${text("method")}::text[], ${text("route")}::text[], ${text("mode")}::text[],
      ${text("status")}::text[], ${text("subStatus")}::text[], ${text("code")}::text[],
      ${text("mailbox")}::text[], ${text("suggested")}::text[])
      as given (account_id, id, request_id, key_id, answers_id, millis, credits, http_status, place,
        score, is_replay, is_loose, what, method, route, mode, status, sub_status, code, mailbox,
        suggested)
      join open using (account_id)
    on conflict do nothing`
})
