/** What a session needs of its queue, and how it reports results. */
import type { Questions } from "../dns/Questions.ts"
import type { DomainKnowledge } from "../DomainKnowledge.ts"
import type { RcptContext } from "../smtp/askRecipient.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import type { SmtpClient } from "../smtp/SmtpSession.ts"
import { makeTranscript } from "../smtp/Transcript.ts"
import type { Transcript } from "../smtp/Transcript.ts"
import type { RunningSession, PendingProbe } from "./PendingProbe.ts"
import type { ControlProbes, ControlProbe } from "./ProbeResult.ts"
import { paceSignalOf } from "./ProbeResult.ts"
import type { ProbeScheduler } from "./ProbeScheduler.ts"
import type { SessionSlot } from "./SessionSlot.ts"

/** What all sessions of a queue share. */
export interface SessionOptions {
  /** A name, or the IP address that all hosts of the queue have. */
  readonly group: string
  readonly scheduler: ProbeScheduler
  readonly controls: ControlProbes
  readonly client: SmtpClient
  readonly dns: Pick<Questions, "a" | "aaaa">
  readonly knowledge: DomainKnowledge["Service"]
  readonly now: () => number
  /** Keeps the replies to one probe for operators. */
  readonly recordReplies: (transcript: Transcript) => void
}

export interface SessionContext extends SessionOptions {
  readonly slot: SessionSlot
  readonly session: RunningSession
  /** Control probes that this session started. Others may wait for them, so it completes them all. */
  readonly ownControls: Array<ControlProbe>
}

/** For one RCPT, which may be the first of its session. */
export const rcptContextFor = (
  context: SessionContext,
  { domain, deadline }: { readonly domain: string; readonly deadline: number },
  isFirst: boolean
): RcptContext => ({
  client: { ...context.client, gate: context.slot },
  deadline,
  transcript: makeTranscript(context.client),
  onResult: (result) => {
    const kind = paceSignalOf(result)
    // A server that has answered before is not silent. Nor does a probe that ran into its own
    // deadline prove silence: the server may be fast.
    const isSilence = kind === "silent" && isFirst && context.now() < deadline
    if (kind === undefined || (kind === "silent" && !isSilence)) return
    context.scheduler.adjustPace({ kind, domain, startedAt: context.slot.startedAt, isFirst })
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
