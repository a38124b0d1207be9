/** A probe: one recipient, from the request until the caller gets the outcome. */
import { print } from "@rcpt/domain/Address"
import type { Address } from "@rcpt/domain/Address"
import type { CatchAll, MailHost } from "@rcpt/domain/Evidence"
import type { Fact } from "@rcpt/domain/Fact"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpChecked, SmtpEvidence } from "@rcpt/domain/Smtp"
import type { Fiber, Tracer } from "effect"

import { Transcript } from "../smtp/askRecipients.ts"
import type { Rcpt } from "../smtp/askRecipients.ts"
import { controlOutcome, interpretProbe } from "../smtp/interpretProbe.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { hostsTriedMax } from "../smtp/limits.ts"
import { probePolicyOf, providerIdOf } from "../smtp/rules/probePolicies.ts"
import type { OurNames } from "../smtp/withoutEcho.ts"
import type { ControlProbe, ControlResult } from "./ControlProbe.ts"
import type { Urgency, QueueItem } from "./FairQueue.ts"
import { isStillBlocked } from "./pace.ts"
import type { PaceState } from "./pace.ts"

/** A session as its probes see it. */
export interface RunningSession {
  /** The fiber; `undefined` while it is being started. */
  fiber: Fiber.Fiber<void> | undefined
  /** The probes that the session has to complete. */
  readonly probes: Set<Probe>
}

/** What is asked of the queue of a group of mail hosts. */
export interface ProbeRequest {
  readonly address: Address
  /** The mail hosts, in order of preference. */
  readonly hosts: ReadonlyArray<MailHost>
  /** Whether the domain is a catch-all, as known before any server is asked. */
  readonly catchAll: Fact<CatchAll>
  readonly account: string
  /** Of many who use the account, the one who asks. */
  readonly visitor?: string | undefined
  readonly urgency: Urgency
  /** How long the probe waits for a session, in epoch milliseconds, but not past `deadline`. */
  readonly waitUntil: number
  /** When the answer is due, in epoch milliseconds. */
  readonly deadline: number
  /** When the row of a job was queued, in epoch milliseconds. */
  readonly queuedAt?: number | undefined
  /** When this address was first greylisted, in epoch milliseconds, if it was. */
  readonly deferredAt?: number | undefined
  /** Asked when a session takes the probe. If false, the probe is not sent and ends as `smtp_throttled`. */
  readonly isWanted?: (() => boolean) | undefined
}

/** What a mail server has said, before the control probe has ended that may be needed to understand it. */
export interface Heard {
  readonly _tag: "Heard"
  readonly probe: Pick<Probe, "request" | "transcript" | "startedAt" | "deadline">
  readonly target: RcptResult
  readonly tls: boolean
  /** The control probe, which tells whether the domain is a catch-all, if that matters to this result. */
  readonly controlProbe: ControlProbe | undefined
}

/** The whole evidence if no session took place, or else what a session has heard. */
export type ProbeOutcome = SmtpEvidence | Heard

/** The hosts of the best preference: any of them will do (RFC 5321 §5.1). */
const firstHosts = ({ hosts }: ProbeRequest): ReadonlyArray<string> =>
  hosts
    .filter(({ preference }) => preference === hosts[0]?.preference)
    .slice(0, hostsTriedMax)
    .map(({ host }) => host)

interface ProbeOptions {
  /** The address that mail for the probe goes to, so that any session there will do. */
  readonly ip: string | undefined
  readonly ours: OurNames
  readonly onComplete: (outcome: ProbeOutcome) => void
  /** The stage that waits for the outcome. */
  readonly span?: Tracer.AnySpan | undefined
}

type Stage =
  | { readonly _tag: "Waiting" }
  /** The session is interrupted when the last of its probes is cancelled. */
  | { readonly _tag: "InSession"; readonly session: RunningSession }
  /** The caller has the outcome, or has stopped waiting for it. */
  | { readonly _tag: "Done" }

const waiting: Stage = { _tag: "Waiting" }
const done: Stage = { _tag: "Done" }

