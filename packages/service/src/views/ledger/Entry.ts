/**
 * Makes entries of an account's ledger from events. Events of jobs are among them: a settled chunk is a
 * charge to the job's hold and does not change the balance.
 */
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"

import { billingOf } from "../billingEvents.ts"
import type { BillingEvent, Movement } from "../billingEvents.ts"
import { dateOf } from "../dateOf.ts"

export type EntryType = Movement["type"]

/** `seq` and `idx`: its place in the log, which is also the order of an account's entries. */
export interface Entry extends Movement {
  readonly account: string
  readonly seq: number
  readonly idx: number
  readonly commitId: number
  /** First day of its month, `2026-11-01`. */
  readonly month: string
}

/** Which job a hold belongs to. */
export interface JobHold {
  readonly holdId: string
  readonly job: string
}

export interface LedgerEffects {
  readonly entries: ReadonlyArray<Entry>
  readonly jobHolds: ReadonlyArray<JobHold>
}

export const monthOf = (atMicros: number): string =>
  `${dateOf(atMicros / 1_000).slice(0, "2026-11".length)}-01`

const entryOf = (
  { account, movement }: BillingEvent,
  { commitId, atMicros }: StoredEvent,
  seq: number,
  idx: number
): ReadonlyArray<Entry> =>
  movement === undefined
    ? []
    : [{ account, seq, idx, commitId, month: monthOf(atMicros), ...movement }]

/** Each commit must have all its events in order: `idx` counts them from 1. */
export const effectsOf = (commits: ReadonlyArray<SealedCommit>): LedgerEffects => {
  const entries: Array<Entry> = []
  const jobHolds: Array<JobHold> = []
  for (const { seq, events } of commits)
    for (const [index, event] of events.entries()) {
      const billing = billingOf(event)
      if (billing === undefined) continue
      entries.push(...entryOf(billing, event, seq, index + 1))
      if (billing.job !== undefined)
        jobHolds.push({ job: billing.job.id, holdId: billing.job.holdId })
    }
  return { entries, jobHolds }
}
