/**
 * One address for each way in which a deep verification can end, and how it ends. Printed by
 * `npm start -- --lab` in a block of its own; the mail servers behind them are in mail/*.mail.
 */
import type { SmtpReason, SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"
import type { Status, SubStatus } from "@rcpt/domain/Verdict"

/** In the words of the API's answer. */
export interface DeepEnding {
  readonly smtp_status: SmtpStatus
  /** Only of `not_checked`. */
  readonly reason?: SmtpReason
  readonly sub_reason?: SmtpSubReason
  readonly status: Status
  readonly sub_status?: SubStatus
  readonly credits: 0 | 1 | 5
}

export interface DeepSample {
  readonly address: string
  /** Why it ends so: a sentence for the person who reads the list. */
  readonly says: string
  readonly deep: DeepEnding
}

type Verdict = readonly [Status] | readonly [Status, SubStatus]

const row = (
  address: string,
  says: string,
  smtp_status: SmtpStatus,
  [status, sub_status]: readonly [Status, SubStatus?],
  credits: 0 | 1 | 5,
  more: Pick<DeepEnding, "reason" | "sub_reason"> = {}
): DeepSample => ({
  address,
  says,
  deep: { smtp_status, ...more, status, ...(sub_status && { sub_status }), credits }
})

const exists = (address: string, says: string, verdict: Verdict = ["valid"]): DeepSample =>
  row(address, says, "deliverable", verdict, 5)

const refused = (
  address: string,
  says: string,
  sub_reason: SmtpSubReason = "mailbox_not_found",
  verdict: Verdict = ["invalid", "mailbox_not_found"]
): DeepSample => row(address, says, "undeliverable", verdict, 5, { sub_reason })

/** Nothing was learnt: the verdict of the fast checks stands. */
const open = (
  address: string,
  says: string,
  smtp_status: SmtpStatus,
  sub_reason?: SmtpSubReason
): DeepSample =>
  row(address, says, smtp_status, ["valid"], 1, sub_reason === undefined ? {} : { sub_reason })

const notChecked = (
  address: string,
  says: string,
  reason: SmtpReason,
  verdict: Verdict,
  credits: 0 | 1 = 1
): DeepSample => row(address, says, "not_checked", verdict, credits, { reason })

const full = { sub_reason: "mailbox_full" } as const
const takesAll = { sub_reason: "accept_all_gateway" } as const

export const deepSamples: ReadonlyArray<DeepSample> = [
  exists("ann@acme.test", "Accepted, and a made-up name on the same host is not."),
  exists("support@acme.test", "A shared inbox that exists.", ["risky", "role_based"]),
  exists("ann@tlsneeded.test", "A host that talks only inside TLS."),
  exists("ann@tlsgarbage.test", "A host whose TLS is broken, asked again in clear."),
  exists("ann@firstbusy.test", "The first mail host is busy, the second answers."),
  exists("ann@helo.faults.test", "A host that knows only the SMTP of 1982."),
  exists("A.n.n+news@gmail.com", "Gmail says openly who exists."),
  exists("ann@office.test", "A company at Microsoft 365 that knows its recipients."),
  exists("ann@mimecast.test", "A gateway that knows the recipients behind it."),
  refused("gone@acme.test", "The host says that there is no such user."),
  refused("gone@gmail.com", "A reply of four lines."),
  refused("gone@office.test", 'Microsoft says "access denied" and means the recipient.'),
  refused("gone@yandex.ru", 'Yandex says 5.7.1, a policy, and "No such user!".'),
  refused("gone@gmx.de", "No enhanced code, and the reason in the last line."),
  refused("gone@orange.fr", "In French."),
  refused("off@acme.test", "A mailbox that was switched off.", "mailbox_disabled", [
    "invalid",
    "mailbox_disabled"
  ]),
  refused("full@acme.test", "A full mailbox: somebody has it.", "mailbox_full", [
    "risky",
    "mailbox_full"
  ]),
  refused("ann@norelay.test", "The mail host does not know its own domain.", "domain_not_found", [
    "invalid",
    "domain_rejected_by_mail_server"
  ]),
  row("ann@takesall.test", "Everybody is taken.", "catch_all", ["risky", "catch_all"], 5),
  row(
    "sales@takesall.test",
    "A function's name where everybody is taken.",
    "catch_all",
    ["risky", "role_based_catch_all"],
    5
  ),
  row(
    "ann@relaying.test",
    "Microsoft 365 that passes everybody on.",
    "catch_all",
    ["risky", "catch_all"],
    5
  ),
  row(
    "ann@gateway.test",
    "A gateway that takes everybody.",
    "unknown",
    ["risky", "catch_all"],
    5,
    takesAll
  ),
  row(
    "brimful@acme.test",
    "Full for now, by a temporary reply.",
    "unknown",
    ["risky", "mailbox_full"],
    5,
    full
  ),
  open("ann@yahoo.com", "Yahoo takes everybody first.", "unknown", "provider_unverifiable"),
  open("ann@mixed.faults.test", "A reply with two codes.", "unknown", "protocol_error"),
  open("ann@close-rcpt.faults.test", "A host that hangs up.", "unknown", "connection_failed"),
  open("ann@refusing.test", "A host where nobody listens.", "unknown", "connection_failed"),
  open("ann@mute.faults.test", "A host that never says a word (this takes seconds).", "timeout"),
  open("ann@grey.test", "Asked to come back in five minutes.", "greylisted"),
  open("ann@busy.test", "Too many connections, it says.", "rate_limited"),
  open("flood@gmail.com", "A mailbox that gets too much mail just now.", "rate_limited"),
  open("ann@blocking.test", "A host that finds us on a blocklist.", "policy_blocked"),
  open("ann@banned.test", "Microsoft 365 that has banned our address.", "policy_blocked"),
  open("ann@fussy.test", "A host that dislikes our sender.", "policy_blocked", "sender_rejected"),
  open(
    "ann@tlsonly.test",
    "A host that demands TLS and cannot do it.",
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
  notChecked("ann@nullmx.test", "A domain that says it takes no mail.", "smtp_no_mx", [
    "invalid",
    "does_not_accept_mail"
  ]),
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
  notChecked("ann@mailinator.com", "A throwaway provider.", "smtp_not_required", [
    "risky",
    "disposable"
  ]),
  notChecked("ann@forsale.test", "A domain for sale.", "smtp_not_required", ["risky", "parked"]),
  notChecked("jörg@acme.test", "A local part that needs SMTPUTF8.", "smtp_smtputf8", ["valid"]),
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

/** The samples as lines of a terminal: address, what the server said, how it ends, price, why. */
export const printDeep = (rows: ReadonlyArray<DeepSample>): string => {
  const width = Math.max(...rows.map(({ address }) => address.length))
  const line = ({ address, says, deep }: DeepSample) =>
    [
      address.padEnd(width),
      detail([deep.smtp_status, deep.reason ?? deep.sub_reason]).padEnd(38),
      detail([deep.status, deep.sub_status]).padEnd(39),
      String(deep.credits),
      says
    ].join("  ")
  return rows.map(line).join("\n")
}
