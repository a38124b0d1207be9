/**
 * A row of a bulk job that waits for an SMTP probe. `question` holds an address, so a row is never
 * logged and never part of an event; `job` and `row` identify it.
 */
import type { MailboxQuery } from "@rcpt/verifier/smtp/connectFirst"
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
export const QueuedProbe = Schema.Struct({
  address: Schema.Struct({
    localPart: Schema.String,
    domain: Schema.String,
    smtputf8: Schema.Boolean
  }),
  hosts: Schema.Array(MailHost),
  /** As known when the row was queued. By its turn, more may be known. */
  catchAll: CatchAllFact,
  /** The row has been moved to the queue of another group. */
  isMoved: Schema.optional(Schema.Boolean),
  /** Epoch milliseconds of the node that queued it. Absent from rows of older versions. */
  queuedAt: Schema.optional(Schema.Finite)
})
export interface QueuedProbe extends Omit<MailboxQuery, "deadline"> {
  readonly isMoved?: boolean | undefined
  readonly queuedAt?: number | undefined
}

/** A group of mail hosts and the egress that probes it. Each key has one queue and one guard. */
export interface ProbeQueueKey {
  readonly group: string
  readonly egress: string
}

/** Identifies a row. A row is queued at most once. */
export interface RowId {
  readonly job: string
  /** Number of its record in the job. */
  readonly row: number
}

export interface ProbeRow extends RowId, ProbeQueueKey {
  readonly account: string
  readonly question: QueuedProbe
  /** Returned with the row; only the caller that queued it knows what it means. Personal data too. */
  readonly memo?: string
}

/** A row that a node has pulled. Only the holder of its latest lease may settle it. */
export interface LeasedRow extends ProbeRow {
  readonly lease: string
  /** How often greylisting has deferred it. */
  readonly attempts: number
  /** How often the work on it broke off since it last went well (suspicion.ts). */
  readonly failures: number
  /** When a server greylisted it for the first time, in epoch milliseconds of this node. */
  readonly firstAskedAt: number | undefined
}

/** Identifies a leased row and proves the lease. */
export type Lease = Pick<LeasedRow, "job" | "row" | "lease">
