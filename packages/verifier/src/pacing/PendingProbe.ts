/** A probe from its request until its outcome is handed to the caller. */
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
  /** `undefined` while it is being started. */
  fiber: Fiber.Fiber<void> | undefined
  /** The probe that it has to complete. */
  probe: PendingProbe | undefined
}

export interface ProbeRequest extends MailboxQuery {
  readonly account: string
  readonly urgency: Urgency
  /** Until when the probe waits for a session, in epoch milliseconds; not past `deadline`. */
  readonly waitUntil: number
  /** When the row of a job was queued, in epoch milliseconds. */
  readonly queuedAt?: number | undefined
  /** When this address was first greylisted, in epoch milliseconds, if it was. */
  readonly deferredAt?: number | undefined
  /** Asked when a session takes the probe. False: it is not sent, and `smtp_throttled`. */
  readonly isWanted?: (() => boolean) | undefined
}

/** The whole evidence where no session took place; else the result that evidence is made from. */
export type ProbeOutcome = SmtpEvidence | ProbeResult

/** The hosts of the best preference: any of them will do (RFC 5321 §5.1). */
const firstHosts = ({ hosts }: MailboxQuery): ReadonlyArray<string> =>
  hosts
    .filter(({ preference }) => preference === hosts[0]?.preference)
    .slice(0, hostsTriedMax)
    .map(({ host }) => host)

interface PendingProbeOptions {
  readonly request: ProbeRequest
  /** Mail for it goes to this address, so that any session there will do. */
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
  /** When the outcome has to be there, in epoch milliseconds; a session can only shorten it. */
  deadline: number
  /** When its first session took it, in epoch milliseconds; `undefined` while none has. */
  startedAt: number | undefined
  /** The session that works on it, to be interrupted when the probe is cancelled. */
  session: RunningSession | undefined
  /** The caller no longer waits for the outcome. */
  isCancelled = false
  /** A session that other probes had used before broke under it. This is forgiven once. */
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

  /** The session works on this probe from now on, for `totalMillis` at most. */
  attach(session: RunningSession, now: number, totalMillis: number): void {
    session.probe = this
    this.session = session
    if (this.startedAt !== undefined) return
    this.startedAt = now
    this.deadline = Math.min(this.deadline, now + totalMillis)
  }

  detach(): void {
    if (this.session !== undefined) this.session.probe = undefined
    this.session = undefined
  }

  /** Whether a session shall still send it. Completes it if not. */
  isWanted(): boolean {
    const isWanted = this.request.isWanted?.() ?? true
    if (!isWanted) this.throttle()
    return isWanted
  }

  /**
   * While we are blocked no server is asked. A row of a job waits for the trial after the first pause, and for
   * as long as one pause takes if it came later.
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
