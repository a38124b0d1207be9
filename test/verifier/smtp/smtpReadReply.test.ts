/** What replies mean: those that are easily misread, and ordinary ones. */
import type { SmtpPhase, SmtpStatus, SmtpSubReason } from "@rcpt/domain/Smtp"
import { generalReplyRules, readReply } from "@rcpt/verifier/smtp/readReply"
import { providerReplyRules } from "@rcpt/verifier/smtp/rules/providerReplyRules"
import { assert, describe, it } from "vitest"

import { parseReply } from "./smtpReply.ts"

interface ReplyPlace {
  readonly phase?: SmtpPhase
  readonly mx?: string
  readonly recipient?: string
}

const read = (
  text: string,
  { phase = "rcpt", mx = "mx.x.test", recipient = "ann@x.test" }: ReplyPlace = {}
) => readReply({ phase, reply: parseReply(text), mxHost: mx, recipient })

type Row = readonly [
  text: string,
  status: SmtpStatus,
  subReason?: SmtpSubReason | undefined,
  place?: ReplyPlace
]

const testRows = (rows: ReadonlyArray<Row>) => {
  for (const [text, status, subReason, place] of rows) {
    const where = place === undefined ? "" : ` (${Object.values(place).join(", ")})`
    it(`${text.replaceAll("\n", " / ").slice(0, 70)}${where} → ${status} ${subReason ?? ""}`, () => {
      const { status: found, subReason: sub } = read(text, place)
      assert.deepStrictEqual([found, sub], [status, subReason])
    })
  }
}

const m365 = { mx: "x-test.mail.protection.outlook.com" }
const notFound = ["undeliverable", "mailbox_not_found"] as const

const gmx = { mx: "mx00.gmx.net" }

describe("A refusal that may be over later is asked again:", () =>
  testRows([
    ["450 Requested mail action not taken: mailbox unavailable", "greylisted"],
    ["450 4.2.0 <ann@x.test>: Recipient address is not available now", "greylisted"],
    ["451 4.7.1 Recipient not accepted yet", "greylisted"]
  ]))

describe("A code alone counts only where the words say nothing else:", () =>
  testRows([
    ["550 5.1.1", ...notFound],
    ["550 5.1.1 <ann@x.test> zork", ...notFound],
    ["550 5.1.1 RCP-P2 Refused due to recipient preferences", "unknown", "protocol_error"],
    ["550 5.1.1 Abgelehnt durch Filterregel", "unknown", "protocol_error"],
    ["550 5.1.6 Outside of business hours", "unknown", "protocol_error"],
    ["550 5.1.0 Larger than the size we take", "unknown", "protocol_error"],
    ["550 5.2.1 Este contenido no interesa", "unknown", "protocol_error"],
    ["550 5.1.2 Declined by the quota of the organizer", "unknown", "protocol_error"],
    ["550 5.1.1 მომხმარებელი", "unknown", "protocol_error"]
  ]))

describe("A refusal that names two causes says of neither that it is the one:", () =>
  testRows([
    ["550 Mailbox unavailable or access denied", "unknown", "protocol_error"],
    ["550 5.1.1 User unknown or not authorized", "unknown", "protocol_error"],
    ["550 Postfach existiert nicht oder Annahme verweigert", "unknown", "protocol_error"],
    ["550 User unknown or mailbox disabled", "undeliverable", "mailbox_disabled"],
    ["550 Mailbox unavailable or access denied", "rate_limited", undefined, { mx: "mx3.qq.com" }]
  ]))

describe("What is over its quota is the noun beside it:", () =>
  testRows([
    ["450 4.7.3 Organization queue quota exceeded.", "rate_limited"],
    [
      "554 5.7.1 <ann@x.test>: Recipient address rejected: Throttling quota exceeded",
      "rate_limited"
    ],
    ["452 Message rate quota exceeded", "rate_limited"],
    ["552 Mailbox quota exceeded", "undeliverable", "mailbox_full"],
    ["554 Quota exceed the hard limit for user <ann@x.test>", "undeliverable", "mailbox_full"],
    ["552 Mailbox limit exeeded for this email address", "undeliverable", "mailbox_full"],
    ["522 5.7.1 <ann@x.test>: Recipient mailbox full", "undeliverable", "mailbox_full"],
    ["554 5.7.1 <ann@x.test>: Quota exceeded", "policy_blocked"]
  ]))

