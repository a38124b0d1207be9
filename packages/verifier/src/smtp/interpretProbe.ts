/**
 * Interprets the replies about the recipient and about the control address together, by pure functions. The
 * policy says how much a provider's acceptance is worth.
 */
import type { CatchAll } from "@rcpt/domain/Evidence"
import type { Fact } from "@rcpt/domain/Fact"
import type { ControlOutcome, SmtpChecked, SmtpPhase, SmtpSubReason } from "@rcpt/domain/Smtp"

import { readReply } from "./readReply.ts"
import type { Reading } from "./readReply.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import type { ProbePolicy } from "./rules/probePolicies.ts"
import type { SessionFailure } from "./SmtpDialog.ts"
import { closing } from "./transactions.ts"
import { withoutEcho } from "./withoutEcho.ts"
import type { OurNames } from "./withoutEcho.ts"

/** The outcome of RCPT for one recipient, and what it means. */
export interface RcptResult {
  readonly reading: Reading
  /** The reply; `undefined` if none came, or none that makes sense. */
  readonly reply: SmtpReply | undefined
  /** The phase of the reply, or the one in which the connection was lost. */
  readonly phase: SmtpPhase
  readonly mxHost: string
  readonly recipient: string
  readonly ours: OurNames
  /**
   * Whether the server had accepted another recipient of the domain in the same session, so that it does not
   * refuse us.
   */
  readonly hasAcceptedOthers: boolean
}

const lost = (ruleId: string, status: Reading["status"], subReason?: SmtpSubReason): Reading => ({
  status,
  subReason,
  mailboxExists: undefined,
  ruleId,
  subject: "server",
  predicate: "silent",
  unread: undefined,
  statement: undefined,
  isUnclear: false,
  namesRecipient: false
})

/** The reading of a lost connection. Without a reply nothing is known about the recipient. */
const readLoss = (failure: SessionFailure & { readonly _tag: "ConnectionLost" }): Reading => {
  const { phase, fault } = failure
  if (fault.how === "garbled") return lost("garbled", "unknown", "protocol_error")
  if (fault.how === "closed") return lost("hung-up", "unknown", "connection_failed")
  return phase === "connect"
    ? lost("no-connection", "timeout", "connection_failed")
    : lost("silence", "timeout")
}

export const readFailure = (
  failure: SessionFailure,
  mxHost: string,
  recipient: string,
  ours: OurNames
): RcptResult => {
  const context = { mxHost, recipient, ours, hasAcceptedOthers: false }
  if (failure._tag === "ConnectionLost") {
    return { reading: readLoss(failure), reply: undefined, phase: failure.phase, ...context }
  }
  const { phase, reply } = failure
  return { reading: readReply({ phase, reply, ...context }), reply, phase, ...context }
}

/** Whether the server has answered about the recipient, and not closed the session in place of that. */
export const isHeard = ({ reply, phase }: RcptResult): boolean =>
  phase === "rcpt" && reply !== undefined && reply.code !== closing

/** Whether a control probe can add anything. */
export const needsControl = (
  { reading: { status, isUnclear } }: RcptResult,
  { acceptance, control }: ProbePolicy,
  known: Fact<CatchAll>
): boolean => {
  if (control === "never" || acceptance === "conceals") return false
  if (isUnclear) return true
  // Greylisting defers both addresses, so both have to be seen now: when the recipient is accepted
  // later, the control probe can be answered too.
  if (status === "greylisted") return control === "same" && known._tag === "Unanswered"
  return status === "deliverable" && acceptance !== "honest" && known._tag === "Unanswered"
}

export const controlOutcome = (control: RcptResult | undefined): ControlOutcome => {
  if (control === undefined) return "notAsked"
  const { status, subReason, isUnclear } = control.reading
  if (status === "deliverable") return "accepted"
  // The code is about the mailbox (RFC 3463 §3.3), and no rule reads its words as being about us (OpenSMTPD's 5.2.4).
  const isOfMailbox =
    status === "unknown" && control.reply?.enhancedCode?.startsWith("5.2.") === true
  // "User unknown" in a 4xx proves little about the address, but it does tell addresses apart.
  const tellsApart = status === "undeliverable" || subReason === "mailbox_not_found" || isUnclear
  return isOfMailbox || tellsApart ? "refused" : "unknown"
}

interface Interpretation {
  readonly status: SmtpChecked["status"]
  readonly subReason: SmtpSubReason | undefined
  readonly catchAll: boolean | undefined
}

const conclusion = (
  status: Interpretation["status"],
  subReason?: SmtpSubReason,
  catchAll?: boolean
): Interpretation => ({ status, subReason, catchAll })

/** The conclusion if the server accepted the recipient. */
const concludeAccepted = (
  { acceptance }: ProbePolicy,
  known: Fact<CatchAll>,
  control: ControlOutcome
): Interpretation => {
  if (acceptance === "conceals") return conclusion("unknown", "provider_unverifiable")
  if (known._tag === "Absent") return conclusion("deliverable", undefined, false)
  if (control === "refused") return conclusion("deliverable", undefined, false)
  if (acceptance === "honest" && known._tag !== "Present") return conclusion("deliverable")
  const takesAll = known._tag === "Present" || control === "accepted" ? true : undefined
  if (acceptance === "gateway") return conclusion("unknown", "accept_all_gateway", takesAll)
  return takesAll === true ? conclusion("catch_all", undefined, true) : conclusion("unknown")
}

const wordsIn = ({ reply, ...context }: RcptResult): string | undefined =>
  reply && `${reply.code} ${withoutEcho({ ...context, reply })}`

/** Whether the text has words and not only codes. */
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text)

/**
 * The conclusion from a refusal that does not tell what was refused. If the control address gets the same one,
 * it is about us, unless its words are about a recipient: then the server may refuse all unknown ones this way, as
 * it may if it accepted another recipient.
 */
const concludeUnclear = (
  target: RcptResult,
  control: RcptResult | undefined,
  policy: ProbePolicy
): Interpretation => {
  const { status, subReason, namesRecipient, unread } = target.reading
  const asRead = conclusion(status, subReason)
  const [words, controlWords] = [wordsIn(target), control && wordsIn(control)]
  if (words === undefined || controlWords === undefined) {
    return status === "undeliverable" && policy.control !== "never"
      ? conclusion("unknown", "protocol_error")
      : asRead
  }
  if (words !== controlWords) return asRead
  return unread !== undefined ||
    !hasWords(words) ||
    namesRecipient ||
    target.hasAcceptedOthers ||
    control?.hasAcceptedOthers === true
    ? conclusion("unknown", "protocol_error")
    : conclusion("policy_blocked")
}

export const interpretProbe = (
  target: RcptResult,
  control: RcptResult | undefined,
  policy: ProbePolicy,
  known: Fact<CatchAll>
): Interpretation => {
  const { status, subReason, isUnclear } = target.reading
  if (status === "deliverable") return concludeAccepted(policy, known, controlOutcome(control))
  if (isUnclear) return concludeUnclear(target, control, policy)
  return conclusion(status, subReason)
}
