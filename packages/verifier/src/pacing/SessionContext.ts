/** The connection permits of a session, what it needs from its queue, and how it reports results. */
import { Effect } from "effect"

import type { Questions } from "../dns/Questions.ts"
import type { DomainKnowledge } from "../DomainKnowledge.ts"
import { makeTranscript } from "../smtp/askRecipient.ts"
import type { RcptContext, Transcript } from "../smtp/askRecipient.ts"
import type { ConnectionError } from "../smtp/ConnectionError.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { probePolicyOf } from "../smtp/rules/probePolicies.ts"
import type { ConnectionGate } from "../smtp/SmtpConnection.ts"
import type { SmtpClient } from "../smtp/SmtpSession.ts"
import type { PendingProbe, RunningSession } from "./PendingProbe.ts"
import type { ControlProbe, ControlProbes } from "./ProbeResult.ts"
import { isAboutConduct, paceSignalOf } from "./ProbeResult.ts"
import type { ConnectionPermit, ProbeScheduler } from "./ProbeScheduler.ts"

type Permits = Pick<ProbeScheduler, "acquirePermit">

/** The connection permits of one session: the first one, and any that it needs later. */
export class SessionSlot implements ConnectionGate {
  readonly #scheduler: Permits
  readonly #now: () => number
  /** A permit that is not used yet. It is kept here so that an interrupted session can return it. */
  #permit: ConnectionPermit | undefined
  /** When the latest permit was granted, in epoch milliseconds. A result counts against the pace of that time. */
  #startedAt: number

  constructor(scheduler: Permits, now: () => number, permit: ConnectionPermit) {
    this.#scheduler = scheduler
    this.#now = now
    this.#permit = permit
    this.#startedAt = now()
  }

  get startedAt(): number {
    return this.#startedAt
  }

  acquirePermit(deadline: number): Effect.Effect<void, ConnectionError> {
    return Effect.suspend(() =>
      this.#permit === undefined
        ? this.#scheduler.acquirePermit(deadline, (permit) => {
            this.#permit = permit
            this.#startedAt = this.#now()
          })
        : Effect.void
    )
  }

  usePermit(): ConnectionPermit {
    const permit = this.#permit
    if (permit === undefined) throw new Error("a connection without a permit")
    this.#permit = undefined
    return permit
  }

  releaseUnused(): void {
    this.#permit?.()
  }
}

/** The options that all sessions of a queue share. */
export interface SessionOptions {
  /** The group: a name, or the IP address that all hosts of the queue have. */
  readonly group: string
  readonly scheduler: ProbeScheduler
  readonly controls: ControlProbes
  readonly client: SmtpClient
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly knowledge: DomainKnowledge["Service"]
  /**
   * By the address of a server, how it took commands that were sent together. Where they cost an answer, it is asked in
   * turn from then on. A session with one that is not proven begins with one recipient: a tarpit shows then.
   */
  readonly pipelines: Map<string, "proven" | "broken">
  readonly now: () => number
  /** Keeps the replies to one probe for operators. */
  readonly recordReplies: (transcript: Transcript) => void
}

export interface SessionContext extends SessionOptions {
  readonly slot: SessionSlot
  readonly session: RunningSession
  /** The control probes that this session started. Others may wait for them, so it completes them all. */
  readonly ownControls: Array<ControlProbe>
}

interface RcptOptions {
  readonly domain: string
  readonly deadline: number
  /** Whether the commands of an earlier session were lost, so that these are sent one after the other. */
  readonly wasRequeued?: boolean
}

/** The context of one RCPT, which may be the first of its session. */
export const rcptContextFor = (
  context: SessionContext,
  { domain, deadline, wasRequeued = false }: RcptOptions,
  isFirst: boolean
): RcptContext => ({
  client: { ...context.client, gate: context.slot },
  deadline,
  transcript: makeTranscript(context.client),
  pipelining: {
    mayAskTogether: ({ pipelines, address: { host, ip } }) =>
      pipelines &&
      !wasRequeued &&
      probePolicyOf(host).pipelining !== "never" &&
      context.pipelines.get(ip) !== "broken",
    onBroken: ({ address: { ip } }) => void context.pipelines.set(ip, "broken")
  },
  onResult: (result) => {
    const kind = paceSignalOf(result)
    // A server that has answered before is not silent. Nor does a probe that ran into its own
    // deadline prove silence: the server may be fast.
    const isSilence = kind === "silent" && isFirst && context.now() < deadline
    if (kind === undefined || (kind === "silent" && !isSilence)) return
    const { startedAt } = context.slot
    const isConduct = kind === "refused" && isAboutConduct(result)
    context.scheduler.adjustPace({ kind, domain, isConduct, startedAt, isFirst })
  }
})

export const completeProbe = (
  { recordReplies }: SessionContext,
  probe: PendingProbe,
  { transcript }: RcptContext,
  target: RcptResult,
  tls: boolean,
  controlProbe?: ControlProbe
): void => {
  const { startedAt = 0, deadline } = probe
  recordReplies(transcript)
  const { lines } = transcript
  probe.complete({
    _tag: "ProbeResult",
    target,
    tls,
    transcript: lines,
    startedAt,
    deadline,
    controlProbe
  })
}