export class Probe implements QueueItem, Rcpt {
  readonly request: ProbeRequest
  readonly account: string
  readonly urgency: Urgency
  readonly hosts: ReadonlyArray<string>
  readonly domain: string
  readonly recipient: string
  readonly control = false
  readonly span: Tracer.AnySpan | undefined
  readonly #ours: OurNames
  readonly #onComplete: (outcome: ProbeOutcome) => void
  #stage: Stage = waiting
  /** What its present session has heard. */
  transcript: Transcript
  waitUntil: number
  /** When the outcome is due, in epoch milliseconds. A session can only shorten this. */
  deadline: number
  /** When its first session took the probe, in epoch milliseconds; `undefined` before. */
  startedAt: number | undefined
  /** Whether a session that other probes had used before broke during this one. The probe is repeated only once. */
  wasRequeued = false

  constructor(request: ProbeRequest, { ip, ours, onComplete, span }: ProbeOptions) {
    this.request = request
    this.span = span
    this.account = request.account
    this.urgency = request.urgency
    this.hosts = [...firstHosts(request), ...(ip === undefined ? [] : [ip])]
    this.domain = request.address.domain
    this.recipient = print(request.address)
    this.waitUntil = Math.min(request.waitUntil, request.deadline)
    this.deadline = request.deadline
    this.#ours = ours
    this.#onComplete = onComplete
    this.transcript = new Transcript(ours)
  }

  get isDone(): boolean {
    return this.#stage._tag === "Done"
  }

  /** Gives the probe to a session, for at most `totalMillis`. */
  attach(session: RunningSession, now: number, totalMillis: number): void {
    if (this.isDone) return
    session.probes.add(this)
    this.#stage = { _tag: "InSession", session }
    if (this.startedAt !== undefined) return
    this.startedAt = now
    this.deadline = Math.min(this.deadline, now + totalMillis)
  }

  /** Takes the probe from its session, to ask again. It `counts` if the session broke at this probe. */
  detach(counts: boolean): void {
    this.#leaveFor(waiting)
    this.wasRequeued ||= counts
    this.waitUntil = this.deadline
    this.transcript = new Transcript(this.#ours)
  }

  complete(outcome: ProbeOutcome): void {
    if (this.isDone) return
    this.#leaveFor(done)
    this.#onComplete(outcome)
  }

  /** Completes the probe with what its session has heard. */
  hear(target: RcptResult, tls: boolean, controlProbe?: ControlProbe): void {
    this.complete({ _tag: "Heard", probe: this, target, tls, controlProbe })
  }

  /** Ends the probe without an outcome. Its session is interrupted unless others of it still wait for their replies. */
  cancel(): void {
    const session = this.#leaveFor(done)
    if (session?.probes.size === 0) session.fiber?.interruptUnsafe()
  }

  #leaveFor(stage: Stage): RunningSession | undefined {
    const session = this.#stage._tag === "InSession" ? this.#stage.session : undefined
    session?.probes.delete(this)
    this.#stage = stage
    return session
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

const isBusyMailbox = ({ reading: { status, mailboxExists } }: RcptResult): boolean =>
  status === "rate_limited" && mailboxExists === true

/** The lowest code of a permanent refusal (RFC 5321 §4.2.1). */
const permanentMin = 500

const isUnreadRefusal = ({ reading, reply }: RcptResult): boolean =>
  reading.unread !== undefined && (reply?.code ?? 0) >= permanentMin

/** The evidence from what mail servers have said about a recipient and about the control address. */
export const evidenceOf = (
  { probe: { transcript, startedAt = 0 }, target, tls }: Heard,
  { knownCatchAll, control, transcript: controlTranscript }: ControlResult,
  now: number
): SmtpChecked => {
  const { mxHost, reply } = target
  const { status, subReason, catchAll } = interpretProbe(
    target,
    control,
    probePolicyOf(mxHost),
    knownCatchAll
  )
  return {
    checked: true,
    status,
    subReason,
    responseCode: reply?.code,
    enhancedCode: reply?.enhancedCode,
    catchAll,
    tls,
    mxHost,
    provider: providerIdOf(mxHost),
    latencyMillis: now - startedAt,
    control: controlOutcome(control),
    ...(isBusyMailbox(target) && { isBusy: true }),
    ...(status === "unknown" && isUnreadRefusal(target) && { isUnread: true }),
    transcript: [...transcript.lines, ...controlTranscript]
  }
}
