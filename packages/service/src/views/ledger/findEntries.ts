/** Pages of an account's ledger, newest entry first. */
import { LedgerEntry } from "@rcpt/api/Ledger"
import type { LedgerPage } from "@rcpt/api/Ledger"
import { flushLog } from "@rcpt/store/flushLog"
import { ofStream } from "@rcpt/store/ofStream"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { jobStream } from "../../jobs/decideOnJob.ts"
import { awaitAccount } from "../awaitAccount.ts"
import type { ViewReader } from "../awaitAccount.ts"
import type { EntryType } from "./Entry.ts"
import { idOf, isOfHolds, selectEntries, toEntry } from "./entryRows.ts"
import type { EntryRow } from "./entryRows.ts"
import { ledgerView } from "./ledgerView.ts"
import { monthTotals } from "./monthTotals.ts"

export interface Wanted {
  readonly limit: number
  /** The id of an entry: only older entries are listed. */
  readonly cursor?: string | undefined
  readonly type?: EntryType | undefined
  readonly job?: string | undefined
  /** `2026-11` */
  readonly month?: string | undefined
  /** A place in the log: entries behind it are left out. */
  readonly upTo?: string | undefined
  /** Only those that a check or job, a grant or an adjustment begins with. */
  readonly isOpening?: boolean
}

/** The cursor is not the id of an entry. */
export class UnknownCursor extends Schema.TaggedError<UnknownCursor>()("UnknownCursor", {}) {}

interface Place {
  readonly seq: string
  readonly idx: number
}

/** Where an entry stands in the log; `undefined`: there is no such commit. */
export const placeOf = (id: string): Effect.Effect<Place | undefined, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) => {
    const [commit = "", idx = ""] = id.split("-")
    return sql<{ readonly seq: bigint }>`
      select seq from es.sealed where commit_id = ${commit}::bigint`.pipe(
      Effect.map(([row]) => row && { seq: String(row.seq), idx: Number(idx) }),
      Effect.orDie
    )
  })

/**
 * As a constant, because the planner uses a partial index only when it knows the type. `types` has those of
 * all entries of the commit.
 */
const isOfType = (sql: SqlClient.SqlClient, type: EntryType) => {
  const name = Schema.decodeUnknownSync(LedgerEntry.fields.type)(type)
  return sql.literal(`e.type = '${name}' and '${name}' = any (e.types)`)
}

/** The commit's place is said by itself, because only that is in an index. */
const isBefore = (sql: SqlClient.SqlClient, { seq, idx }: Place) =>
  sql`e.seq <= ${seq}::bigint and (e.seq, e.idx) < (${seq}::bigint, ${idx}::int)`

/** The hold of a job, as its first event has it: the job itself may have been removed. */
const holdOfJob = (sql: SqlClient.SqlClient, job: string) => sql`
  array(select (data ->> 'holdId')::uuid from es.event
    where ${ofStream(sql, jobStream(job))} and type = 'JobSubmitted' and version = 1)`

/** Of the month, if one is wanted. */
type Shown<A> = A & Pick<LedgerPage, "next" | "totals">

export const findRows = Effect.fnUntraced(function* (
  account: string,
  { limit, cursor, type, job, month, upTo, isOpening = false }: Wanted
): Effect.fn.Return<Shown<{ readonly rows: ReadonlyArray<EntryRow> }>, UnknownCursor, ViewReader> {
  const sql = yield* SqlClient.SqlClient
  yield* awaitAccount(ledgerView, account, job)
  const totals = month === undefined ? undefined : yield* monthTotals(account, month)
  const before = cursor === undefined ? undefined : yield* placeOf(cursor)
  if (cursor !== undefined && before === undefined) return yield* new UnknownCursor()
  const isMonth = sql`e.seq between ${totals?.firstSeq ?? 1} and ${totals?.lastSeq ?? 0}
    and (select date_trunc('month', at, 'UTC') from es.commit c where c.commit_id = e.commit_id)
      = (${`${month}-01`}::timestamp at time zone 'UTC')`
  const which = sql`${sql.and([
    sql`e.account_id = ${account}`,
    ...(before ? [isBefore(sql, before)] : []),
    ...(type ? [isOfType(sql, type)] : []),
    ...(isOpening ? [sql`e.type in ('hold', 'grant', 'adjust')`] : []),
    ...(job ? [isOfHolds(sql, holdOfJob(sql, job))] : []),
    ...(month ? [isMonth] : []),
    ...(upTo ? [sql`e.seq <= ${upTo}::bigint`] : [])
  ])} order by e.seq desc, e.idx desc limit ${limit + 1}`
  const found = yield* selectEntries(sql, which)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows,
    next: found.length > limit && last ? idOf(last) : null,
    ...(totals && { totals: totals.shown })
  }
})

export const findEntries = (
  account: string,
  wanted: Wanted
): Effect.Effect<LedgerPage, UnknownCursor, ViewReader> =>
  Effect.gen(function* () {
    const { rows, ...page } = yield* findRows(account, wanted)
    yield* Effect.orDie(flushLog)
    return { entries: rows.map(toEntry), ...page }
  })
