/** What a mail server said, or why nobody asked it, in sentences. Every word of the contract has one. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

export type Smtp = NonNullable<VerifyResult["smtp"]>
type SubReason = NonNullable<Smtp["sub_reason"]>
type Reason = NonNullable<Smtp["reason"]>
export type Phase = NonNullable<NonNullable<VerifyResult["evidence"]>[number]["phase"]>

const statuses: Readonly<Record<Smtp["status"], string>> = {
  deliverable: "The mail server accepted the mailbox, and its word can be trusted.",
  undeliverable: "The mail server refused this recipient for good.",
  catch_all:
    "The mail server accepts every recipient, so that it accepted this one proves nothing.",
  unknown: "The conversation ended without an answer about the mailbox.",
  greylisted:
    "The mail server asked to come back later (greylisting). A check in some minutes usually succeeds.",
  rate_limited: "The mail server takes no more questions for now.",
  policy_blocked:
    "The mail server refused us, not the recipient: that says nothing about the mailbox.",
  timeout: "The mail server did not answer in time.",
  not_checked: "The mail server was not asked."
}

const subReasons: Readonly<Record<SubReason, string>> = {
  mailbox_not_found: "It knows no such mailbox.",
  mailbox_full: "The mailbox is full: somebody has it.",
  mailbox_disabled: "The mailbox was disabled or suspended.",
  domain_not_found: "It handles no mail for this domain.",
  accept_all_gateway: "It is a gateway that accepts everybody and sorts out later.",
  provider_unverifiable: "This provider accepts everybody first and conceals who exists.",
  connection_failed: "No connection came about, or it broke.",
  protocol_error: "What it said is not SMTP.",
  tls_required: "It demands encryption that could not be agreed upon.",
  sender_rejected: "It dislikes the sender that we named."
}

const reasons: Readonly<Record<Reason, string>> = {
  smtp_not_required: "Nobody asked it: the fast checks had settled the address.",
  smtp_not_requested: "Nobody asked it: this was a fast check.",
  smtp_unavailable: "It could not be asked: deep verification was not available for this address.",
  smtp_no_mx: "There is nobody to ask: the domain has no usable mail server.",
  smtp_invalid_syntax: "There is nobody to ask: the address is not well-formed.",
  smtp_smtputf8: "It was not asked: the part before the @ is not ASCII, which needs SMTPUTF8.",
  smtp_unsafe_mx:
    "It was not asked: its network address is private or otherwise not to be trusted.",
  smtp_throttled:
    "It was not asked: no conversation could begin in time. Verify again in a minute.",
  smtp_abuse_throttled:
    "It was not asked: your account has asked for too many names of this domain. Try again later."
}

export const smtpSentences = ({ status, reason, sub_reason }: Smtp): string =>
  [
    reason === undefined ? statuses[status] : reasons[reason],
    sub_reason === undefined ? undefined : subReasons[sub_reason]
  ]
    .filter((words) => words !== undefined)
    .join(" ")

/** The commands of RFC 5321 by their names. */
export const phases: Readonly<Record<Phase, string>> = {
  connect: "Connection",
  greeting: "Greeting",
  ehlo: "EHLO",
  starttls: "STARTTLS",
  mail: "MAIL FROM",
  rcpt: "RCPT TO",
  rset: "RSET"
}

/** By what `smtp.control` of the evidence answers. */
export const controls: Readonly<Record<string, string>> = {
  accepted: "A made-up address at the same server was accepted, too.",
  refused: "A made-up address at the same server was refused: it tells mailboxes apart.",
  "neither accepted nor refused":
    "A made-up address at the same server was neither accepted nor refused.",
  "not asked": "No made-up address was asked about."
}
