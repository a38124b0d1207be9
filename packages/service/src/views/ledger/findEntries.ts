/** Pages of an account's ledger, newest entry first. */
import { LedgerEntry } from "@rcpt/api/Ledger"
import type { LedgerPage } from "@rcpt/api/Ledger"
import type { MonthTotals } from "@rcpt/api/LedgerStatement"
import { flushLog } from "@rcpt/store/flushLog"
import { whereStream } from "@rcpt/store/whereStream"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { jobStream } from "../../jobs/decideOnJob.ts"
import { decodeRows, Int8 } from "../../platform/decodeRows.ts"
import { awaitAccount } from "../awaitAccount.ts"
import type { ViewReader } from "../awaitAccount.ts"
import type { EntryType } from "./Entry.ts"
import { idOf, isOfHolds, selectEntries, toEntry, liveGeneration } from "./entryRows.ts"
import type { EntryRow } from "./entryRows.ts"
import { ledgerView } from "./ledgerView.ts"

// Totals of a calendar month (UTC), with the balance before and after it.

const decodeTotals = decodeRows(
  Schema.Struct({
    opening: Int8,
    granted: Int8,
    adjusted: Int8,
    held: Int8,
    charged: Int8,
    refunded: Int8,
    firstSeq: Schema.NullOr(Schema.String),
    lastSeq: Schema.NullOr(Schema.String)
  })
)

interface Found {
  readonly shown: MonthTotals
  /** Places in the log of the month's first and last entries; null: it has none. */
  readonly firstSeq: string | null
  readonly lastSeq: string | null
}

/** A month without entries has the same balance before and after it. */
export const monthTotals = (
  account: string,
  month: string
): Effect.Effect<Found, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) => {
    const first = sql`${`${month}-01`}::date`
    const sum = (column: string) =>
      sql`coalesce(sum(${sql(column)}) filter (where month = ${first}), 0)::bigint as ${sql(column)}`
    return sql`
      select coalesce(sum(granted + adjusted - held + refunded) filter (where month < ${first}), 0)
          ::bigint as opening,
        ${sql.csv(["granted", "adjusted", "held", "charged", "refunded"].map(sum))},
        (min(first_seq) filter (where month = ${first}))::text as "firstSeq",
        (max(last_seq) filter (where month = ${first}))::text as "lastSeq"
      from ledger_month
      where generation = ${liveGeneration(sql)} and account_id = ${account} and month <= ${first}`
  }).pipe(
    decodeTotals,
    Effect.map(([row]) => {
      const { opening, firstSeq, lastSeq, ...sums } = row!
      const closing = opening + sums.granted + sums.adjusted - sums.held + sums.refunded
      const shown = { month, balance_before: opening, ...sums, balance_after: closing }
      return { shown, firstSeq, lastSeq }
    }),
    Effect.orDie
  )

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
  /** Whether to return only entries that a check or job, a grant or an adjustment begins with. */
  readonly isOpening?: boolean
}

/** The cursor is not the id of an entry. */
export class UnknownCursor extends Schema.TaggedError<UnknownCursor>()("UnknownCursor", {}) {}

interface Cursor {
  readonly seq: string
  readonly idx: number
}

/** The place of an entry in the log; `undefined`: there is no such commit. */
export const placeOf = (
  id: string
): Effect.Effect<Cursor | undefined, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) => {
    const [commit = "", idx = ""] = id.split("-")
    return sql<{ readonly seq: bigint }>`
      select seq from es.sealed where commit_id = ${commit}::bigint`.pipe(
      Effect.map(([row]) => row && { seq: String(row.seq), idx: Number(idx) }),
      Effect.orDie
    )
  })

/**
 * The type is a constant, because the planner uses a partial index only when it knows the type. `types` has
 * those of all entries of the commit.
 */
const isOfType = (sql: SqlClient.SqlClient, type: EntryType) => {
  const name = Schema.decodeUnknownSync(LedgerEntry.fields.type)(type)
  return sql.literal(`e.type = '${name}' and '${name}' = any (e.types)`)
}

/** The commit's place is compared by itself, because only that is in an index. */
const isBefore = (sql: SqlClient.SqlClient, { seq, idx }: Cursor) =>
  sql`e.seq <= ${seq}::bigint and (e.seq, e.idx) < (${seq}::bigint, ${idx}::int)`

/** The hold of a job, as its first event has it: the job itself may have been removed. */
const holdOfJob = (sql: SqlClient.SqlClient, job: string) => sql`
  array(select (data ->> 'holdId')::uuid from es.event
    where ${whereStream(sql, jobStream(job))} and type = 'JobSubmitted' and version = 1)`

/** The totals of the month, if one is wanted. */
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
