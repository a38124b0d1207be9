/**
 * A row of a bulk job that waits for a conversation. Its question holds an address, so a row is never
 * logged and no event is made of it; `job` and `row` say which one is meant.
 */
import type { MailboxQuestion } from "@rcpt/verifier/smtp/openFirst"
import { Schema } from "effect"

const MailHost = Schema.Struct({ host: Schema.String, preference: Schema.Int })

const CatchAllFact = Schema.Union([
  Schema.Struct({
    _tag: Schema.Literal("Present"),
    value: Schema.Struct({ because: Schema.String })
  }),
  Schema.Struct({ _tag: Schema.Literal("Absent") }),
  Schema.Struct({ _tag: Schema.Literal("Unanswered"), why: Schema.String })
])

// Stored format: rows outlive a deployment. Never rename; add only optional fields.
export const ProbeQuestion = Schema.Struct({
  address: Schema.Struct({
    localPart: Schema.String,
    domain: Schema.String,
    smtputf8: Schema.Boolean
  }),
  hosts: Schema.Array(MailHost),
  /** As it was known when the row was put in line; by its turn, more may be known. */
  catchAll: CatchAllFact
})
export type ProbeQuestion = Omit<MailboxQuestion, "deadline">

/** All that is asked of one group of mail hosts from one of our addresses: a guard has one. */
export interface Line {
  readonly group: string
  readonly egress: string
}

/** Names a row; a row is in line once at most. */
export interface RowId {
  readonly job: string
  /** Number of its record in the job. */
  readonly row: number
}

export interface ProbeRow extends RowId, Line {
  readonly account: string
  readonly question: ProbeQuestion
  /** Comes back with the row, and says what it says to whoever put it in line. Personal data too. */
  readonly memo?: string
}

/** A row in somebody's hands. The lease is the proof: only who has the latest one may settle it. */
export interface LeasedRow extends ProbeRow {
  readonly lease: string
  /** How often it was put off by greylisting. */
  readonly attempts: number
  /** When a server put it off for the first time, in epoch milliseconds. */
  readonly firstAskedAt: number | undefined
}

/** What is needed to do something with a leased row. */
export type Lease = Pick<LeasedRow, "job" | "row" | "lease">
