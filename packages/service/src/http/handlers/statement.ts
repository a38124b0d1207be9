/** The statement of a month: its totals, the digest of its file, and a checkpoint that covers it. */
import { createHash } from "node:crypto"

import { CurrentAccount } from "@rcpt/api/Authentication"
import { statementNotFound } from "@rcpt/api/Problem"
import { Clock, Effect, Stream } from "effect"

import { Notary } from "../../ledger/checkpoints/Notary.ts"
import { toCheckpoint } from "../../ledger/checkpoints/proofs.ts"
import { exportEntries } from "../../views/ledger/exportEntries.ts"
import { monthTotals } from "../../views/ledger/monthTotals.ts"

/** `2026-11` */
const monthOf = (epochMillis: number): string => new Date(epochMillis).toISOString().slice(0, 7)

/** Of the very bytes that `GET /ledger.csv?month=` has, page by page. */
const digestOf = Effect.fnUntraced(function* (account: string, month: string) {
  const hash = createHash("sha256")
  const bytes = yield* exportEntries(account, { month })
  yield* Stream.runForEach(bytes, (part) => Effect.sync(() => void hash.update(part)))
  return hash.digest("hex")
}, Effect.orDie)

export const statementOf = Effect.fnUntraced(function* (month: string) {
  const { accountId } = yield* CurrentAccount
  const current = monthOf(yield* Clock.currentTimeMillis)
  if (month > current) return yield* Effect.fail(statementNotFound)
  const digest = yield* digestOf(accountId, month)
  const { shown, lastSeq } = yield* monthTotals(accountId, month)
  const { covering } = yield* Notary
  const checkpoint = lastSeq === null ? undefined : yield* covering(Number(lastSeq))
  return {
    month,
    is_over: month < current,
    totals: shown,
    csv_sha256: digest,
    ...(checkpoint && { checkpoint: toCheckpoint(checkpoint) })
  }
})
