/** Requests of the tests of activity, with responses decoded by the API's schemas. */
import { ActivityDetail, ActivityPage } from "@rcpt/api/Activity"
import type { ActivityRow } from "@rcpt/api/Activity"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import type { Request, Running } from "../../support/service.ts"
import { assert } from "../../support/vitest.ts"
import { sqlOf } from "../accounts/keysWorld.ts"

const strictly = { onExcessProperty: "error" } as const
const decodePage = Schema.decodeUnknownEffect(ActivityPage, strictly)
const decodeDetail = Schema.decodeUnknownEffect(ActivityDetail, strictly)

export const path = "/api/v1/activity"

export const verifyPath = (email: string, more = "") =>
  `/api/v1/verify?email=${encodeURIComponent(email)}${more}`

export const page = ({ get }: Running, query = "", request: Request = {}) =>
  Effect.gen(function* () {
    const answer = yield* get(`${path}${query}`, request)
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decodePage(answer.json)
  })

export const rows = (running: Running, query = "", request: Request = {}) =>
  Effect.map(page(running, query, request), (found) => found.rows)

export const detail = ({ get }: Running, id: string, request: Request = {}) =>
  Effect.gen(function* () {
    const answer = yield* get(`${path}/${id}`, request)
    assert.strictEqual(answer.status, 200, answer.text)
    return yield* decodeDetail(answer.json)
  })

/** Rows are written beside the requests: asks until there are so many of a request. */
export const written = (
  running: Running,
  requestId: string,
  { count = 1, request = {} }: { readonly count?: number; readonly request?: Request } = {}
): Effect.Effect<ReadonlyArray<ActivityRow>> =>
  Effect.gen(function* () {
    while (true) {
      const found = yield* rows(running, `?limit=100&request_id=${requestId}`, request)
      if (found.length >= count) return found
      yield* Effect.sleep("50 millis")
    }
  }).pipe(Effect.timeout("20 seconds"), Effect.orDie)

/** Sends a request, and waits for its rows. */
export const sent = (
  running: Running,
  requestPath: string,
  request: Request = {},
  count?: number
) =>
  Effect.gen(function* () {
    const answer = yield* running.get(requestPath, request)
    const requestId = answer.headers.get("x-request-id")!
    const found = yield* written(running, requestId, { ...(count !== undefined && { count }) })
    return { answer, requestId, rows: found, row: found[0]! }
  })

export const sqlIn = <A, E>(
  running: Running,
  use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>
) => SqlClient.SqlClient.use(use).pipe(Effect.provide(sqlOf(running)), Effect.orDie)

export const countIn = (
  running: Running,
  table: "activity" | "activity_answers" | "activity_hour"
) =>
  sqlIn(running, (sql) =>
    Effect.map(
      sql<{ readonly count: number }>`select count(*)::int as count from ${sql(table)}`,
      ([row]) => row!.count
    )
  )

/** As if all that there is had happened so many days ago. */
export const age = (running: Running, days: number) =>
  sqlIn(running, (sql) => {
    const moved =
      sql.literal(`(lpad(to_hex(('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint
      - ${days} * 86400000::bigint), 12, '0') || substr(replace(id::text, '-', ''), 13))::uuid`)
    return Effect.all([
      sql`update activity set id = ${moved}`,
      sql`update activity_answers set id = ${moved}`,
      sql`update activity_hour set hour = hour - make_interval(days => ${days})`
    ])
  })
