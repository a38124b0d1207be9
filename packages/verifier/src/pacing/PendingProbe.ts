/** A probe, from its request until the caller gets its outcome. */
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"
import type { Fiber, Tracer } from "effect"

import type { MailboxQuery } from "../smtp/connectFirst.ts"
import { hostsTriedMax } from "../smtp/limits.ts"
import type { Urgency, QueueItem } from "./FairQueue.ts"
import { isStillBlocked } from "./pace.ts"
import type { PaceState } from "./pace.ts"
import type { ProbeResult } from "./ProbeResult.ts"

/** A session as its probes see it. */
export interface RunningSession {
  /** The fiber; `undefined` while it is being started. */
  fiber: Fiber.Fiber<void> | undefined
  /** The probes that the session has to complete. */
  readonly probes: Set<PendingProbe>
}

export interface ProbeRequest extends MailboxQuery {
  readonly account: string
  /** Of many who use the account, the one who asks. */
  readonly visitor?: string | undefined
  readonly urgency: Urgency
  /** How long the probe waits for a session, in epoch milliseconds, but not past `deadline`. */
  readonly waitUntil: number
  /** When the row of a job was queued, in epoch milliseconds. */
  readonly queuedAt?: number | undefined
  /** When this address was first greylisted, in epoch milliseconds, if it was. */
  readonly deferredAt?: number | undefined
  /** Asked when a session takes the probe. If false, the probe is not sent and ends as `smtp_throttled`. */
  readonly isWanted?: (() => boolean) | undefined
}

/** The whole evidence if no session took place, or else the result that evidence is made from. */
export type ProbeOutcome = SmtpEvidence | ProbeResult

/** The hosts of the best preference: any of them will do (RFC 5321 §5.1). */
const firstHosts = ({ hosts }: MailboxQuery): ReadonlyArray<string> =>
  hosts
    .filter(({ preference }) => preference === hosts[0]?.preference)
    .slice(0, hostsTriedMax)
    .map(({ host }) => host)

interface PendingProbeOptions {
  readonly request: ProbeRequest
  /** The address that mail for the probe goes to, so that any session there will do. */
  readonly ip: string | undefined
  readonly onComplete: (outcome: ProbeOutcome) => void
  readonly span?: Tracer.AnySpan | undefined
}

export class PendingProbe implements QueueItem {
  readonly request: ProbeRequest
  readonly account: string
  readonly urgency: Urgency
  readonly hosts: ReadonlyArray<string>
  readonly complete: (outcome: ProbeOutcome) => void
  waitUntil: number
  /** When the outcome is due, in epoch milliseconds. A session can only shorten this. */
  deadline: number
  /** When its first session took the probe, in epoch milliseconds; `undefined` before. */
  startedAt: number | undefined
  /** The session that works on the probe. It is interrupted when the last of its probes is cancelled. */
  session: RunningSession | undefined
  /** Whether the caller has stopped waiting for the outcome. */
  isCancelled = false
  /** Whether a session that other probes had used before broke during this one. The probe is repeated only once. */
  wasRequeued = false
  /** The stage that waits for the outcome. */
  readonly span: Tracer.AnySpan | undefined

  constructor({ request, ip, onComplete, span }: PendingProbeOptions) {
    this.request = request
    this.span = span
    this.account = request.account
    this.urgency = request.urgency
    this.hosts = [...firstHosts(request), ...(ip === undefined ? [] : [ip])]
    this.waitUntil = Math.min(request.waitUntil, request.deadline)
    this.deadline = request.deadline
    this.complete = (outcome) => {
      this.detach()
      onComplete(outcome)
    }
  }

  /** Gives the probe to a session, for at most `totalMillis`. */
  attach(session: RunningSession, now: number, totalMillis: number): void {
    session.probes.add(this)
    this.session = session
    if (this.startedAt !== undefined) return
    this.startedAt = now
    this.deadline = Math.min(this.deadline, now + totalMillis)
  }

  detach(): void {
    this.session?.probes.delete(this)
    this.session = undefined
  }

  /** Whether a session should still send the probe. If not, the probe is completed. */
  isWanted(): boolean {
    const isWanted = this.request.isWanted?.() ?? true
    if (!isWanted) this.throttle()
    return isWanted
  }

  /**
   * Ends the probe while we are blocked, when no server is asked. A row of a job waits for the trial after the
   * first pause, or for as long as one pause takes if it came later.
   */
  giveUp(pace: PaceState, pauseMillis: number, now: number): void {
    const { urgency, queuedAt = Number.NEGATIVE_INFINITY } = this.request
    const hasWaited = isStillBlocked(pace) && now - queuedAt >= pauseMillis
    if (urgency === "bulk" && !hasWaited) this.throttle()
    else this.complete({ ...notChecked("smtp_unavailable"), isBlocked: true })
  }

  throttle(): void {
    this.complete(notChecked("smtp_throttled"))
  }
}
