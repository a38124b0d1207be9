/**
 * From what the server said of the address, and of one that nobody has, to what that is worth. Pure:
 * the policy says how much a provider's acceptance proves.
 */
import type { CatchAll } from "@rcpt/domain/Evidence"
import type { Fact } from "@rcpt/domain/Fact"
import type { ControlOutcome, SmtpChecked, SmtpSubReason } from "@rcpt/domain/Smtp"

import type { ProbePolicy } from "../rules/probePolicies.ts"
import type { Stopped } from "./Conversation.ts"
import { readReply } from "./readReply.ts"
import type { Reading } from "./readReply.ts"
import type { SmtpReply } from "./ReplyReader.ts"
import { withoutEcho } from "./withoutEcho.ts"

/** What came back on one question, and what it means. */
export interface Answered {
  readonly reading: Reading
  /** `undefined` where something came in place of a reply. */
  readonly reply: SmtpReply | undefined
  readonly mxHost: string
  readonly recipient: string
}

const lost = (ruleId: string, status: Reading["status"], subReason?: SmtpSubReason): Reading => ({
  status,
  subReason,
  mailboxExists: undefined,
  ruleId,
  unread: false
})

/** No reply is no word about anybody. */
const readLoss = (stopped: Stopped & { readonly _tag: "Lost" }): Reading => {
  const { phase, fault } = stopped
  if (fault.how === "garbled") return lost("garbled", "unknown", "protocol_error")
  if (fault.how === "closed") return lost("hung-up", "unknown", "connection_failed")
  return phase === "connect"
    ? lost("no-connection", "timeout", "connection_failed")
    : lost("silence", "timeout")
}

export const readStopped = (stopped: Stopped, mxHost: string, recipient: string): Answered => {
  if (stopped._tag === "Lost") {
    return { reading: readLoss(stopped), reply: undefined, mxHost, recipient }
  }
  const { phase, reply } = stopped
  return { reading: readReply({ phase, reply, mxHost, recipient }), reply, mxHost, recipient }
}

/** Whether a question about a made-up address can add anything. */
export const needsControl = (
  { reading: { status, unread } }: Answered,
  { acceptance, control }: ProbePolicy,
  known: Fact<CatchAll>
): boolean => {
  if (control === "never" || acceptance === "conceals") return false
  if (unread) return true
  // Both have to wait, so both have to be seen: once the address is taken, the answer is there too.
  if (status === "greylisted") return control === "same" && known._tag === "Unanswered"
  return status === "deliverable" && acceptance !== "honest" && known._tag === "Unanswered"
}

export const controlOutcome = (control: Answered | undefined): ControlOutcome => {
  if (control === undefined) return "notAsked"
  const { status, subReason, unread } = control.reading
  if (status === "deliverable") return "accepted"
  // "User unknown" in a 4xx is a weak word about one address, but one that tells addresses apart.
  return status === "undeliverable" || subReason === "mailbox_not_found" || unread
    ? "refused"
    : "unknown"
}

export interface Conclusion {
  readonly status: SmtpChecked["status"]
  readonly subReason: SmtpSubReason | undefined
  readonly catchAll: boolean | undefined
}

const conclusion = (
  status: Conclusion["status"],
  subReason?: SmtpSubReason,
  catchAll?: boolean
): Conclusion => ({ status, subReason, catchAll })

/** The server took the address. */
const concludeAccepted = (
  { acceptance }: ProbePolicy,
  known: Fact<CatchAll>,
  control: ControlOutcome
): Conclusion => {
  if (acceptance === "conceals") return conclusion("unknown", "provider_unverifiable")
  if (known._tag === "Absent") return conclusion("deliverable", undefined, false)
  if (control === "refused") return conclusion("deliverable", undefined, false)
  if (acceptance === "honest" && known._tag !== "Present") return conclusion("deliverable")
  const takesAll = known._tag === "Present" || control === "accepted" ? true : undefined
  if (acceptance === "gateway") return conclusion("unknown", "accept_all_gateway", takesAll)
  return takesAll === true ? conclusion("catch_all", undefined, true) : conclusion("unknown")
}

const sameWords = (one: Answered, other: Answered): boolean =>
  one.reply !== undefined &&
  other.reply !== undefined &&
  one.reply.code === other.reply.code &&
  withoutEcho({ ...one, reply: one.reply }) === withoutEcho({ ...other, reply: other.reply })

export const conclude = (
  target: Answered,
  control: Answered | undefined,
  policy: ProbePolicy,
  known: Fact<CatchAll>
): Conclusion => {
  const { status, subReason, unread } = target.reading
  if (status === "deliverable") return concludeAccepted(policy, known, controlOutcome(control))
  // Who says the same of somebody made up does not speak about the mailbox.
  if (unread && control !== undefined && sameWords(target, control)) {
    return conclusion("policy_blocked")
  }
  return conclusion(status, subReason)
}
