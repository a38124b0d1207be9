/** The results of one probe and of its control probe, and the evidence that follows from both. */
import type { CatchAll } from "@rcpt/domain/Evidence"
import { unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import type { SmtpChecked, SmtpExchange } from "@rcpt/domain/Smtp"
import { Clock, Deferred, Duration, Effect } from "effect"

import { interpretProbe, controlOutcome } from "../smtp/interpretProbe.ts"
import type { RcptResult } from "../smtp/interpretProbe.ts"
import { probePolicyOf, providerIdOf } from "../smtp/rules/probePolicies.ts"
import { conductRule } from "../smtp/rules/replyRulesAboutUs.ts"
import type { PaceSignal } from "./pace.ts"

export interface ProbeResult {
  readonly _tag: "ProbeResult"
  readonly target: RcptResult
  readonly tls: boolean
  readonly transcript: ReadonlyArray<SmtpExchange>
  readonly startedAt: number
  readonly deadline: number
  /** The control probe, which tells whether the domain is a catch-all, if that matters to this result. */
  readonly controlProbe: ControlProbe | undefined
}

/** Whether the domain is known as a catch-all, or else the server's reply about the control address. */
interface ControlResult {
  readonly knownCatchAll: Fact<CatchAll>
  readonly control: RcptResult | undefined
  readonly transcript: ReadonlyArray<SmtpExchange>
}

export const noControlResult: ControlResult = {
  knownCatchAll: unanswered("not probed"),
  control: undefined,
  transcript: []
}

const isBusyMailbox = ({ reading: { status, mailboxExists } }: RcptResult): boolean =>
  status === "rate_limited" && mailboxExists === true

/** The lowest code of a permanent refusal (RFC 5321 §4.2.1). */
const permanentMin = 500

const isUnreadRefusal = ({ reading, reply }: RcptResult): boolean =>
  reading.unread !== undefined && (reply?.code ?? 0) >= permanentMin

export const evidenceOf = (
  { target, tls, transcript, startedAt }: ProbeResult,
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
    transcript: [...transcript, ...controlTranscript]
  }
}

/**
 * The signal that a result gives about us, or `undefined` if it says nothing. A mailbox that gets too much mail, TLS that
 * we could not do, and ordinary greylisting say nothing about us.
 */
export const paceSignalOf = ({ reading, reply }: RcptResult): PaceSignal["kind"] | undefined => {
  const { status, subReason, mailboxExists, ruleId } = reading
  if (reply === undefined) return ruleId === "garbled" ? undefined : "silent"
  if (mailboxExists !== undefined || subReason === "provider_unverifiable") return "quiet"
  if (status === "rate_limited") return "rateLimited"
  if (status === "policy_blocked") return subReason === "tls_required" ? undefined : "refused"
  // "4.7.1 try again later" is greylisting by rspamd, and "not so fast" by others.
  const mayBeAboutUs = ruleId === "bare-450-451" && reply.enhancedCode?.startsWith("4.7.") === true
  return mayBeAboutUs ? "deferred" : undefined
}

/** Whether a refusal speaks of complaints or spam traps. */
export const isAboutConduct = ({ reading }: RcptResult): boolean => reading.ruleId === conductRule

/** A running control probe. Any number of probes may wait for its result. */
export interface ControlProbe {
  readonly key: string
  readonly result: Deferred.Deferred<ControlResult>
}

/** The running control probes of one queue, one per key. */
export class ControlProbes {
  readonly #underWay = new Map<string, ControlProbe>()

  /** Joins the control probe of this key. Its owner is the caller that has to run and complete it. */
  join(key: string): { readonly controlProbe: ControlProbe; readonly isOwner: boolean } {
    const controlProbe = this.#underWay.get(key)
    if (controlProbe !== undefined) return { controlProbe, isOwner: false }
    const own: ControlProbe = { key, result: Deferred.makeUnsafe() }
    this.#underWay.set(key, own)
    return { controlProbe: own, isOwner: true }
  }

  /** Completes a control probe. The first result counts; later ones are ignored. */
  complete(controlProbe: ControlProbe, result: ControlResult): void {
    if (this.#underWay.get(controlProbe.key) === controlProbe)
      this.#underWay.delete(controlProbe.key)
    Deferred.doneUnsafe(controlProbe.result, Effect.succeed(result))
  }
}

/** Waits for the result of a control probe. If the deadline comes first, that is `noControlResult`. */
export const awaitControlProbe = Effect.fnUntraced(function* (
  { result }: ControlProbe,
  deadline: number
): Effect.fn.Return<ControlResult> {
  if (Deferred.isDoneUnsafe(result)) return yield* Deferred.await(result)
  const left = Math.max(0, deadline - (yield* Clock.currentTimeMillis))
  return yield* Effect.timeoutOrElse(Deferred.await(result), {
    duration: Duration.millis(left),
    orElse: () => Effect.succeed(noControlResult)
  })
})