describe("A refused domain is named:", () =>
  testRows([
    ["550 5.1.2 not accepting email for domain", "undeliverable", "domain_not_found"],
    ["550 The domain of the recipient does not exist", "undeliverable", "domain_not_found"]
  ]))

describe("A refusal that says why is understood, in words that no rule knows:", () =>
  testRows([
    [
      "550 5.1.1 RUSR 203.0.113.9: No such user: <ann@x.test>",
      ...notFound,
      { mx: "mx1.hanmail.net" }
    ],
    [
      "550 5.2.1 RACT 203.0.113.9: Mailbox is inactive: <ann@x.test>",
      "undeliverable",
      "mailbox_disabled",
      { mx: "mx1.hanmail.net" }
    ],
    [
      "550 5.1.1 RCP-P1 Domain x.test no longer available https://postmaster.web.example/error?ip=203.0.113.9#RCP-P1",
      "undeliverable",
      "domain_not_found"
    ],
    ["550 5.1.1 szn; User hasn't got the service mapped", ...notFound, { mx: "mx1.seznam.cz" }],
    ["550 5.1.1 Inactive mbox", "undeliverable", "mailbox_disabled", { mx: "mx1.seznam.cz" }],
    [
      "550-Benutzer hat das Speichervolumen ueberschritten.\n550 User has exhausted allowed storage space.",
      "undeliverable",
      "mailbox_full",
      { mx: "mx-ha02.web.de" }
    ],
    [
      "550-Benutzer hat zuviele Mails auf dem Server.\n550 User has too many messages on the server.",
      "undeliverable",
      "mailbox_full",
      { mx: "mx-ha02.web.de" }
    ],
    [
      "550 The recipient mailbox has exceeded its disk space limit.",
      "undeliverable",
      "mailbox_full"
    ],
    ["552 recipient storage full, try again later", "undeliverable", "mailbox_full"],
    ["550 E-mail address is not handled by this system", ...notFound],
    ["550 Recipient not in route list.", ...notFound],
    ["550 <ann@x.test> is not a known user", ...notFound],
    ["501 #5.1.1 bad address <ann@x.test>", ...notFound],
    ["553 5.3.0 <ann@x.test>... Addressee unknown, relay=[192.0.2.11]", ...notFound],
    ["550 <ann@x.test>: User status is locked.", "undeliverable", "mailbox_disabled"],
    ["501 <check@rcpt.test> Sender email is not in my domain", "policy_blocked", "sender_rejected"]
  ]))

describe("A refusal that speaks about us condemns nobody:", () =>
  testRows([
    [
      "550-Requested action not taken: mailbox unavailable\n550 invalid DNS MX or A/AAAA resource record",
      "policy_blocked",
      undefined,
      gmx
    ],
    ["550 We do not accept mail from dynamic IPs", "policy_blocked"],
    ["550 El dominio del remitente no existe", "policy_blocked"],
    ["550 Address 203.0.113.5 is locked out", "policy_blocked"],
    ["550 5.7.1 does not exist", "unknown", "protocol_error"],
    [
      "550 message from <me@elsewhere.test> rejected, see RFC 7505: the domain you send from does not exist",
      "policy_blocked"
    ],
    [
      "554 5.7.1 <ann@x.test>: Recipient address rejected: NO-DOMAIN.",
      "policy_blocked",
      undefined,
      { mx: "in.sjc.mx.trendmicro.com" }
    ],
    [
      "554 5.7.1 <ann@gmx.de>: Relay access denied",
      "policy_blocked",
      undefined,
      { mx: "mx00.emig.gmx.net", recipient: "ann@gmx.de" }
    ],
    ["550 Recipient unknown to your server's TLS policy: probe", "policy_blocked"],
    // What a reply advises is no reason.
    ["550 5.1.1 No such user. Please contact the sender's postmaster", ...notFound],
    // The host behind a gateway is not ours.
    [
      "550 5.1.1 <ann@x.test>: Recipient address rejected: unverified address: host mail.x.test[192.0.2.1] said: 550 5.1.1 User unknown",
      ...notFound
    ]
  ]))

