/**
 * Pages of an account's activity, newest first. By request or mailbox an index finds the rows. Any other filter
 * looks through the account's rows, so many for a page: where few match, pages are short and there are more.
 */
import type { ActivityPage, ActivityDetail } from "@rcpt/api/Activity"
import type { ActivityKind, StatusClass } from "@rcpt/api/activityQuery"
import { spokenText } from "@rcpt/api/resultText"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import type { Language } from "@rcpt/domain/Mail"
import type { Status } from "@rcpt/domain/Verdict"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Statement } from "effect/sql"

import { firstIdAt } from "../../activity/uuidTime.ts"
import type { SecretBox } from "../../platform/SecretBox.ts"
import { mailboxDigest } from "../../reports/mailboxDigest.ts"
import { awaitAccount } from "../awaitAccount.ts"
import type { ViewReader } from "../awaitAccount.ts"
import { isOfHolds, liveEntries } from "../ledger/entryRows.ts"
import { ledgerView } from "../ledger/ledgerView.ts"
import { answersOf, masked, selectRows, shownRow, maskResult } from "./storedRows.ts"
import type { StoredRow } from "./storedRows.ts"

interface Wanted {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly what?: ActivityKind | undefined
  readonly request_id?: string | undefined
  readonly key?: string | undefined
  readonly email?: string | undefined
  readonly status?: Status | undefined
  readonly http_status?: StatusClass | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

interface Asking {
  readonly accountId: string
  readonly addressKey: Uint8Array
}

/** Rows that one page looks through: some 50 ms. */
export const lookedThroughMax = 20_000

/** Checks of one mailbox, or addresses of one batch, that are sorted for a page. */
const foundMax = 10_000

const statusClassSize = 100

const filtersOf = (sql: SqlClient.SqlClient, wanted: Wanted): Statement.Fragment => {
  const { what, key, status, http_status: httpStatus } = wanted
  const least = Number(httpStatus?.[0]) * statusClassSize
  return sql.and([
    sql`true`,
    ...(what === undefined ? [] : [sql`a.what = ${what}`]),
    ...(key === undefined ? [] : [sql`a.key_id = ${key}`]),
    ...(status === undefined ? [] : [sql`a.status = ${status}`]),
    ...(httpStatus === undefined
      ? []
      : [sql`a.http_status >= ${least} and a.http_status < ${least + statusClassSize}`])
  ])
}

/** The part of the account's rows that the page can be in. */
const spanOf = (sql: SqlClient.SqlClient, account: string, { cursor, since, until }: Wanted) =>
  sql.and([
    sql`r.account_id = ${account}`,
    ...(cursor === undefined ? [] : [sql`r.id < ${cursor}`]),
    ...(since === undefined ? [] : [sql`r.id >= ${firstIdAt(Date.parse(since))}`]),
    ...(until === undefined ? [] : [sql`r.id < ${firstIdAt(Date.parse(until))}`])
  ])

/** `undefined`: neither a request nor a mailbox is asked for. */
const indexed = (sql: SqlClient.SqlClient, addressKey: Uint8Array, wanted: Wanted) => {
  const { request_id: request, email } = wanted
  if (request === undefined && email === undefined) return undefined
  return sql.and([
    ...(request === undefined
      ? []
      : [sql`(r.request_id = ${request} or (r.id = ${request} and r.request_id is null))`]),
    ...(email === undefined
      ? []
      : [sql`r.mailbox = decode(${mailboxDigest(addressKey, email)}, 'hex')`])
  ])
}

/** The id of the last row that was looked through; `undefined`: there were not so many. */
const lastLookedAt = Effect.fnUntraced(function* (span: Statement.Fragment) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly id: string }>`
    select r.id from activity r where ${span} order by r.id desc
    limit 1 offset ${lookedThroughMax - 1}`
  return row?.id
}, Effect.orDie)

