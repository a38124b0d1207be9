/**
 * The sandbox: the evidence for each local part. Status, score, reasons and price follow from that
 * evidence as for any address, so the sandbox cannot disagree with the service. The table in
 * packages/docs/sandbox.md is generated from these rows.
 */
import { absent, present } from "@rcpt/domain/Fact"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpChecked, SmtpEvidence, SmtpSubReason } from "@rcpt/domain/Smtp"

import {
  acceptsAll,
  blockedByRule,
  combine,
  forwarded,
  listed,
  malformed,
  mxHost,
  parked,
  registeredDaysAgo,
  reported,
  settledBy,
  smtputf8,
  unroutable,
  withDomain,
  withEvidence,
  withoutSenderPolicies
} from "./changes.ts"
import type { Change } from "./changes.ts"

/** A result in the form of a real SMTP session's. No server is asked. */
const smtpResult = (
  status: SmtpChecked["status"],
  more: Partial<SmtpChecked> = {}
): SmtpChecked => ({
  checked: true,
  status,
  tls: true,
  mxHost,
  latencyMillis: 0,
  control: "notAsked",
  transcript: [],
  ...more
})

/** The reply to an accepted recipient (RFC 5321 §4.2.3, RFC 3463 §3.2). */
const recipientOk = { responseCode: 250, enhancedCode: "2.1.5" } as const

/** The server accepts the recipient and refuses a made-up name. */
export const accepted = smtpResult("deliverable", {
  ...recipientOk,
  catchAll: false,
  control: "refused"
})

const everyRecipientAccepted = { ...recipientOk, catchAll: true, control: "accepted" } as const

/** The mailbox host, or a gateway in front of it, accepts every recipient. */
const catchAllAccepted = smtpResult("catch_all", everyRecipientAccepted)
const gatewayAccepted = smtpResult("unknown", {
  ...everyRecipientAccepted,
  subReason: "accept_all_gateway"
})

/** The acceptance proves nothing: the provider conceals which mailboxes exist. */
const unverifiable = smtpResult("unknown", {
  ...recipientOk,
  subReason: "provider_unverifiable"
})

/** The server refuses the recipient permanently. */
const refused = (subReason: SmtpSubReason, enhancedCode: string): SmtpChecked =>
  smtpResult("undeliverable", { subReason, responseCode: 550, enhancedCode })

/** The server refuses for now. */
const temporaryFailure = (
  status: SmtpChecked["status"],
  enhancedCode: string,
  more: Partial<SmtpChecked> = {}
): SmtpChecked => smtpResult(status, { responseCode: 450, enhancedCode, ...more })

/** The server refuses us, whatever the recipient. */
const policyBlocked = (
  responseCode: number,
  enhancedCode: string,
  more: Partial<SmtpChecked> = {}
): SmtpChecked => smtpResult("policy_blocked", { responseCode, enhancedCode, ...more })

/** No reply came that could be understood. */
const withoutReply = (status: SmtpChecked["status"], subReason?: SmtpSubReason): SmtpChecked =>
  smtpResult(status, { tls: false, ...(subReason && { subReason }) })

export interface SandboxRow {
  readonly localPart: string
  /** The sentence in the table of the docs. */
  readonly says: string
  /** How the evidence differs from that of a sound address. */
  readonly change: Change
  /** The SMTP result of deep mode. By default the mailbox exists, if it would be probed at all. */
  readonly smtp?: SmtpEvidence
}

const row = (
  localPart: string,
  says: string,
  change: Change = combine(),
  smtp?: SmtpEvidence
): SandboxRow => ({ localPart, says, change, ...(smtp && { smtp }) })

/** A row that differs only in deep mode. */
const deepRow = (localPart: string, says: string, smtp: SmtpEvidence): SandboxRow =>
  row(localPart, says, combine(), smtp)

const mxMissing: Change = combine(
  withDomain({
    route: { _tag: "hosts", hosts: [{ host: "sandbox.rcpt.test", preference: 0 }], implicit: true }
  }),
  withoutSenderPolicies
)
const dnsFailed = settledBy({ _tag: "unanswered", why: "SERVFAIL" })

