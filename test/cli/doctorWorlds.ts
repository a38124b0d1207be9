/** Environments with something wrong in each, and what the doctor reports about them. */
import type { Finding } from "@rcpt/service/operations/doctor/Finding"

/** Domains in addition to those of the lab, each with one thing wrong. */
export const moreZones = `
$ORIGIN test.
refuser      MX 10 mail.bannerblock
swallower    MX 10 mute.mx
unaddressed  MX 10 nowhere
helpful      MX 10 mail.exim
helpful      TXT "v=spf1 ~all"
mistaken     MX 10 mail.exim
mistaken     TXT "v=spf1 ipv4:127.0.0.1 -all"
personal     MX 10 mail.exim
personal     TXT "v=spf1 exists:%{l}.personal.test -all"
bareaddress  A  127.0.0.1
`

export type Environment = Readonly<Record<string, string>>

type Expected = readonly [
  id: Finding["id"],
  severity: Finding["severity"],
  text: RegExp,
  setting?: string
]

export interface World {
  readonly says: string
  readonly env: Environment
  readonly code: 0 | 1
  readonly finds: ReadonlyArray<Expected>
}

/** Only mail hosts count as public, so that 127.0.0.1 is a private address. */
const behindNat = { RCPT_UNSAFE_NETWORKS: "127.0.3.0/24,127.0.7.0/24" }

export const inUse = "RCPT_DNSBL_ZONES=zen.spamhaus.org,dbl.spamhaus.org,multi.surbl.org"

/** `says`: what is wrong.  `finds`: what the doctor reports. */
export const worlds: ReadonlyArray<World> = [
  {
    says: "nothing wrong but two blocklists, and SPF that asks who sends",
    env: { RCPT_MAIL_FROM: "verify@personal.test" },
    code: 0,
    finds: [
      [
        "dnsbl",
        "warning",
        /\(multi.uribl.com: said 127.0.0.1; dnsbl-1.uceprotect.net: lists 127.0.0.1,/,
        inUse
      ],
      ["sender.spf", "note", /could not be fully evaluated \(exists:%\{l\}.personal.test\)/],
      ["db", "note", /^No service runs here/]
    ]
  },
  {
    says: "no DNS",
    env: { RCPT_DNS_SERVERS: "127.0.0.1:1" },
    code: 1,
    finds: [
      ["dns", "problem", /^DNS does not answer \(ECONNREFUSED\)/],
      ["port25", "note", /^Port \d+ was not tried/],
      ["helo.address", "note", /is not answered \(ECONNREFUSED\)/]
    ]
  },
  {
    says: "a closed port, a bare name, the null sender, and no database",
    env: {
      RCPT_SMTP_PORT: "1",
      RCPT_HELO: "vm-7",
      RCPT_MAIL_FROM: "<>",
      RCPT_DATABASE_URL: "postgres://rcpt:s3cret@127.0.0.1:1/rcpt"
    },
    code: 1,
    finds: [
      [
        "port25",
        "problem",
        /^No mail server is reached on port 1 \(gmail.com: ECONNREFUSED; outlook/
      ],
      ["helo.name", "problem", /^RCPT_HELO is "vm-7", which is no full name/],
      ["helo.ptr", "warning", /^127.0.0.1 is named probe.rcpt.test/, "RCPT_HELO=probe.rcpt.test"],
      ["sender.domain", "note", /^The sender is <>/],
      ["db", "problem", /^The database cannot be reached/]
    ]
  },
  {
    says: "a port without a greeting, a name with another address, and SPF that forbids",
    env: {
      RCPT_DOCTOR_DOMAINS: "gmail.com,swallower.test",
      RCPT_HELO: "mail.exim.test",
      RCPT_MAIL_FROM: "verify@acme.test"
    },
    code: 1,
    finds: [
      [
        "port25",
        "warning",
        /\(swallower.test: connected, but no greeting \(timeout\)\); those of gmail.com are/
      ],
      ["helo.address", "warning", /^mail.exim.test has the address 127.0.8.1, but we go out from/],
      ["sender.domain", "ok", /^acme.test/],
      ["sender.spf", "problem", /^The SPF record of acme.test forbids 127.0.0.1/]
    ]
  },
  {
    says: "a refusing greeting, another name, no SPF, and blocklists that are not turned on",
    env: {
      RCPT_DOCTOR_DOMAINS: "refuser.test",
      RCPT_HELO: "bareaddress.test",
      RCPT_MAIL_FROM: "verify@bareaddress.test",
      RCPT_DNSBL_ZONES: "zen.spamhaus.org=k3y"
    },
    code: 0,
    finds: [
      ["port25.greeting", "warning", /^The mail server of refuser.test greets us with 554: 5.7.1/],
      ["helo.ptr", "warning", /RCPT_HELO is bareaddress.test/, "RCPT_HELO=probe.rcpt.test"],
      ["sender.spf", "warning", /^bareaddress.test has no SPF record/],
      ["dnsbl", "ok", /zen.spamhaus.org/],
      [
        "dnsbl.offer",
        "note",
        /^More blocklists would answer us: dbl.spamhaus.org and multi.surbl.org/,
        inUse.replace("zen.spamhaus.org", "zen.spamhaus.org=<key>")
      ]
    ]
  },
  {
    says: "a domain without mail hosts, a name without address, and a sender domain that takes no mail",
    env: {
      RCPT_DOCTOR_DOMAINS: "unaddressed.test",
      RCPT_HELO: "nowhere.rcpt.test",
      RCPT_MAIL_FROM: "verify@nullmx.test"
    },
    code: 1,
    finds: [
      ["port25", "warning", /not tried.*unaddressed.test: its mail server has no IP address/],
      ["address", "note", /^Our public address cannot be seen/],
      ["helo.address", "problem", /^nowhere.rcpt.test has no address/],
      ["sender.domain", "problem", /^nullmx.test, .* takes no mail/]
    ]
  },
  {
    says: "NAT, an address that is on a blocklist and has no name, and SPF that does not name it",
    env: {
      ...behindNat,
      RCPT_HELO: "mail.listedhost.test",
      RCPT_MAIL_FROM: "verify@helpful.test"
    },
    code: 1,
    finds: [
      ["address", "note", /127.0.0.1 is private, .*; the one of RCPT_HELO, 127.0.6.1, is taken/],
      ["helo.ptr", "problem", /^127.0.6.1 has no name/],
      ["sender.spf", "warning", /^The SPF record of helpful.test does not name 127.0.6.1/],
      ["dnsbl.own", "problem", /^127.0.6.1 is on zen.spamhaus.org/]
    ]
  },
  {
    says: "an address that must not send mail, and SPF with a mistake in it",
    env: {
      ...behindNat,
      RCPT_HELO: "mail.policyhost.test",
      RCPT_MAIL_FROM: "verify@mistaken.test"
    },
    code: 1,
    finds: [
      ["dnsbl.own", "problem", /^127.0.6.2 is on zen.spamhaus.org/],
      ["sender.spf", "problem", /^The SPF record of mistaken.test cannot be used \(a mistake in/]
    ]
  }
]
