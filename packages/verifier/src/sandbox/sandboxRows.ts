/**
 * The sandbox: what each local part plays. A row says only what is learnt; status, score, reasons and
 * price follow from it as they do for any address, so that the sandbox cannot disagree with the
 * service. The table in packages/docs/sandbox.md is made of these rows.
 */
import { absent, present } from "@rcpt/domain/Fact"
import { notChecked } from "@rcpt/domain/Smtp"
import type { SmtpEvidence } from "@rcpt/domain/Smtp"

import {
  accepted,
  acceptedAll,
  concealed,
  gatewayAccepted,
  notNow,
  refused,
  silent,
  turnedAway
} from "./answers.ts"
import {
  all,
  forwarded,
  inDomain,
  learnt,
  listed,
  malformed,
  parked,
  settledBy,
  smtputf8,
  takesAll,
  unkept,
  unroutable,
  young
} from "./changes.ts"
import type { Change } from "./changes.ts"

export interface SandboxRow {
  readonly localPart: string
  /** For the person who reads the table. */
  readonly says: string
  /** What is learnt besides that nothing speaks against it. */
  readonly change: Change
  /** What its mail server says in deep mode; without it, that the mailbox exists, if it is asked. */
  readonly smtp?: SmtpEvidence
}

const row = (
  localPart: string,
  says: string,
  change: Change = all(),
  smtp?: SmtpEvidence
): SandboxRow => ({ localPart, says, change, ...(smtp && { smtp }) })

/** Only deep mode sees it. */
const deep = (localPart: string, says: string, smtp: SmtpEvidence): SandboxRow =>
  row(localPart, says, all(), smtp)

const mxMissing: Change = all(
  inDomain({
    route: { _tag: "hosts", hosts: [{ host: "sandbox.rcpt.test", preference: 0 }], implicit: true }
  }),
  unkept
)
const dnsFailed = settledBy({ _tag: "unanswered", why: "SERVFAIL" })

