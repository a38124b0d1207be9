/** One line for each check, job, grant and adjustment of an account, newest first. */
import type { LedgerLine, LedgerLines, HoldState } from "@rcpt/api/Ledger"
import { flushLog } from "@rcpt/store/flushLog"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

import { decodeRows, Int8 } from "../../platform/decodeRows.ts"
import type { ViewReader } from "../awaitAccount.ts"
import { toEntry, isOfHolds, liveEntries } from "./entryRows.ts"
import { findRows } from "./findEntries.ts"
import type { UnknownCursor, Wanted } from "./findEntries.ts"

// The state of a hold up to now, by its entries.

interface HoldEntries {
  readonly state: HoldState
  /** The change of the balance, in credits. */
  readonly change: number
  readonly entries: number
}

const decodeHolds = decodeRows(
  Schema.Struct({
    id: Schema.String,
    credits: Int8,
    charged: Int8,
    refunded: Int8,
    change: Int8,
    entries: Int8
  })
)

/**
 * The holds by id. A charge that was reversed is not counted as charged; only refunds say that, so only they
 * are looked up.
 */
export const holdsOf = (
  account: string,
  ids: ReadonlyArray<string>
): Effect.Effect<ReadonlyMap<string, HoldEntries>, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select hold_id as id,
        coalesce(sum(e.credits) filter (where e.type = 'hold'), 0)::bigint as credits,
        (coalesce(sum(e.credits) filter (where e.type = 'charge'), 0)
          - coalesce(sum(e.credits) filter (where data ->> 'reason' = 'unanswered'), 0))
          ::bigint as charged,
        coalesce(sum(e.credits) filter (where e.type = 'refund'), 0)::bigint as refunded,
        sum(change)::bigint as change, count(*) as entries
      from ${liveEntries(sql)} e left join es.event v
        on e.type = 'refund' and v.commit_id = e.commit_id and v.idx = e.idx
      where e.account_id = ${account}
        and ${isOfHolds(sql, sql`${ids}::uuid[]`)}
      group by hold_id`
  ).pipe(
    decodeHolds,
    Effect.map(
      (rows) =>
        new Map(
          rows.map(({ id, credits, charged, refunded, change, entries }) => {
            const open = credits - charged - refunded
            return [id, { state: { id, credits, charged, refunded, open }, change, entries }]
          })
        )
    ),
    Effect.orDie
  )

export const findLines = (
  account: string,
  wanted: Omit<Wanted, "type" | "isOpening">
): Effect.Effect<LedgerLines, UnknownCursor, ViewReader> =>
  Effect.gen(function* () {
    const { rows, ...page } = yield* findRows(account, { ...wanted, isOpening: true })
    const ids = rows.flatMap(({ holdId }) => holdId ?? [])
    const holds = yield* holdsOf(account, ids)
    yield* Effect.orDie(flushLog)
    const lines = rows.map((row): LedgerLine => {
      const hold = row.holdId === null ? undefined : holds.get(row.holdId)
      return {
        entry: toEntry(row),
        ...(hold && { hold: hold.state }),
        change: hold?.change ?? row.change,
        entries: hold?.entries ?? 1
      }
    })
    return { lines, ...page }
  })
