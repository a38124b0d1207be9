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

/** Entries of a month that goes on may come while its file is read: it is read again then, so often. */
const readingsMax = 3

/** The totals and the digest of the same entries. */
const readMonth = Effect.fnUntraced(function* (account: string, month: string) {
  let found = yield* monthTotals(account, month)
  for (let reading = 1; ; reading++) {
    const digest = yield* digestOf(account, month)
    const after = yield* monthTotals(account, month)
    if (after.lastSeq === found.lastSeq || reading === readingsMax) return { ...after, digest }
    found = after
  }
})

export const statementOf = Effect.fnUntraced(function* (month: string) {
  const { accountId } = yield* CurrentAccount
  const current = monthOf(yield* Clock.currentTimeMillis)
  if (month > current) return yield* Effect.fail(statementNotFound)
  const { digest, shown, lastSeq } = yield* readMonth(accountId, month)
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
