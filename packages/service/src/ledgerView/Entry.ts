/**
 * One line of an account's ledger, from the event that says so. Events of jobs are among them: a
 * settled chunk is a charge, out of the job's hold, and leaves the balance as it is.
 */
import type { LedgerEntry } from "@rcpt/api/Ledger"
import type { SealedCommit, StoredEvent } from "@rcpt/store/EventStore"
import { Schema } from "effect"

import { accountOf } from "../ledger/ledgerRows.ts"

export type EntryType = LedgerEntry["type"]

/** `seq` and `idx`: its place in the log, and so in the order of every account. */
export interface Entry {
  readonly account: string
  readonly seq: number
  readonly idx: number
  readonly commitId: number
  /** First day of its month, `2026-11-01`. */
  readonly month: string
  readonly type: EntryType
  /** Above zero, but for `change`: what it did to the balance. */
  readonly credits: number
  readonly change: number
  readonly holdId: string | null
}

/** Which job a hold belongs to. */
export interface JobHold {
  readonly holdId: string
  readonly job: string
}

export interface Told {
  readonly entries: ReadonlyArray<Entry>
  readonly jobHolds: ReadonlyArray<JobHold>
}

interface Meaning {
  readonly type: EntryType
  /** Of its credits, for the balance. */
  readonly sign: 1 | 0 | -1
}

const meanings: Readonly<Record<string, Meaning>> = {
  CreditsGranted: { type: "grant", sign: 1 },
  CreditsAdjusted: { type: "adjust", sign: 1 },
  CreditsHeld: { type: "hold", sign: -1 },
  CreditsCharged: { type: "charge", sign: 0 },
  CreditsRefunded: { type: "refund", sign: 1 }
}
const settled: Meaning = { type: "charge", sign: 0 }

/** Of a transfer; what the credits were for is looked up when somebody reads it. */
const Moved = Schema.fromJsonString(
  Schema.Struct({
    credits: Schema.Int,
    holdId: Schema.optionalKey(Schema.String),
    accountId: Schema.optionalKey(Schema.String)
  })
)
const decodeMoved = Schema.decodeSync(Moved)

const Submitted = Schema.fromJsonString(Schema.Struct({ holdId: Schema.String }))
const decodeSubmitted = Schema.decodeSync(Submitted)

const jobPrefix = "job-"

export const monthOf = (atMicros: number): string =>
  `${new Date(atMicros / 1000).toISOString().slice(0, "2026-11".length)}-01`

/** A type that we do not know is of a newer program, which has to take it: nothing is left out. */
const meaningOf = (type: string): Meaning => {
  const meaning = meanings[type]
  if (meaning === undefined) throw new Error(`a ledger has an event that we do not know: ${type}`)
  return meaning
}

const entryOf = (event: StoredEvent, seq: number, idx: number): ReadonlyArray<Entry> => {
  const owner = accountOf(event.stream)
  const isSettled = event.type === "ChunkSettled"
  if (owner === undefined && !isSettled) return []
  const { type, sign } = isSettled ? settled : meaningOf(event.type)
  const { credits, holdId = null, accountId = "" } = decodeMoved(event.data)
  if (credits === 0) return []
  const place = { seq, idx, commitId: event.commitId, month: monthOf(event.atMicros) }
  const moved = { type, credits: Math.abs(credits), change: sign === 0 ? 0 : sign * credits }
  return [{ account: owner ?? accountId, ...place, ...moved, holdId }]
}

const jobHoldOf = ({ stream, type, data }: StoredEvent): ReadonlyArray<JobHold> =>
  type === "JobSubmitted"
    ? [{ job: stream.slice(jobPrefix.length), holdId: decodeSubmitted(data).holdId }]
    : []

/** A commit has all its events, in the order in which they are numbered, from 1. */
export const toldBy = (commits: ReadonlyArray<SealedCommit>): Told => ({
  entries: commits.flatMap(({ seq, events }) =>
    events.flatMap((event, at) => entryOf(event, seq, at + 1))
  ),
  jobHolds: commits.flatMap(({ events }) => events.flatMap(jobHoldOf))
})
