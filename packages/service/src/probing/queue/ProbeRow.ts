/**
 * A row of a bulk job that waits for an SMTP probe. `question` holds an address, so a row is never
 * logged and never part of an event; `job` and `row` identify it.
 */
import { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { ProbeRequest } from "@rcpt/verifier/pacing/Probe"
import { Schema } from "effect"

import type { Refusal } from "../egress/chooseEgress.ts"

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
export const QueuedProbe = Schema.Struct({
  address: Schema.Struct({
    localPart: Schema.String,
    domain: Schema.String,
    smtputf8: Schema.Boolean
  }),
  hosts: Schema.Array(MailHost),
  /** The fact as it was known when the row was queued. By its turn, more may be known. */
  catchAll: CatchAllFact,
  /** The row has been moved to the queue of another group. */
  isMoved: Schema.optional(Schema.Boolean),
  /** When it was queued, in epoch milliseconds of that node. A live request has none. */
  queuedAt: Schema.optional(Schema.Finite),
  /** The last refusal about us: the row is settled with it unless the egress turns out to be blocked. */
  refusal: Schema.optional(
    Schema.Struct({ by: Schema.Array(Schema.String), smtp: SmtpEvidence, at: Schema.Finite })
  )
})
export interface QueuedProbe extends Pick<ProbeRequest, "address" | "hosts" | "catchAll"> {
  readonly isMoved?: boolean | undefined
  readonly queuedAt?: number | undefined
  readonly refusal?: Refusal | undefined
}

/** A group of mail hosts and the egress that probes it. Each key has one queue, and a guard that probes it. */
export interface ProbeQueueKey {
  readonly group: string
  readonly egress: string
}

/** Identifies a row. A row is queued at most once. */
export interface RowId {
  readonly job: string
  /** The number of its record in the job. */
  readonly row: number
}

export interface ProbeRow extends RowId, ProbeQueueKey {
  readonly account: string
  readonly question: QueuedProbe
  /** Text that is returned with the row; only the caller that queued it can read it. It is personal data too. */
  readonly memo?: string
}

/** A row that a node has pulled. Only the holder of its latest lease may settle it. */
export interface LeasedRow extends ProbeRow {
  readonly lease: string
  /** The number of times that greylisting has deferred it. */
  readonly attempts: number
  /** The number of times that the work on it broke off since it last went well (suspicion.ts). */
  readonly failures: number
  /** When a server greylisted it for the first time, in epoch milliseconds of this node. */
  readonly firstAskedAt: number | undefined
}

/** Identifies a leased row and proves the lease. */
export type Lease = Pick<LeasedRow, "job" | "row" | "lease">
