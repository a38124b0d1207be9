/** One row of an account's activity, with the full answer and the entry of the ledger that it led to. */
import type { ActivityDetail } from "@rcpt/api/Activity"
import type { VerifyResult } from "@rcpt/api/VerifyResult"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { SecretBox } from "../../platform/SecretBox.ts"
import { awaitAccount } from "../awaitAccount.ts"
import type { ViewReader } from "../awaitAccount.ts"
import { isOfHolds, liveEntries } from "../ledger/entryRows.ts"
import { ledgerView } from "../ledger/ledgerView.ts"
import { maskResult } from "./maskAddress.ts"
import { answersOf, masked, selectRows, shownRow } from "./storedRows.ts"

export interface Viewer {
  readonly accountId: string
  /** Whether it may see addresses in clear. */
  readonly seesAddresses: boolean
}

/** Of a check's hold: the charge, or what there is. */
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
  { accountId, seesAddresses }: Viewer,
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
  const result: VerifyResult | undefined = answer === "" ? undefined : JSON.parse(answer)
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
