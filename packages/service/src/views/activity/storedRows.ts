/** Reads rows of activity, and the answers that they name. */
import type { ActivityRow } from "@rcpt/api/Activity"
import { ActivityKind } from "@rcpt/api/activityQuery"
import { basePath } from "@rcpt/api/secured"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Mode, Status } from "@rcpt/domain/Verdict"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"

import { unpackAnswers } from "../../activity/packAnswers.ts"
import type { KeptAnswer } from "../../activity/packAnswers.ts"
import { millisOf } from "../../activity/uuidTime.ts"
import { decodeRows } from "../../platform/decodeRows.ts"
import type { SecretBox } from "../../platform/SecretBox.ts"

// Addresses as they are shown to those who need not see them: `a***@acme.test`.

/** The first character, also one outside of the BMP. A text without an at sign keeps nothing else. */
const maskAddress = (email: string): string => {
  const at = email.lastIndexOf("@")
  const [first = ""] = at === 0 ? "" : email
  return `${first}***${at < 0 ? "" : email.slice(at)}`
}

/** Whatever is the address, or names it. */
export const maskResult = (result: VerifyResult): VerifyResult => {
  const { email, normalized_email: normalized, did_you_mean: meant, evidence: _, ...rest } = result
  return {
    ...rest,
    email: maskAddress(email),
    ...(normalized !== undefined && { normalized_email: maskAddress(normalized) }),
    ...(meant !== undefined && { did_you_mean: maskAddress(meant) }),
    reasons: rest.reasons.map((reason) =>
      reason.replaceAll(/(?<!\S)\S+@\S+/gu, (found) => maskAddress(found))
    )
  }
}

const StoredRow = Schema.Struct({
  id: Schema.String,
  requestId: Schema.String,
  keyId: Schema.NullOr(Schema.String),
  answersId: Schema.NullOr(Schema.String),
  place: Schema.NullOr(Schema.Int),
  millis: Schema.Int,
  credits: Schema.Int,
  httpStatus: Schema.NullOr(Schema.Int),
  score: Schema.NullOr(Schema.Int),
  isReplay: Schema.Boolean,
  what: ActivityKind,
  method: Schema.NullOr(Schema.String),
  route: Schema.NullOr(Schema.String),
  mode: Schema.NullOr(Mode),
  status: Schema.NullOr(Status),
  subStatus: Schema.NullOr(Schema.String),
  code: Schema.NullOr(Schema.String)
})
export type StoredRow = typeof StoredRow.Type

const decodeStored = decodeRows(StoredRow)

/** `from`: a table or subquery named `a`, and what follows it. */
export const selectRows = (from: Statement.Fragment) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select a.id, coalesce(a.request_id, a.id) as "requestId", a.key_id as "keyId", a.answers_id as "answersId",
        a.place, a.millis, a.credits, a.http_status as "httpStatus", a.score,
        a.is_replay as "isReplay", a.what, a.method, a.route, a.mode, a.status,
        a.sub_status as "subStatus", a.code
      from ${from}`
  ).pipe(decodeStored, Effect.orDie)

interface Sealed {
  readonly id: string
  readonly sealed: Uint8Array
}

type AnswerOf = (row: StoredRow) => KeptAnswer | undefined

/** The answer of each of these rows; `undefined`: it has none, or it cannot be read any more. */
export const answersOf = Effect.fnUntraced(function* (
  box: SecretBox,
  account: string,
  rows: ReadonlyArray<StoredRow>
): Effect.fn.Return<AnswerOf, never, SqlClient.SqlClient> {
  const ids = [...new Set(rows.flatMap(({ answersId }) => answersId ?? []))]
  const sql = yield* SqlClient.SqlClient
  const found =
    ids.length === 0
      ? []
      : yield* Effect.orDie(sql<Sealed>`
          select id, sealed from activity_answers
          where account_id = ${account} and id = any (${ids}::uuid[])`)
  const opened = new Map(found.map(({ id, sealed }) => [id, unpackAnswers(box, account, sealed)]))
  return ({ answersId, place }) =>
    answersId === null || place === null ? undefined : opened.get(answersId)?.[place]
})

/** `/jobs/{id}` for `/api/v1/jobs/:id`. */
const pathOf = (route: string): string =>
  route.slice(route.startsWith(basePath) ? basePath.length : 0).replaceAll(/:(\w+)/gu, "{$1}")

const endpoints: Readonly<Record<Exclude<ActivityKind, "request">, readonly [string, string]>> = {
  check: ["GET", "/verify"],
  batch: ["POST", "/verify/batch"],
  batch_item: ["POST", "/verify/batch"]
}

const whereOf = ({ what, method, route }: StoredRow) => {
  // A check has its own where it came by the interface of another service.
  if (what === "request" || route !== null)
    return { ...(method !== null && { method }), ...(route !== null && { path: pathOf(route) }) }
  const [ofKind, path] = endpoints[what]
  return { method: ofKind, path }
}

/** `email`: as it may be seen. */
export const shownRow = (row: StoredRow, email: string | undefined): ActivityRow => ({
  id: row.id,
  created_at: new Date(millisOf(row.id)).toISOString(),
  what: row.what,
  ...whereOf(row),
  ...(email !== undefined && email !== "" && { email }),
  ...(row.status !== null && { status: row.status }),
  ...(row.subStatus !== null && { sub_status: row.subStatus }),
  ...(row.score !== null && { score: row.score }),
  ...(row.mode !== null && { mode: row.mode }),
  credits: row.credits,
  ...(row.isReplay && { replay: true as const }),
  via: row.keyId === null ? "dashboard" : "api_key",
  ...(row.keyId !== null && { key_id: row.keyId }),
  request_id: row.requestId,
  ...(row.httpStatus !== null && { http_status: row.httpStatus }),
  ...(row.code !== null && { error_code: row.code }),
  duration_ms: row.millis
})

export const masked = (kept: KeptAnswer | undefined): string | undefined =>
  kept && kept.email !== "" ? maskAddress(kept.email) : undefined
