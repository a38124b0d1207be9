/**
 * One entry of an account's ledger with the state of its hold, the result of the check, and the place
 * and hash of its event for an auditor.
 */
import type { LedgerReceipt } from "@rcpt/api/Ledger"
import { flushLog } from "@rcpt/store/flushLog"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../../platform/decodeRows.ts"
import { awaitAccount } from "../awaitAccount.ts"
import { isOfHolds, selectEntries, toEntry } from "./entryRows.ts"
import type { EntryRow } from "./entryRows.ts"
import { placeOf } from "./findEntries.ts"
import { holdsOf } from "./findLines.ts"
import { ledgerView } from "./ledgerView.ts"

/** A check has four at most. A job of a million rows has thousands: the ledger page lists them all. */
const chainEntriesMax = 100

type Asked<A> = Effect.Effect<A, never, SqlClient.SqlClient>

const entryAt = (account: string, id: string): Asked<EntryRow | undefined> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const place = yield* placeOf(id)
    if (place === undefined) return undefined
    const [row] = yield* selectEntries(
      sql,
      sql`e.account_id = ${account} and e.seq = ${place.seq}::bigint and e.idx = ${place.idx}`
    )
    return row
  })

/** The first entries of a hold, oldest first. */
const chainOf = (account: string, holdId: string): Asked<ReadonlyArray<EntryRow>> =>
  SqlClient.SqlClient.use((sql) =>
    selectEntries(
      sql,
      sql`e.account_id = ${account} and ${isOfHolds(sql, sql`array[${holdId}::uuid]`)}
        order by e.seq, e.idx limit ${chainEntriesMax}`
    )
  ).pipe(Effect.map((rows) => rows.toReversed()))

const decodeFacts = decodeRows(
  Schema.Struct({
    stream: Schema.String,
    version: Int8,
    event: Schema.String,
    hash: Schema.String
  })
)

const proofOf = ({ commitId, idx }: EntryRow): Asked<LedgerReceipt["proof"]> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select stream_id as stream, version, type as event, encode(hash, 'hex') as hash
      from es.event where commit_id = ${String(commitId)}::bigint and idx = ${idx}`
  ).pipe(
    decodeFacts,
    Effect.map(([row]) => ({ commit: commitId, ...row! })),
    Effect.orDie
  )

const resultOf = (chain: ReadonlyArray<EntryRow>): Pick<LedgerReceipt, "result"> => {
  const found = chain.find(({ said }) => said.receipt !== undefined)?.said.receipt
  if (found === undefined) return {}
  const { status, score, subStatus, via } = found
  return {
    result: {
      status,
      score,
      ...(subStatus !== undefined && { sub_status: subStatus }),
      via: via ?? "api_key"
    }
  }
}

/** Whether the check of a hold is still in the account's activity. */
const activityOf = Effect.fnUntraced(function* (account: string, holdId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select from activity where account_id = ${account} and id = ${holdId}`
  return rows.length === 0 ? {} : { activity: holdId }
}, Effect.orDie)

/** The event of the log that an entry is; `undefined`: this account has no such entry. */
export const findPlace = Effect.fnUntraced(function* (account: string, id: string) {
  yield* awaitAccount(ledgerView, account)
  const row = yield* entryAt(account, id)
  return row && { commit: row.commitId, position: row.idx }
})

/** `undefined`: this account has no such entry. */
export const findReceipt = Effect.fnUntraced(function* (account: string, id: string) {
  yield* awaitAccount(ledgerView, account)
  const row = yield* entryAt(account, id)
  if (row === undefined) return undefined
  const chain = row.holdId === null ? [row] : yield* chainOf(account, row.holdId)
  yield* Effect.orDie(flushLog)
  const receipt: LedgerReceipt = {
    entry: toEntry(row),
    ...resultOf(chain),
    ...(row.holdId !== null && {
      hold: (yield* holdsOf(account, [row.holdId])).get(row.holdId)!.state
    }),
    chain: chain.map(toEntry),
    ...(row.holdId !== null && (yield* activityOf(account, row.holdId))),
    proof: yield* proofOf(row)
  }
  return receipt
})
