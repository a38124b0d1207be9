/** Sentences for the result of an SMTP probe, or for why there was none. The API's values all have one. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

export type Smtp = NonNullable<VerifyResult["smtp"]>
type SubReason = NonNullable<Smtp["sub_reason"]>
type Reason = NonNullable<Smtp["reason"]>
export type Phase = NonNullable<NonNullable<VerifyResult["evidence"]>[number]["phase"]>

const statuses: Readonly<Record<Smtp["status"], string>> = {
  deliverable: "The mail server accepted this recipient, and its answer can be trusted.",
  undeliverable: "The mail server permanently rejected this recipient.",
  catch_all: "The mail server accepts every recipient, so accepting this one proves nothing.",
  unknown: "The SMTP session ended without an answer about the mailbox.",
  greylisted:
    "The mail server asked us to come back later (greylisting). Another check in a few minutes usually succeeds.",
  rate_limited: "The mail server accepts no more requests from us for now.",
  policy_blocked:
    "The mail server rejected us, not the recipient. This says nothing about the mailbox.",
  timeout: "The mail server did not respond in time.",
  not_checked: "The mail server was not asked."
}

const subReasons: Readonly<Record<SubReason, string>> = {
  mailbox_not_found: "The mailbox does not exist.",
  mailbox_full: "The mailbox exists but is full.",
  mailbox_disabled: "The mailbox is disabled or suspended.",
  domain_not_found: "It handles no mail for this domain.",
  accept_all_gateway: "It is a gateway that accepts every recipient and filters later.",
  provider_unverifiable:
    "This provider accepts every recipient at first and does not reveal which mailboxes exist.",
  connection_failed: "The connection failed or was lost.",
  protocol_error: "Its reply was not valid SMTP.",
  tls_required: "It requires encryption, which could not be negotiated.",
  sender_rejected: "It rejected our sender address."
}

const reasons: Readonly<Record<Reason, string>> = {
  smtp_not_required: "Not asked: what is known already decides the verdict.",
  smtp_not_requested: "Not asked: this was a fast check.",
  smtp_unavailable: "Not asked: deep verification was not available for this address.",
  smtp_no_mx: "Not asked: the domain has no usable mail server.",
  smtp_invalid_syntax: "Not asked: the address is not well-formed.",
  smtp_smtputf8: "Not asked: the part before the @ is not ASCII, which needs SMTPUTF8.",
  smtp_unsafe_mx: "Not asked: its IP address is private or otherwise unsafe.",
  smtp_throttled: "Not asked: no SMTP session could start in time. Verify again in a minute.",
  smtp_abuse_throttled:
    "Not asked: your account has checked too many names at this domain. Try again later."
}

export const smtpSentences = ({ status, reason, sub_reason }: Smtp): string =>
  [
    reason === undefined ? statuses[status] : reasons[reason],
    sub_reason === undefined ? undefined : subReasons[sub_reason]
  ]
    .filter((text) => text !== undefined)
    .join(" ")

/** Commands by their names in RFC 5321. */
export const phases: Readonly<Record<Phase, string>> = {
  connect: "Connection",
  greeting: "Greeting",
  ehlo: "EHLO",
  starttls: "STARTTLS",
  mail: "MAIL FROM",
  rcpt: "RCPT TO",
  rset: "RSET"
}

/** By the answer of `smtp.control` in the evidence. */
export const controls: Readonly<Record<string, string>> = {
  accepted: "The server also accepted a made-up address.",
  refused: "The server rejected a made-up address, so it tells mailboxes apart.",
  "neither accepted nor refused": "The server neither accepted nor rejected a made-up address.",
  "not asked": "No made-up address was tried."
}
