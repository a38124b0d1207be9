/**
 * The result of an SMTP session with the recipient's mail server. The values are part of the public
 * contract: they may be added, never renamed.
 *
 * These are schemas, unlike the rest of the evidence, because another node may run the session and send the
 * result.
 */
import { Schema } from "effect"

/** The result of asking the server about the mailbox. The verdict is `Status`. */
export const SmtpStatus = Schema.Literals([
  "deliverable",
  "undeliverable",
  "catch_all",
  "unknown",
  "greylisted",
  "rate_limited",
  "policy_blocked",
  "timeout",
  "not_checked"
])
export type SmtpStatus = typeof SmtpStatus.Type

/** Why there was no session. `smtp_not_requested` is reserved: fast answers have no `smtp`. */
export const SmtpReason = Schema.Literals([
  "smtp_not_required",
  "smtp_not_requested",
  "smtp_unavailable",
  "smtp_no_mx",
  "smtp_invalid_syntax",
  "smtp_smtputf8",
  "smtp_unsafe_mx",
  "smtp_throttled",
  "smtp_abuse_throttled"
])
export type SmtpReason = typeof SmtpReason.Type

export const SmtpSubReason = Schema.Literals([
  "mailbox_not_found",
  "mailbox_full",
  "mailbox_disabled",
  "domain_not_found",
  "accept_all_gateway",
  "provider_unverifiable",
  "connection_failed",
  "protocol_error",
  "tls_required",
  "sender_rejected"
])
export type SmtpSubReason = typeof SmtpSubReason.Type

/** The phase of a session. Only a reply to `rcpt` can be about a mailbox. */
export const SmtpPhase = Schema.Literals([
  "connect",
  "greeting",
  "ehlo",
  "starttls",
  "mail",
  "rcpt",
  "rset"
])
export type SmtpPhase = typeof SmtpPhase.Type

/** One reply of the session, or the fault in its place. It has no text as it came, because texts echo addresses. */
export const SmtpExchange = Schema.Struct({
  host: Schema.String,
  phase: SmtpPhase,
  /** Whether the reply is about the control address, which is made up. */
  control: Schema.Boolean,
  code: Schema.optional(Schema.Int),
  enhancedCode: Schema.optional(Schema.String),
  /** How many commands went out in one write with this one (RFC 2920); absent if it was sent alone. */
  together: Schema.optionalKey(Schema.Int),
  /** The rule that interpreted the reply; absent if the reply only lets the session continue. */
  ruleId: Schema.optional(Schema.String),
  /** What the reply speaks about and what it says of that, for people: "recipient: absent". */
  says: Schema.optional(Schema.String),
  /** The text of a reply whose words no rule knows, without addresses and names. */
  text: Schema.optionalKey(Schema.String),
  /** The fault in place of a reply, for people: "timeout", "ECONNREFUSED" … */
  fault: Schema.optional(Schema.String)
})
export type SmtpExchange = typeof SmtpExchange.Type

/** The outcome of the control probe. */
export const ControlOutcome = Schema.Literals(["accepted", "refused", "unknown", "notAsked"])
export type ControlOutcome = typeof ControlOutcome.Type

export const SmtpChecked = Schema.Struct({
  checked: Schema.Literal(true),
  status: SmtpStatus.pick([
    "deliverable",
    "undeliverable",
    "catch_all",
    "unknown",
    "greylisted",
    "rate_limited",
    "policy_blocked",
    "timeout"
  ]),
  subReason: Schema.optional(SmtpSubReason),
  responseCode: Schema.optional(Schema.Int),
  /** The enhanced code with dots, as in RFC 3463. */
  enhancedCode: Schema.optional(Schema.String),
  /** Whether the domain is a catch-all; absent if that is unknown. */
  catchAll: Schema.optional(Schema.Boolean),
  tls: Schema.Boolean,
  /** The host that answered; if none did, the last one that was tried. */
  mxHost: Schema.String,
  /** The id of the mail provider, if the name of the host shows it. */
  provider: Schema.optional(Schema.String),
  latencyMillis: Schema.Int,
  control: ControlOutcome,
  /** Whether the mailbox exists and gets more mail than its limit allows. */
  isBusy: Schema.optionalKey(Schema.Literal(true)),
  /** Whether the server refused the address for good, in words that no rule knows. */
  isUnread: Schema.optionalKey(Schema.Literal(true)),
  transcript: Schema.Array(SmtpExchange)
})
export type SmtpChecked = typeof SmtpChecked.Type

export const SmtpNotChecked = Schema.Struct({
  checked: Schema.Literal(false),
  status: Schema.Literal("not_checked"),
  reason: SmtpReason,
  /** Whether the provider refuses us for all recipients, and still did after a pause, so that waiting does not help. */
  isBlocked: Schema.optionalKey(Schema.Literal(true)),
  /** Why the domain is known to accept every address, so that another question would show nothing. */
  catchAllBecause: Schema.optionalKey(Schema.String),
  /** When that was seen, in epoch milliseconds. */
  catchAllLearntAt: Schema.optionalKey(Schema.Number)
})
export type SmtpNotChecked = typeof SmtpNotChecked.Type

export const SmtpEvidence = Schema.Union([SmtpChecked, SmtpNotChecked])
export type SmtpEvidence = typeof SmtpEvidence.Type

export const notChecked = (reason: SmtpReason): SmtpNotChecked => ({
  checked: false,
  status: "not_checked",
  reason
})

/** A server that reports a full mailbox, temporarily (4xx) or permanently (5xx), says it exists. */
export const isFull = (smtp: SmtpEvidence): boolean =>
  smtp.checked && smtp.subReason === "mailbox_full"

/** Whether the reply was about the pace of a mailbox, which proves that it exists. */
export const isBusy = (smtp: SmtpEvidence): boolean => smtp.checked && smtp.isBusy === true

/** Whether the mail server vouches for the mailbox, so that a deep check may say `valid`. */
export const isVouchedFor = (smtp: SmtpEvidence): boolean => smtp.status === "deliverable"

/** Whether the session showed anything about the mailbox or its domain. */
export const isInformative = (smtp: SmtpEvidence): boolean =>
  smtp.status === "deliverable" ||
  smtp.status === "undeliverable" ||
  smtp.status === "catch_all" ||
  isFull(smtp) ||
  // A gateway that accepts the control address is `unknown`, but the answer says that it is a catch-all.
  (smtp.checked && smtp.catchAll === true)

/** Whether the mailbox exists; `undefined` is "unknown" in a job's CSV. */
export const mailboxExists = ({
  status,
  subReason
}: {
  readonly status: SmtpStatus
  readonly subReason?: SmtpSubReason | undefined
}): boolean | undefined => {
  if (status === "deliverable" || subReason === "mailbox_full") return true
  return status === "undeliverable" ? false : undefined
}