describe("The greeting of a host that takes no mail", () =>
  testRows([
    [
      "521 mail.x.test does not accept mail",
      "undeliverable",
      "domain_not_found",
      { phase: "greeting" }
    ],
    [
      "521 we do not accept mail from 192.0.2.10",
      "policy_blocked",
      undefined,
      { phase: "greeting" }
    ],
    ["554 No SMTP service here", "policy_blocked", undefined, { phase: "greeting" }]
  ]))

describe("A reply that is easily misread,", () =>
  testRows([
    ["550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", ...notFound, m365],
    ["550 5.7.1 No such user!", ...notFound, { mx: "mx.yandex.ru" }],
    ["550 5.7.1 Email doesn't exist. x1-2a - gcdp", ...notFound, { mx: "aspmx.l.google.com" }],
    ["554 5.7.1 <ann@x.test>: Recipient address rejected: Invalid-Recipient", ...notFound],
    [
      "554 5.7.1 <ann@x.test>: Recipient address rejected: https://www.spamhaus.org/query/ip/192.0.2.1",
      "policy_blocked"
    ],
    ["550 5.2.1 Mailbox unavailable. Your IP address 192.0.2.1 is blacklisted", "policy_blocked"],
    [
      "550-Requested action not taken: mailbox unavailable\n550 Reject due to policy restrictions.",
      "policy_blocked",
      undefined,
      { mx: "mx00.gmx.net" }
    ],
    ["550 Requested action not taken: mailbox unavailable", ...notFound, { mx: "mx00.gmx.net" }],
    ["550 5.7.1 Service unavailable", "policy_blocked"],
    ["550 Previous (cached) callout verification failure", "unknown", "protocol_error"],
    [
      "554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied; relay access denied",
      "policy_blocked"
    ],
    [
      "452 4.5.3 Too many recipients AS780090",
      "rate_limited",
      undefined,
      { mx: "x.olc.protection.outlook.com" }
    ],
    [
      "451 4.4.4 Mail received as unauthenticated, temporarily rejected ATTR1",
      "unknown",
      undefined,
      m365
    ],
    ["452 4.3.1 Insufficient system storage", "unknown"],
    ["550 Mailbox unavailable or access denied", "rate_limited", undefined, { mx: "mx3.qq.com" }],
    [
      "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages",
      "rate_limited"
    ],
    ["450 4.2.1 The user you are trying to contact is receiving mail too quickly", "rate_limited"],
    ["252 2.1.5 Cannot VRFY user, but will accept message", "unknown", "provider_unverifiable"],
    ["421 too many invalid recipients, closing", "rate_limited", undefined, { phase: "greeting" }],
    ["550 5.1.1 <spam.full@x.test>: no such user", ...notFound, { recipient: "spam.full@x.test" }],
    ["550 Unknown user: spamfoo", ...notFound, { recipient: "spamfoo@x.test" }],
    ["550 <disabled> does not exist here", ...notFound, { recipient: "disabled@x.test" }],
    ["550 5.1.1 No such user at policy.example", ...notFound, { recipient: "ann@policy.example" }],
    ["550 user unknown", ...notFound, { recipient: "user@x.test" }],
    ["550 5.7.606 Access denied, banned sending IP [192.0.2.1]", "policy_blocked", undefined, m365],
    [
      "552 5.2.2 The account is out of storage and inactive",
      "undeliverable",
      "mailbox_disabled",
      { mx: "gmail-smtp-in.l.google.com" }
    ],
    ["552 5.2.3 Message exceeds fixed maximum message size", "unknown", "protocol_error"],
    ["550 5.1.10 Recipient has a null MX", "undeliverable", "domain_not_found"],
    ["550 User ann (ann@x.test) not listed in Domino Directory", ...notFound]
  ]))

