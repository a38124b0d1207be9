/** OpenSMTPD as in Debian: one sentence without a code for nearly everything. */
import { assert, layer } from "@effect/vitest"
import type { SmtpChecked } from "@rcpt/domain/Smtp"
import { Effect } from "effect"

import { describeWith, openSmtpd } from "../support/needs.ts"
import { live } from "../support/service.ts"
import { Network } from "./support/Network.ts"
import * as OpenSmtpd from "./support/OpenSmtpd.ts"

const hostname = "mx.smtpd.test"

const domains = ["known.test", "virtual.test", "all.test", "elsewhere.test"]

const world = Network.layer(
  Object.fromEntries(domains.map((domain) => [domain, hostname])),
  (site) =>
    OpenSmtpd.start({
      port: site.port,
      ip: site.ipOf(hostname),
      hostname,
      users: ["ann", "full"],
      // Its STARTTLS fails with this OpenSSL, and it is asked again in clear.
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
)

type Row = readonly [
  recipient: string,
  address: string,
  code: number,
  enhancedCode: string | undefined,
  status: SmtpChecked["status"],
  subReason?: SmtpChecked["subReason"]
]

const missing = ["undeliverable", "mailbox_not_found"] as const

const rows: ReadonlyArray<Row> = [
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

describeWith(openSmtpd, "Of OpenSMTPD", () =>
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
