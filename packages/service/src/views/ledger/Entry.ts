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

/** The job that a hold belongs to. */
export interface JobHold {
  readonly holdId: string
  readonly job: string
}

/** A commit that settles a hold, and is not the one that opened it. */
export interface Settlement {
  readonly holdId: string
  readonly seq: number
}

export interface LedgerEffects {
  readonly entries: ReadonlyArray<Entry>
  readonly jobHolds: ReadonlyArray<JobHold>
}

let last = { date: "", month: "" }

/** First day of the UTC month of an instant, `2026-11-01`. Those of events that follow each other are mostly the same. */
export const monthOf = (atMicros: number): string => {
  const date = dateOf(atMicros / 1_000)
  if (date !== last.date) last = { date, month: `${date.slice(0, "2026-11".length)}-01` }
  return last.month
}

/** `idx`: its place in its commit, from 1. */
type EntryPosition = Pick<Entry, "seq" | "idx" | "commitId"> & Pick<StoredEvent, "atMicros">

/** Adds what an event means. */
const addEffects = (
  { entries, jobHolds }: { readonly entries: Array<Entry>; readonly jobHolds: Array<JobHold> },
  billing: BillingEvent | undefined,
  { seq, idx, commitId, atMicros }: EntryPosition
): void => {
  if (billing === undefined) return
  const { account, movement, job } = billing
  if (movement !== undefined) {
    const { type, credits, change, holdId } = movement
    const month = monthOf(atMicros)
    entries.push({ account, seq, idx, commitId, month, type, credits, change, holdId })
  }
  if (job !== undefined) jobHolds.push({ job: job.id, holdId: job.holdId })
}

/** Each commit must have all its events in order: `idx` counts them from 1. */
export const effectsOf = (commits: ReadonlyArray<SealedCommit>): LedgerEffects => {
  const effects = { entries: [], jobHolds: [] }
  for (const { seq, events } of commits)
    for (const [index, event] of events.entries()) {
      const { commitId, atMicros } = event
      addEffects(effects, billingOf(event), { seq, idx: index + 1, commitId, atMicros })
    }
  return effects
}

/** Each settlement once. The entries are of whole commits in the order of the log. */
export const settlementsOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<Settlement> => {
  const settlements: Array<Settlement> = []
  /** Holds of the commit that was read last, which need no settlement or have theirs. */
  let known = new Set<string>()
  let last = 0
  for (const { seq, type, holdId } of entries) {
    if (seq !== last) known = new Set()
    last = seq
    if (holdId === null || known.has(holdId)) continue
    known.add(holdId)
    if (type !== "hold") settlements.push({ seq, holdId })
  }
  return settlements
}