describe("A reply to RCPT", () =>
  testRows([
    ["250 2.1.5 Ok", "deliverable"],
    ["251 User not local; will forward", "deliverable"],
    [
      "450 4.2.0 <ann@x.test>: Recipient address rejected: Greylisted, see http://postgrey.test",
      "greylisted"
    ],
    ["554 5.7.1 greylisted, come back in 300 seconds", "greylisted"],
    [
      "450 4.1.1 <ann@x.test>: Recipient address rejected: unverified address: Address verification in progress",
      "greylisted"
    ],
    // From Postfix in test/interop: it is not our connection that was refused.
    [
      "450 4.1.1 <ann@x.test>: Recipient address rejected: unverified address: connect to 192.0.2.1[192.0.2.1]:25: Connection refused",
      "greylisted"
    ],
    [
      "450 4.1.1 <ann@x.test>: Recipient address rejected: unverified address: host 192.0.2.1[192.0.2.1] said: 550 5.1.1 <ann@x.test>: Recipient address rejected: User unknown in relay recipient table (in reply to RCPT TO command)",
      "unknown",
      "mailbox_not_found"
    ],
    [
      "450 4.1.7 <b@y.test>: Sender address rejected: unverified address: Address verification in progress",
      "greylisted"
    ],
    ["450 4.3.2 Service currently unavailable", "greylisted"],
    ["550 Administrative prohibition", "policy_blocked"],
    [
      "450 4.1.1 <ann@x.test>: Recipient address rejected: undeliverable address: user unknown",
      "unknown",
      "mailbox_not_found"
    ],
    [
      "550 5.1.1 <ann@x.test>: Recipient address rejected: undeliverable address: host said no",
      ...notFound
    ],
    [
      "451 Internal resources are temporarily unavailable",
      "greylisted",
      undefined,
      { mx: "eu-smtp-inbound-1.mimecast.com" }
    ],
    ["450 Please come back", "greylisted"],
    ["451 4.7.1 Try again later", "greylisted"],
    ["451 4.3.0 Temporary server error", "unknown"],
    ["455 whatever", "unknown", "protocol_error"],
    ["452 sorry", "rate_limited"],
    ["421 4.4.2 timeout exceeded", "unknown"],
    ["452 4.2.2 The recipient's inbox is out of storage space", "unknown", "mailbox_full"],
    ["552 5.2.2 Over quota", "undeliverable", "mailbox_full"],
    [
      "552 Requested mail action aborted: exceeded storage allocation",
      "undeliverable",
      "mailbox_full"
    ],
    [
      "550 5.2.1 The email account that you tried to reach is disabled",
      "undeliverable",
      "mailbox_disabled"
    ],
    ["550 5.2.1 nope", "undeliverable", "mailbox_disabled"],
    ["454 4.7.1 relay access denied", "unknown", "domain_not_found"],
    ["554 5.7.1 Relay access denied", "undeliverable", "domain_not_found"],
    ["556 5.1.10 domain does not accept mail", "undeliverable", "domain_not_found"],
    [
      "553 sorry, that domain isn't in my list of allowed rcpthosts",
      "undeliverable",
      "domain_not_found"
    ],
    ["530 5.7.0 Must issue a STARTTLS command first", "policy_blocked", "tls_required"],
    ["550 5.1.8 Sender address rejected: Domain not found", "policy_blocked", "sender_rejected"],
    ["551 5.1.6 has moved, please try <bob@y.test>", ...notFound],
    ["550 5.1.1 inconnu au bataillon", ...notFound],
    ["550 Utilisateur inconnu", ...notFound],
    ["550 Unbekannter Empfänger", ...notFound],
    ["550 Access denied", "unknown", "protocol_error"],
    ["554 no", "unknown", "protocol_error"],
    ["503 5.5.1 Error: need MAIL command", "unknown", "protocol_error"]
  ]))

describe("A reply before RCPT", () =>
  testRows(
    (["greeting", "ehlo", "starttls", "mail"] as const).flatMap((phase): ReadonlyArray<Row> => [
      [
        "550 5.1.1 user unknown",
        "policy_blocked",
        phase === "mail" ? "sender_rejected" : undefined,
        { phase }
      ],
      ["550 5.2.1 mailbox disabled", "policy_blocked", undefined, { phase }],
      ["554 no SMTP service here", "policy_blocked", undefined, { phase }],
      ["421 busy", "rate_limited", undefined, { phase }],
      ["451 4.7.1 greylisted", "greylisted", undefined, { phase }]
    ])
  ))

describe("The rules", () => {
  it("have unique ids", () => {
    const ids = [...providerReplyRules, ...generalReplyRules].map(({ id }) => id)
    assert.strictEqual(new Set(ids).size, ids.length)
  })
})