export const sandboxRows: ReadonlyArray<SandboxRow> = [
  row("valid", "Nothing speaks against it. Any name that is not in this table plays it too."),
  row("risky", "A risky one: a shared inbox.", listed("role")),
  row("invalid", "An invalid one: its domain does not exist.", settledBy({ _tag: "noDomain" })),
  row("unknown", "Nobody can say: DNS failed.", dnsFailed),

  row("failed_syntax_check", "Not an address.", malformed),
  row("domain_not_found", "A domain that does not exist.", settledBy({ _tag: "noDomain" })),
  row("does_not_accept_mail", "A domain with a null MX.", settledBy({ _tag: "nullMx" })),
  row("mx_unroutable", "Mail hosts that do not exist.", unroutable("noAddress")),
  deep(
    "mailbox_not_found",
    "The server knows no such mailbox.",
    refused("mailbox_not_found", "5.1.1")
  ),
  deep(
    "mailbox_disabled",
    "A mailbox that was switched off.",
    refused("mailbox_disabled", "5.2.1")
  ),
  deep(
    "domain_rejected_by_mail_server",
    "The server does not handle the domain's mail: `sub_reason` is `domain_not_found`.",
    refused("domain_not_found", "5.7.1")
  ),
  row("dns_error", "DNS failed; a retry may tell.", dnsFailed),
  row("no_mx_records", "A domain without MX records.", mxMissing),
  row("disposable", "A throwaway provider.", listed("disposable")),
  row("blocklisted", "A blocklist names the domain.", learnt({ dnsbl: present(["zen.sandbox"]) })),
  row("parked", "A domain for sale.", parked),
  row("role_based", "A shared inbox.", listed("role")),
  row(
    "role_based_catch_all",
    "A shared inbox where all are taken.",
    all(listed("role"), takesAll),
    acceptedAll
  ),
  row("relay", "An alias that hides somebody's address.", listed("relay")),
  row("catch_all", "Everybody is taken.", takesAll, acceptedAll),
  row(
    "synthetic_local_part",
    "A made-up name at a free provider.",
    all(listed("free"), learnt({ localPart: { shape: "other", synthetic: "gibberish" } }))
  ),
  row("new_domain", "A domain ten days old.", young(10)),
  deep("mailbox_full", "A full mailbox, refused for good.", refused("mailbox_full", "5.2.2")),
  row(
    "low_score",
    "Many small findings, and none that decides.",
    all(unkept, inDomain({ routability: { _tag: "unanswered", why: "timeout" } }))
  ),

  deep("deliverable", "Accepted, and a made-up name is not.", accepted),
  deep("undeliverable", "Refused for good.", refused("mailbox_not_found", "5.1.1")),
  deep("greylisted", "Asked to come back later.", notNow("greylisted", "4.7.1")),
  deep("rate_limited", "The server takes no more questions.", notNow("rate_limited", "4.7.28")),
  deep("policy_blocked", "The server refuses to talk to us.", turnedAway(554, "5.7.1")),
  deep("timeout", "The server never answers.", silent("timeout")),
  deep("not_checked", "No conversation: nobody could ask.", notChecked("smtp_unavailable")),

  row("smtp_not_required", "The fast checks settle it: disposable.", listed("disposable")),
  deep(
    "smtp_not_requested",
    "A reserved word, which no other address is answered with.",
    notChecked("smtp_not_requested")
  ),
  deep("smtp_unavailable", "Probing is switched off.", notChecked("smtp_unavailable")),
  row("smtp_no_mx", "Nowhere to connect to: null MX.", settledBy({ _tag: "nullMx" })),
  row("smtp_invalid_syntax", "Not an address.", malformed),
  row("smtp_smtputf8", "A local part that needs SMTPUTF8.", smtputf8),
  row("smtp_unsafe_mx", "Mail hosts with private addresses.", unroutable("privateAddress")),
  deep("smtp_throttled", "No conversation could begin in time.", notChecked("smtp_throttled")),
  deep(
    "smtp_abuse_throttled",
    "Too many names of one domain were asked for.",
    notChecked("smtp_abuse_throttled")
  ),

  deep(
    "mailbox_full_temporarily",
    "A mailbox that is full for now.",
    notNow("unknown", "4.2.2", { subReason: "mailbox_full" })
  ),
  deep("accept_all_gateway", "A gateway takes everybody.", gatewayAccepted),
  deep(
    "provider_unverifiable",
    "The provider takes everybody first, and conceals who exists.",
    concealed
  ),
  deep("connection_failed", "Nobody listens there.", silent("unknown", "connection_failed")),
  deep("protocol_error", "The server speaks no SMTP.", silent("unknown", "protocol_error")),
  deep(
    "tls_required",
    "The server demands TLS and cannot do it.",
    turnedAway(530, "5.7.0", { subReason: "tls_required", tls: false })
  ),
  deep(
    "sender_rejected",
    "The server dislikes our sender.",
    turnedAway(550, "5.1.8", { subReason: "sender_rejected" })
  ),

  row(
    "catch_all_likely",
    "Everybody is taken, and the name is a person's.",
    all(takesAll, learnt({ localPart: { shape: "fullName", synthetic: undefined } })),
    acceptedAll
  ),
  row(
    "catch_all_open",
    "Everybody is taken, and the domain is little kept.",
    all(takesAll, unkept, young(1_000)),
    acceptedAll
  ),
  row(
    "catch_all_unlikely",
    "Everybody is taken, on a domain of this year that is little kept.",
    all(takesAll, unkept, young(100)),
    acceptedAll
  ),
  row("did_you_mean", "A typing error.", learnt({ didYouMean: "someone@gmail.com" })),
  row("free", "A free provider.", listed("free")),
  row("forwarder", "Mail that a service sends on.", forwarded),
  row("no_spf", "A domain without SPF.", inDomain({ spf: absent })),
  row("no_dmarc", "A domain without DMARC.", inDomain({ dmarc: absent }))
]
