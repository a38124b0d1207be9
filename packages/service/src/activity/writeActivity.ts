/** Writes rows of activity: one statement, whose commit does not wait for the disk. */
import { Effect } from "effect"

import { WriteSql } from "../platform/Database.ts"
import type { Group, StoredRow } from "./groupRows.ts"

const hex = (octets: Uint8Array): string => Buffer.from(octets).toString("hex")

const columnOf =
  (rows: ReadonlyArray<StoredRow>) =>
  <Name extends keyof StoredRow>(name: Name) =>
    rows.map((row) => row[name] ?? null)

/** Nothing of an account that was closed meanwhile. A crash of Postgres loses the last half second. */
export const writeActivity = Effect.fnUntraced(function* ({ rows, answers }: Group) {
  const sql = yield* WriteSql
  const column = columnOf(rows)
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
    select account_id, id, request_id, key_id, answers_id, millis, credits, http_status, place, score,
      is_replay, is_loose, what, method, route, mode, status, sub_status, code,
      decode(mailbox, 'hex'), decode(suggested, 'hex')
    from unnest(${column("accountId")}::uuid[], ${column("id")}::uuid[],
      ${column("requestId")}::uuid[], ${column("keyId")}::uuid[], ${column("answersId")}::uuid[],
      ${column("millis")}::int[], ${column("credits")}::int[], ${column("httpStatus")}::smallint[],
      ${column("place")}::smallint[], ${column("score")}::smallint[],
      ${column("isReplay")}::boolean[], ${column("isLoose")}::boolean[], ${column("what")}::text[],
      ${column("method")}::text[], ${column("route")}::text[], ${column("mode")}::text[],
      ${column("status")}::text[], ${column("subStatus")}::text[], ${column("code")}::text[],
      ${column("mailbox")}::text[], ${column("suggested")}::text[])
      as given (account_id, id, request_id, key_id, answers_id, millis, credits, http_status, place,
        score, is_replay, is_loose, what, method, route, mode, status, sub_status, code, mailbox,
        suggested)
      join open using (account_id)
    on conflict do nothing`
})
