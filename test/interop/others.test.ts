/** Mail servers in their own words: OpenSMTPD, Sendmail and qpsmtpd as in Debian. */
import { assert, layer } from "@effect/vitest"
import type { SmtpChecked } from "@rcpt/domain/Smtp"
import { Effect } from "effect"
import type { Layer } from "effect"

import { describeWith, openSmtpd, qpsmtpd, sendmail } from "../support/needs.ts"
import type { Need } from "../support/needs.ts"
import { live } from "../support/service.ts"
import { Network } from "./support/Network.ts"
import * as OpenSmtpd from "./support/OpenSmtpd.ts"
import * as Qpsmtpd from "./support/Qpsmtpd.ts"
import * as Sendmail from "./support/Sendmail.ts"

const hostname = "mx.other.test"

/** All with this mail host. */
const domains = ["known.test", "virtual.test", "all.test", "elsewhere.test"]

const worldOf = (serve: Parameters<typeof Network.layer>[1]) =>
  Network.layer(Object.fromEntries(domains.map((domain) => [domain, hostname])), serve)

type Row = readonly [
  recipient: string,
  address: string,
  code: number,
  enhancedCode: string | undefined,
  status: SmtpChecked["status"],
  subReason?: SmtpChecked["subReason"]
]

interface Server {
  readonly need: Need
  readonly world: Layer.Layer<Network>
  readonly rows: ReadonlyArray<Row>
}

const missing = ["undeliverable", "mailbox_not_found"] as const
const notServed = ["undeliverable", "domain_not_found"] as const

/** Its STARTTLS fails with the OpenSSL of Debian 12, and it is asked again in clear. */
const ofOpenSmtpd: Server = {
  need: openSmtpd,
  world: worldOf((site) =>
    OpenSmtpd.start({
      port: site.port,
      ip: site.ipOf(hostname),
      hostname,
      users: ["ann", "full"],
      configuration: `
filter "full" phase rcpt-to match rcpt-to regex "full" reject "552 5.2.2 Mailbox full"
action "users" maildir "/nonexistent" userbase <users>
action "virtual" maildir "/nonexistent" virtual { "ann" = "ann" } userbase <users>
action "all" maildir "/nonexistent" virtual { "@" = "ann" } userbase <users>
match from any for domain "known.test" action "users"
match from any for domain "virtual.test" action "virtual"
match from any for domain "all.test" action "all"
`
    })
  ),
  rows: [
    ["a user", "ann@known.test", 250, "2.1.5", "deliverable"],
    ["no user", "bob@known.test", 550, undefined, ...missing],
    ["a full mailbox", "full@known.test", 552, "5.2.2", "undeliverable", "mailbox_full"],
    ["an address of a table", "ann@virtual.test", 250, "2.1.5", "deliverable"],
    // "Mailing list expansion problem": it may be a list without members.
    ["no address of a table", "bob@virtual.test", 524, "5.2.4", "unknown", "protocol_error"],
    ["any recipient of a catch-all", "bob@all.test", 250, "2.1.5", "catch_all"],
    // The words for a missing user: that the domain is not its own, it does not say.
    ["a recipient of another domain", "ann@elsewhere.test", 550, undefined, ...missing]
  ]
}

const ofSendmail: Server = {
  need: sendmail,
  world: worldOf((site) =>
    Sendmail.start({
      port: site.port,
      ip: site.ipOf(hostname),
      hostname,
      domains: ["known.test"],
      users: ["ann@known.test"],
      catchAlls: ["all.test"],
      refusals: {
        "full@known.test": "5.2.2:552 Mailbox full",
        "waiting@known.test": "4.7.1:450 Greylisted, please try again later"
      }
    })
  ),
  rows: [
    ["a user", "ann@known.test", 250, "2.1.5", "deliverable"],
    ["no user", "bob@known.test", 550, "5.1.1", ...missing],
    ["a full mailbox", "full@known.test", 552, "5.2.2", "undeliverable", "mailbox_full"],
    ["a recipient that is to wait", "waiting@known.test", 450, "4.7.1", "greylisted"],
    ["any recipient of a catch-all", "bob@all.test", 250, "2.1.5", "catch_all"]
  ]
}

const ofQpsmtpd: Server = {
  need: qpsmtpd,
  world: worldOf((site) =>
    Qpsmtpd.start({
      port: site.port,
      ip: site.ipOf(hostname),
      hostname,
      domain: "known.test",
      recipients: {
        "ann@known.test": "DECLINED none",
        "full@known.test": "DENY Mailbox full",
        "waiting@known.test": "DENYSOFT Please try again later"
      },
      catchAlls: ["all.test"]
    })
  ),
  rows: [
    ["a user", "ann@known.test", 250, undefined, "deliverable"],
    ["no user", "bob@known.test", 550, undefined, ...missing],
    ["a full mailbox", "full@known.test", 550, undefined, "undeliverable", "mailbox_full"],
    ["a recipient that is to wait", "waiting@known.test", 450, undefined, "greylisted"],
    ["any recipient of a catch-all", "bob@all.test", 250, undefined, "catch_all"],
    // "Relaying denied (#5.7.1)".
    ["a recipient of another domain", "ann@elsewhere.test", 550, "5.7.1", ...notServed]
  ]
}

for (const { need, world, rows } of [ofOpenSmtpd, ofSendmail, ofQpsmtpd])
  describeWith(need, `Of ${need.name}`, () =>
    layer(
      world,
      live
    )((it) => {
      for (const [recipient, address, code, enhancedCode, status, subReason] of rows)
        it.effect(`${recipient}, by ${code} → ${status}${subReason ? `, ${subReason}` : ""}`, () =>
          Effect.gen(function* () {
            const smtp = yield* (yield* Network).probe(address)
            assert.deepStrictEqual(
              [smtp.responseCode, smtp.enhancedCode, smtp.status, smtp.subReason],
              [code, enhancedCode, status, subReason]
            )
          })
        )
    })
  )
