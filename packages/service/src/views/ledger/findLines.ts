/** One line for each check, job, grant and adjustment of an account, newest first. */
import type { LedgerLine, LedgerLines } from "@rcpt/api/Ledger"
import { flushLog } from "@rcpt/store/flushLog"
import { Effect } from "effect"

import type { ViewReader } from "../awaitAccount.ts"
import { toEntry } from "./entryRows.ts"
import { findRows } from "./findEntries.ts"
import type { UnknownCursor, Wanted } from "./findEntries.ts"
import { holdsOf } from "./holdsOf.ts"

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
