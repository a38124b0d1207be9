/** What one question brought, and what follows from it. */
import type { CatchAll } from "@rcpt/domain/Evidence"
import { unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import type { SmtpChecked, SmtpExchange } from "@rcpt/domain/Smtp"

import { probePolicyOf, providerIdOf } from "../rules/probePolicies.ts"
import { conclude, controlOutcome } from "../smtp/conclude.ts"
import type { Answered } from "../smtp/conclude.ts"
import type { Flight } from "./Controls.ts"
import type { Tidings } from "./pace.ts"

export interface Heard {
  readonly _tag: "Heard"
  readonly target: Answered
  readonly tls: boolean
  readonly transcript: ReadonlyArray<SmtpExchange>
  readonly startedAt: number
  readonly deadline: number
  /** What its domain does with strangers is being found out. */
  readonly flight: Flight | undefined
}

/** What is known of a domain's manners towards strangers, or was said about one. */
export interface ControlAnswer {
  readonly known: Fact<CatchAll>
  readonly control: Answered | undefined
  readonly lines: ReadonlyArray<SmtpExchange>
}

export const nothingKnown: ControlAnswer = {
  known: unanswered("not probed"),
  control: undefined,
  lines: []
}

export const evidenceOf = (
  { target, tls, transcript, startedAt }: Heard,
  { known, control, lines }: ControlAnswer,
  now: number
): SmtpChecked => {
  const { mxHost, reply } = target
  const { status, subReason, catchAll } = conclude(target, control, probePolicyOf(mxHost), known)
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
    transcript: [...transcript, ...lines]
  }
}

/** For whoever asks while we are known to be blocked: nobody is asked, nothing is said of the mailbox. */
export const blockedEvidence = (mxHost: string): SmtpChecked => ({
  checked: true,
  status: "policy_blocked",
  tls: false,
  mxHost,
  provider: providerIdOf(mxHost),
  latencyMillis: 0,
  control: "notAsked",
  transcript: []
})

/**
 * What an answer says about us; `undefined`: nothing. A mailbox that gets too much mail is no word
 * about us, nor is TLS that we could not do, nor ordinary greylisting.
 */
export const tidingsIn = ({ reading, reply }: Answered): Tidings["kind"] | undefined => {
  const { status, subReason, mailboxExists, ruleId } = reading
  if (reply === undefined) return ruleId === "garbled" ? undefined : "silent"
  if (mailboxExists !== undefined || subReason === "provider_unverifiable") return "quiet"
  if (status === "rate_limited") return "rateLimited"
  if (status === "policy_blocked") return subReason === "tls_required" ? undefined : "refused"
  // "4.7.1 try again later" is greylisting by rspamd, and "not so fast" by others.
  const mayBeAboutUs = ruleId === "bare-450-451" && reply.enhancedCode?.startsWith("4.7.") === true
  return mayBeAboutUs ? "deferred" : undefined
}
