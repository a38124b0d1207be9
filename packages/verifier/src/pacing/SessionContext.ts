/** A session of a queue: its connection permits, what it shares with others, and how it asks and tells the pace. */
import { Effect } from "effect"

import type { Questions } from "../dns/Questions.ts"
import type { DomainKnowledge } from "../DomainKnowledge.ts"
import { askRecipients } from "../smtp/askRecipients.ts"
import type { HostQuestion, Rcpt, Transcript } from "../smtp/askRecipients.ts"
import type { ConnectionError } from "../smtp/ConnectionError.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import type { ConnectionGate } from "../smtp/SmtpConnection.ts"
import type { SmtpClient, SmtpSession } from "../smtp/SmtpSession.ts"
import type { ControlProbe, ControlProbes } from "./ControlProbe.ts"
import type { Probe, RunningSession } from "./Probe.ts"
import type { ConnectionPermit, ProbeScheduler } from "./ProbeScheduler.ts"
import { isAboutConduct, mayAskTogether, paceSignalOf } from "./sessionRules.ts"
import type { Pipelining } from "./sessionRules.ts"

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
  /** By the address of a server. */
  readonly pipelines: Map<string, Pipelining>
  readonly now: () => number
  /** Keeps the replies to one probe for operators. */
  readonly recordReplies: (transcript: Transcript) => void
}

export interface SessionContext extends SessionOptions, RunningSession {
  readonly slot: SessionSlot
  /** The control probes that this session started. Others may wait for them, so it completes them all. */
  readonly ownControls: Array<ControlProbe>
}

export const sessionContext = (
  options: SessionOptions,
  permit: ConnectionPermit
): SessionContext => {
  const slot = new SessionSlot(options.scheduler, options.now, permit)
  const client = { ...options.client, gate: slot }
  return { ...options, client, slot, fiber: undefined, probes: new Set(), ownControls: [] }
}

/**
 * Tells the pace what a result says about us. `opens`: the session was opened for this recipient. A server that has
 * answered before is not silent. Nor does a probe that ran into its own deadline prove silence: the server may be fast.
 */
export const reportResult = (
  { scheduler, slot, now }: SessionContext,
  { domain, deadline }: Probe | ControlProbe,
  result: RcptResult,
  opens: boolean
): void => {
  const kind = paceSignalOf(result)
  const isSilence = kind === "silent" && opens && now() < deadline
  if (kind === undefined || (kind === "silent" && !isSilence)) return
  const isConduct = kind === "refused" && isAboutConduct(result)
  const { startedAt } = slot
  scheduler.adjustPace({ kind, domain, isConduct, startedAt, isFirst: opens })
}

interface InSession {
  /** The recipient that the session was opened for. */
  readonly opener?: Rcpt | undefined
  /** Whether QUIT follows in the same write. */
  readonly isLast?: boolean
}

/** Asks about recipients in one session, in one write if the server takes that. The results have their order. */
export const ask = (
  context: SessionContext,
  session: SmtpSession,
  questions: ReadonlyArray<HostQuestion<Probe | ControlProbe>>,
  { opener, isLast = false }: InSession
) => {
  const { client, pipelines } = context
  const { ip } = session.address
  const probes = questions.map(({ rcpt }) => rcpt)
  const together = mayAskTogether(session, pipelines.get(ip), probes)
  return Effect.map(
    askRecipients(session, client, questions, { together, isLast }),
    ({ results, brokeTogether }) => {
      if (brokeTogether) pipelines.set(ip, "broken")
      for (const [index, probe] of probes.entries()) {
        const result = results[index]
        // What commands together lost says nothing about us: it is asked again in turn.
        const isNews = !brokeTogether || result?.reply !== undefined
        if (result !== undefined && isNews) reportResult(context, probe, result, probe === opener)
      }
      return { results, together }
    }
  )
}
