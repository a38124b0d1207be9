/**
 * One address for each result of a deep verification, with that result. `npm start -- --lab` prints them in a
 * separate block; their mail servers are in mail/*.mail.
 */
import { heldFor } from "@rcpt/domain/prices"
import type { Price } from "@rcpt/domain/prices"
import type { SmtpReason, SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"
import type { Status, SubStatus } from "@rcpt/domain/Verdict"

import { printSamples } from "./printSamples.ts"

/** The result, in the fields of the API's answer. */
export interface DeepEnding {
  readonly smtp_status: SmtpStatus
  /** The reason, only with `not_checked`. */
  readonly reason?: SmtpReason
  readonly sub_reason?: SmtpSubReason
  readonly status: Status
  readonly sub_status?: SubStatus
  readonly credits: Price
}

export interface DeepSample {
  readonly address: string
  /** Why it has this result: a sentence for readers of the list. */
  readonly says: string
  readonly deep: DeepEnding
}

type Verdict = readonly [Status] | readonly [Status, SubStatus]

const row = (
  address: string,
  says: string,
  smtp_status: SmtpStatus,
  [status, sub_status]: readonly [Status, SubStatus?],
  credits: Price,
  more: Pick<DeepEnding, "reason" | "sub_reason"> = {}
): DeepSample => ({
  address,
  says,
  deep: { smtp_status, ...more, status, ...(sub_status && { sub_status }), credits }
})

const exists = (address: string, says: string, verdict: Verdict = ["valid"]): DeepSample =>
  row(address, says, "deliverable", verdict, heldFor.deep)

const refused = (
  address: string,
  says: string,
  sub_reason: SmtpSubReason = "mailbox_not_found",
  verdict: Verdict = ["invalid", "mailbox_not_found"]
): DeepSample => row(address, says, "undeliverable", verdict, heldFor.deep, { sub_reason })

/** Nothing else speaks against the mailbox, but its mail server did not vouch for it. */
const unverified: Verdict = ["risky", "mailbox_unverified"]

/** The session was inconclusive. */
const inconclusive = (
  address: string,
  says: string,
  smtp_status: SmtpStatus,
  sub_reason?: SmtpSubReason
): DeepSample =>
  row(
    address,
    says,
    smtp_status,
    unverified,
    heldFor.fast,
    sub_reason === undefined ? {} : { sub_reason }
  )

const notChecked = (
  address: string,
  says: string,
  reason: SmtpReason,
  verdict: Verdict,
  credits: Price = heldFor.fast
): DeepSample => row(address, says, "not_checked", verdict, credits, { reason })

const full = { sub_reason: "mailbox_full" } as const
const acceptAllGateway = { sub_reason: "accept_all_gateway" } as const

export const deepSamples: ReadonlyArray<DeepSample> = [
  exists("ann@acme.test", "Accepted, and a made-up name on the same host is not."),
  exists("support@acme.test", "A role address that exists.", ["risky", "role_based"]),
  exists("ann@tlsneeded.test", "A host that requires TLS."),
  exists("ann@tlsgarbage.test", "A host whose TLS is broken; probed again without TLS."),
  exists("ann@firstbusy.test", "The first mail host is busy, the second answers."),
  exists("ann@helo.faults.test", "A host that supports only HELO, not EHLO."),
  exists("A.n.n+news@gmail.com", "Gmail reveals which mailboxes exist."),
  exists("ann@office.test", "A company at Microsoft 365 that rejects unknown recipients."),
  exists("ann@mimecast.test", "A gateway that rejects unknown recipients."),
  refused("gone@acme.test", "The host says that there is no such user."),
  refused("gone@gmail.com", "A reply of four lines."),
  refused("gone@office.test", 'Microsoft replies "access denied", which is about the recipient.'),
  refused("gone@yandex.ru", 'Yandex replies with the policy code 5.7.1 and "No such user!".'),
  refused("gone@gmx.de", "No enhanced code, and the reason in the last line."),
  refused("gone@orange.fr", "A reply in French."),
  refused("off@acme.test", "A mailbox that was switched off.", "mailbox_disabled", [
    "invalid",
    "mailbox_disabled"
  ]),
  refused("full@acme.test", "A full mailbox, so it exists.", "mailbox_full", [
    "risky",
    "mailbox_full"
  ]),
  refused("ann@norelay.test", "The mail host does not know its own domain.", "domain_not_found", [
    "invalid",
    "domain_rejected_by_mail_server"
  ]),
  row(
    "ann@takesall.test",
    "A host that accepts every recipient.",
    "catch_all",
    ["risky", "catch_all"],
    heldFor.deep
  ),
  row(
    "sales@takesall.test",
    "A role address on a catch-all domain.",
    "catch_all",
    ["risky", "role_based_catch_all"],
    heldFor.deep
  ),
  row(
    "ann@relaying.test",
    "Microsoft 365 that relays every recipient.",
    "catch_all",
    ["risky", "catch_all"],
    heldFor.deep
  ),
  row(
    "ann@gateway.test",
    "A gateway that accepts every recipient.",
    "unknown",
    ["risky", "catch_all"],
    heldFor.deep,
    acceptAllGateway
  ),
  row(
    "brimful@acme.test",
    "A mailbox that is temporarily full.",
    "unknown",
    ["risky", "mailbox_full"],
    heldFor.deep,
    full
  ),
  inconclusive(
    "ann@yahoo.com",
    "Yahoo accepts every recipient at first.",
    "unknown",
    "provider_unverifiable"
  ),
  inconclusive("ann@mixed.faults.test", "A reply with two codes.", "unknown", "protocol_error"),
  inconclusive(
    "ann@close-rcpt.faults.test",
    "A host that closes the connection.",
    "unknown",
    "connection_failed"
  ),
  inconclusive(
    "ann@refusing.test",
    "A host that refuses connections.",
    "unknown",
    "connection_failed"
  ),
  inconclusive(
    "ann@mute.faults.test",
    "A host that never replies (this takes seconds).",
    "timeout"
  ),
  inconclusive("ann@grey.test", "Greylisted for five minutes.", "greylisted"),
  inconclusive(
    "ann@busy.test",
    "A host that replies that there are too many connections.",
    "rate_limited"
  ),
  inconclusive("flood@gmail.com", "A mailbox that currently gets too much mail.", "rate_limited"),
  inconclusive(
    "ann@blocking.test",
    "A host that finds our address on a blocklist.",
    "policy_blocked"
  ),
  inconclusive("ann@banned.test", "Microsoft 365 has banned our address.", "policy_blocked"),
  inconclusive(
    "ann@fussy.test",
    "A host that rejects our sender.",
    "policy_blocked",
    "sender_rejected"
  ),
  inconclusive(
    "ann@tlsonly.test",
    "A host that requires TLS but cannot do it.",
    "policy_blocked",
    "tls_required"
  ),
  notChecked("ann@@acme.test", "Not an address.", "smtp_invalid_syntax", [
    "invalid",
    "failed_syntax_check"
  ]),
  notChecked("ann@nowhere.test", "A domain that does not exist.", "smtp_no_mx", [
    "invalid",
    "domain_not_found"
  ]),
  notChecked(
    "ann@nullmx.test",
    "A domain that declares that it accepts no mail (null MX).",
    "smtp_no_mx",
    ["invalid", "does_not_accept_mail"]
  ),
  notChecked("ann@website.test", "A web site without MX.", "smtp_no_mx", [
    "risky",
    "no_mx_records"
  ]),
  notChecked("ann@ghosts.test", "Mail hosts that do not exist.", "smtp_no_mx", [
    "invalid",
    "mx_unroutable"
  ]),
  notChecked("ann@intranet.test", "Mail hosts with private addresses.", "smtp_unsafe_mx", [
    "invalid",
    "mx_unroutable"
  ]),
  notChecked("ann@mailinator.com", "A disposable provider.", "smtp_not_required", [
    "risky",
    "disposable"
  ]),
  notChecked("ann@forsale.test", "A domain for sale.", "smtp_not_required", ["risky", "parked"]),
  notChecked("jörg@acme.test", "A local part that needs SMTPUTF8.", "smtp_smtputf8", unverified),
  notChecked(
    "ann@servfail.test",
    "Name servers that fail.",
    "smtp_unavailable",
    ["unknown", "dns_error"],
    0
  )
]

const detail = (words: ReadonlyArray<string | undefined>): string =>
  words.filter((word) => word !== undefined).join(", ")

/** Prints samples by SMTP result, verdict, and price in credits. */
export const printDeep = (rows: ReadonlyArray<DeepSample>): string =>
  printSamples(
    rows.map(({ address, says, deep }) => {
      const smtp = detail([deep.smtp_status, deep.reason ?? deep.sub_reason])
      const verdict = detail([deep.status, deep.sub_status])
      return { result: `${smtp} → ${verdict} (${deep.credits})`, address, says }
    })
  )