export const sandboxRows: ReadonlyArray<SandboxRow> = [
  row("valid", "No problems. Any name that is not in this table has the same result."),
  row("risky", "A risky address: a shared inbox.", listed("role")),
  row("invalid", "An invalid address: its domain does not exist.", settledBy({ _tag: "noDomain" })),
  row("unknown", "DNS failed, so nothing is known.", dnsFailed),

  row("failed_syntax_check", "Not an address.", malformed),
  row("domain_not_found", "A domain that does not exist.", settledBy({ _tag: "noDomain" })),
  row("does_not_accept_mail", "A domain with a null MX.", settledBy({ _tag: "nullMx" })),
  row("mx_unroutable", "Mail servers that do not exist.", unroutable("noAddress")),
  deepRow(
    "mailbox_not_found",
    "The server knows no such mailbox.",
    refused("mailbox_not_found", "5.1.1")
  ),
  deepRow(
    "mailbox_disabled",
    "A mailbox that was switched off.",
    refused("mailbox_disabled", "5.2.1")
  ),
  deepRow(
    "domain_rejected_by_mail_server",
    "The server does not handle the domain's mail: `sub_reason` is `domain_not_found`.",
    refused("domain_not_found", "5.7.1")
  ),
  row("reported_bounce", "An address that you reported as bounced.", reported("bounced")),
  row("reported_complaint", "An address whose complaint you reported.", reported("complained")),
  row("blocked_by_rule", "An address that one of your rules blocks.", blockedByRule),
  row("dns_error", "DNS failed; a retry may succeed.", dnsFailed),
  row("no_mx_records", "A domain without MX records.", mxMissing),
  row("disposable", "A throwaway provider.", listed("disposable")),
  row(
    "blocklisted",
    "A blocklist names the domain.",
    withEvidence({ dnsbl: present(["zen.sandbox"]) })
  ),
  row("parked", "A domain for sale.", parked),
  row("role_based", "A shared inbox.", listed("role")),
  row(
    "role_based_catch_all",
    "A shared inbox at a domain that accepts every name.",
    combine(listed("role"), acceptsAll),
    catchAllAccepted
  ),
  row("relay", "An alias that hides the real address.", listed("relay")),
  row("catch_all", "A domain that accepts every name.", acceptsAll, catchAllAccepted),
  row(
    "synthetic_local_part",
    "A made-up name at a free provider.",
    combine(listed("free"), withEvidence({ localPart: { shape: "other", synthetic: "gibberish" } }))
  ),
  row("new_domain", "A domain ten days old.", registeredDaysAgo(10)),
  deepRow("mailbox_full", "A full mailbox, permanently refused.", refused("mailbox_full", "5.2.2")),
  row(
    "possible_typo",
    "One slip away from a large provider.",
    combine(withDomain({ domain: "gmaill.com" }), withEvidence({ didYouMean: "ann@gmail.com" })),
    withoutReply("unknown", "connection_failed")
  ),
  deepRow(
    "mailbox_unverified",
    "No problems, but no mail server confirms the mailbox.",
    temporaryFailure("unknown", "4.3.0")
  ),
  row(
    "low_score",
    "Many small problems, none of which decides.",
    combine(
      withoutSenderPolicies,
      withDomain({ routability: { _tag: "unanswered", why: "timeout" } })
    )
  ),

  deepRow("deliverable", "The server accepts it, but not a made-up name.", accepted),
  deepRow("undeliverable", "Permanently refused.", refused("mailbox_not_found", "5.1.1")),
  deepRow(
    "greylisted",
    "The server asks us to try again later.",
    temporaryFailure("greylisted", "4.7.1")
  ),
  deepRow(
    "rate_limited",
    "The server limits how often we may ask.",
    temporaryFailure("rate_limited", "4.7.28")
  ),
  deepRow("policy_blocked", "The server refuses to talk to us.", policyBlocked(554, "5.7.1")),
  deepRow("timeout", "The server never answers.", withoutReply("timeout")),
  deepRow("not_checked", "No mail server could be asked.", notChecked("smtp_unavailable")),

  row("smtp_not_required", "The fast checks decide: disposable.", listed("disposable")),
  deepRow(
    "smtp_not_requested",
    "A reserved value, which no other address gets.",
    notChecked("smtp_not_requested")
  ),
  deepRow("smtp_unavailable", "Probing is switched off.", notChecked("smtp_unavailable")),
  row("smtp_no_mx", "No mail server to connect to: null MX.", settledBy({ _tag: "nullMx" })),
  row("smtp_invalid_syntax", "Not an address.", malformed),
  row("smtp_smtputf8", "A local part that needs SMTPUTF8.", smtputf8),
  row("smtp_unsafe_mx", "Mail servers with private IP addresses.", unroutable("privateAddress")),
  deepRow("smtp_throttled", "No conversation could begin in time.", notChecked("smtp_throttled")),
  deepRow(
    "smtp_abuse_throttled",
    "The account has checked too many names of the domain.",
    notChecked("smtp_abuse_throttled")
  ),

  deepRow(
    "mailbox_full_temporarily",
    "A mailbox that is full for now.",
    temporaryFailure("unknown", "4.2.2", { subReason: "mailbox_full" })
  ),
  deepRow("accept_all_gateway", "A gateway accepts every name.", gatewayAccepted),
  deepRow(
    "provider_unverifiable",
    "The provider accepts every name at first, so it does not show which exist.",
    unverifiable
  ),
  deepRow(
    "connection_failed",
    "The server accepts no connection.",
    withoutReply("unknown", "connection_failed")
  ),
  deepRow(
    "protocol_error",
    "The server does not speak SMTP.",
    withoutReply("unknown", "protocol_error")
  ),
  deepRow(
    "tls_required",
    "The server demands TLS but does not support it.",
    policyBlocked(530, "5.7.0", { subReason: "tls_required", tls: false })
  ),
  deepRow(
    "sender_rejected",
    "The server refuses our sender address.",
    policyBlocked(550, "5.1.8", { subReason: "sender_rejected" })
  ),

  row(
    "catch_all_likely",
    "Every name is accepted, and this one is a person's.",
    combine(acceptsAll, withEvidence({ localPart: { shape: "fullName", synthetic: undefined } })),
    catchAllAccepted
  ),
  row(
    "catch_all_open",
    "Every name is accepted, and the domain is poorly kept.",
    combine(acceptsAll, withoutSenderPolicies, registeredDaysAgo(1_000)),
    catchAllAccepted
  ),
  row(
    "catch_all_unlikely",
    "Every name is accepted, on a poorly kept domain of this year.",
    combine(acceptsAll, withoutSenderPolicies, registeredDaysAgo(100)),
    catchAllAccepted
  ),
  row("did_you_mean", "A typing error.", withEvidence({ didYouMean: "someone@gmail.com" })),
  row("free", "A free provider.", listed("free")),
  row("forwarder", "Mail that a service forwards.", forwarded),
  row("no_spf", "A domain without SPF.", withDomain({ spf: absent })),
  row("no_dmarc", "A domain without DMARC.", withDomain({ dmarc: absent }))
]