const pageOf = Effect.fnUntraced(function* ({ accountId, addressKey }: Asking, wanted: Wanted) {
  const sql = yield* SqlClient.SqlClient
  const { limit } = wanted
  const span = spanOf(sql, accountId, wanted)
  const filters = filtersOf(sql, wanted)
  const ends = sql`where ${filters} order by a.id desc limit ${limit + 1}`
  const byIndex = indexed(sql, addressKey, wanted)
  if (byIndex !== undefined) {
    // Materialized: else the planner may look for the first of them among all rows of the account.
    const rows = yield* selectRows(sql`(with found as materialized (
      select * from activity r where ${byIndex} and ${span} limit ${foundMax}) select * from found) a ${ends}`)
    return { rows, last: undefined }
  }
  const rows: ReadonlyArray<StoredRow> =
    yield* selectRows(sql`(select * from activity r where ${span}
    order by r.id desc limit ${lookedThroughMax}) a ${ends}`)
  return { rows, last: rows.length > limit ? undefined : yield* lastLookedAt(span) }
})

export const listActivity = Effect.fnUntraced(function* (
  box: SecretBox,
  asking: Asking,
  wanted: Wanted
): Effect.fn.Return<ActivityPage, never, SqlClient.SqlClient> {
  const { rows, last } = yield* pageOf(asking, wanted)
  const page = rows.slice(0, wanted.limit)
  const answerOf = yield* answersOf(box, asking.accountId, page)
  return {
    rows: page.map((row) => shownRow(row, masked(answerOf(row)))),
    next: rows.length > wanted.limit ? page.at(-1)!.id : (last ?? null)
  }
})

// One row of an account's activity, with the full answer and the entry of the ledger that it led to.

interface Viewer {
  readonly accountId: string
  /** Whether it may see addresses in clear. */
  readonly seesAddresses: boolean
  /** That of the reader: its reasons are said in it. */
  readonly language: Language
}

/** The entry of a check's hold: the charge, or what there is. */
const entryOf = Effect.fnUntraced(function* (account: string, hold: string) {
  const sql = yield* SqlClient.SqlClient
  const [entry] = yield* sql<{ readonly id: string }>`
    select e.commit_id || '-' || e.idx as id from ${liveEntries(sql)} e
    where e.account_id = ${account} and ${isOfHolds(sql, sql`array[${hold}::uuid]`)}
    order by e.type = 'charge' desc, e.seq, e.idx limit 1`
  return entry?.id
}, Effect.orDie)

const itemsOf = Effect.fnUntraced(function* (account: string, request: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly items: number }>`
    select count(*)::int as items from activity
    where account_id = ${account} and request_id = ${request} and what = 'batch_item'`
  return row!.items
}, Effect.orDie)

/** `id`: of the row, or of its request. `undefined`: this account has no such row, or not any more. */
export const findActivity = Effect.fnUntraced(function* (
  box: SecretBox,
  { accountId, seesAddresses, language }: Viewer,
  id: string
): Effect.fn.Return<ActivityDetail | undefined, never, ViewReader> {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* selectRows(sql`(
    select * from activity where account_id = ${accountId} and id = ${id}
    union all
    select * from activity where account_id = ${accountId} and request_id = ${id}
      and what <> 'batch_item') a limit 1`)
  if (row === undefined) return undefined
  const kept = (yield* answersOf(box, accountId, [row]))(row)
  const answer = kept?.answer ?? ""
  const result: VerifyResult | undefined =
    answer === "" ? undefined : JSON.parse(spokenText(answer, language))
  yield* awaitAccount(ledgerView, accountId)
  const entry = yield* entryOf(accountId, row.id)
  const items = row.what === "batch" ? yield* itemsOf(accountId, row.requestId) : undefined
  return {
    ...shownRow(row, seesAddresses ? kept?.email : masked(kept)),
    ...(entry !== undefined && { ledger_entry: entry }),
    ...(items !== undefined && { items }),
    ...(result && { result: seesAddresses ? result : maskResult(result) })
  }
})
