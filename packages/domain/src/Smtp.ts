/**
 * What a conversation with the recipient's mail server brought. The words are part of the public
 * contract: values may be added, never renamed.
 *
 * A schema, unlike the rest of the evidence: the conversation may be held by another node.
 */
import { Schema } from "effect"

/** What the server said about the mailbox. Not the verdict: that is `Status`. */
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

/** Why no conversation took place. `smtp_not_requested` is reserved: fast answers carry no `smtp`. */
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

/** Where in a conversation something was said. Only what is said to `rcpt` can be about a mailbox. */
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

/** One line of the transcript: a reply, or what came in its place. Never text: it echoes addresses. */
export const SmtpExchange = Schema.Struct({
  host: Schema.String,
  phase: SmtpPhase,
  /** It was about the made-up address of the control question. */
  control: Schema.Boolean,
  code: Schema.optional(Schema.Int),
  enhancedCode: Schema.optional(Schema.String),
  /** The rule that read the reply; absent where a reply only lets the conversation go on. */
  ruleId: Schema.optional(Schema.String),
  /** What came in place of a reply, for people: "timeout", "ECONNREFUSED" … */
  fault: Schema.optional(Schema.String)
})
export type SmtpExchange = typeof SmtpExchange.Type

/** What became of the question about a made-up address. */
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
  /** Dotted, as in RFC 3463. */
  enhancedCode: Schema.optional(Schema.String),
  /** Absent while nobody knows. */
  catchAll: Schema.optional(Schema.Boolean),
  tls: Schema.Boolean,
  /** The host that answered, or the last one that did not. */
  mxHost: Schema.String,
  /** Id of the mail provider, where the name of the host tells. */
  provider: Schema.optional(Schema.String),
  latencyMillis: Schema.Int,
  control: ControlOutcome,
  transcript: Schema.Array(SmtpExchange)
})
export type SmtpChecked = typeof SmtpChecked.Type

export const SmtpNotChecked = Schema.Struct({
  checked: Schema.Literal(false),
  status: Schema.Literal("not_checked"),
  reason: SmtpReason
})
export type SmtpNotChecked = typeof SmtpNotChecked.Type

export const SmtpEvidence = Schema.Union([SmtpChecked, SmtpNotChecked])
export type SmtpEvidence = typeof SmtpEvidence.Type

export const notChecked = (reason: SmtpReason): SmtpNotChecked => ({
  checked: false,
  status: "not_checked",
  reason
})

/** A server that calls a mailbox full says that it exists, for now (4xx) or for good (5xx). */
export const isFull = (smtp: SmtpEvidence): boolean =>
  smtp.checked && smtp.subReason === "mailbox_full"

/** Whether the conversation taught anything about the mailbox or its domain. */
export const isInformative = (smtp: SmtpEvidence): boolean =>
  smtp.status === "deliverable" ||
  smtp.status === "undeliverable" ||
  smtp.status === "catch_all" ||
  isFull(smtp) ||
  // A gateway that takes made-up addresses too is `unknown`, but that it does is worth knowing.
  (smtp.checked && smtp.catchAll === true)

/** As in a job's CSV: `undefined` is "unknown". */
export const mailboxExists = (smtp: SmtpEvidence): boolean | undefined => {
  if (smtp.status === "deliverable" || isFull(smtp)) return true
  return smtp.status === "undeliverable" ? false : undefined
}
