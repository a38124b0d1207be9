/**
 * Rows that break the work on them whenever they are tried (probing/queue/suspicion.ts). They get a result,
 * so that their job ends: `unknown` without a `sub_status`, which no verdict has, and at no cost.
 */
import type { Mode } from "@rcpt/domain/Verdict"
import { Clock, Effect } from "effect"

import { Chunks } from "../Chunks.ts"
import type { ClaimedChunk } from "../Chunks.ts"
import type { SettledRow } from "../results/keepResults.ts"
import { Settlements } from "../Settlements.ts"

/** The score of an address about which nothing is known: as in the judge's table. */
const unknownScore = 50

/** The result of a row that was given up. `now`: epoch milliseconds. */
export const givenUpRow = (row: number, mode: Mode, now: number): SettledRow => ({
  row,
  result: {
    status: "unknown",
    score: unknownScore,
    creditsUsed: 0,
    checkedAt: new Date(now).toISOString(),
    ...(mode === "deep" && { smtpStatus: "not_checked", mailboxExists: "unknown" })
  }
})

/** Settles the row of the claim. Answers whether the chunk is done. */
export const giveUp = Effect.fnUntraced(function* ({ job, chunk, mode, rows }: ClaimedChunk) {
  const { settle } = yield* Settlements
  const { finish } = yield* Chunks
  const now = yield* Clock.currentTimeMillis
  yield* settle({ job, rows: rows.map(([row]) => givenUpRow(row, mode, now)) })
  yield* Effect.logError("A row was given up: the work on it broke off each time", {
    job,
    rows: rows.map(([row]) => row)
  })
  return yield* finish({ job, chunk })
})
