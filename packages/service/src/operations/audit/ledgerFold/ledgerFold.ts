/**
 * Folds the ledger while the log is read: a fast proof that several invariants hold at once. It knows what is
 * ordinary, and says nothing of all else: then the queries of these invariants are asked, which name what
 * contradicts them. So it may doubt a ledger that is in order, and never clears one that is not.
 */
import type { Checked } from "@rcpt/store/audit/readable"
import { Effect } from "effect"

import type { AuditedCommit } from "../AuditedEvent.ts"
import { HoldsFold } from "./HoldsFold.ts"
import { TransfersFold } from "./TransfersFold.ts"

export interface LedgerFold {
  readonly ahead: Checked<void>
  /** All commits, in the order of their numbers. */
  readonly read: (commits: ReadonlyArray<AuditedCommit>) => Checked<void>
  /** The rest cannot be read. */
  readonly endAt: () => void
  /** After the last commit: whether all is as the events say. */
  readonly isClear: Checked<boolean>
}

/** What cannot be decoded is not clear; its query says why. */
const holds = (check: Checked<boolean>): Checked<boolean> =>
  Effect.catchDefect(check, () => Effect.succeed(false))

export const ledgerFold = (): LedgerFold => {
  let folds: ReadonlyArray<TransfersFold | HoldsFold> = [new TransfersFold(), new HoldsFold()]
  let isClear = true
  /** What they have kept so far is of no use any more. */
  const doubt = (): void => {
    isClear = false
    folds = []
  }
  const all = (check: (fold: (typeof folds)[number]) => Checked<boolean>) =>
    Effect.gen(function* () {
      for (const fold of folds) if (isClear && !(yield* holds(check(fold)))) doubt()
      return isClear
    })
  return {
    ahead: Effect.suspend(() => Effect.forEach(folds, ({ ahead }) => ahead, { discard: true })),
    read: (commits) => Effect.asVoid(all((fold) => fold.read(commits))),
    endAt: doubt,
    isClear: all((fold) => fold.finish)
  }
}
