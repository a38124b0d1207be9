/** What commits mean for the ledgers of accounts, computed once for all folds that ask. */
import { addEffects } from "../../../views/ledger/Entry.ts"
import type { LedgerEffects } from "../../../views/ledger/Entry.ts"
import type { AuditedLogCommit } from "../AuditedEvent.ts"

const known = new WeakMap<ReadonlyArray<AuditedLogCommit>, LedgerEffects>()

const compute = (commits: ReadonlyArray<AuditedLogCommit>): LedgerEffects => {
  const effects = { entries: [], jobHolds: [] }
  for (const { seq, commitId, events } of commits)
    for (const [index, { billing, stored }] of events.entries())
      addEffects(effects, billing, { seq, idx: index + 1, commitId, atMicros: stored.atMicros })
  return effects
}

export const effectsIn = (commits: ReadonlyArray<AuditedLogCommit>): LedgerEffects => {
  const before = known.get(commits)
  if (before !== undefined) return before
  const effects = compute(commits)
  known.set(commits, effects)
  return effects
}
