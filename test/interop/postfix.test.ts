/** Postfix as in Debian: its replies in the usual roles, and how they are read. */
import type { SmtpChecked } from "@rcpt/domain/Smtp"

import { describeWith, postfix } from "../support/needs.ts"
import { live } from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import { Network } from "./support/Network.ts"
import * as Postfix from "./support/Postfix.ts"

/** The special settings of each mail host. All others are Postfix's defaults. */
const settings: Readonly<Record<string, Postfix.Settings>> = {
  "mx.users.test": {
    // Words and codes of Dovecot's quota-status, and of a full quota in Cyrus.
    smtpd_recipient_restrictions: Postfix.access("recipient", {
      "full@users.test": "552 5.2.2 Mailbox is full",
      "filling@users.test": "452 4.2.2 Over quota"
    })
  },
  "mx.soft.test": { soft_bounce: "yes" },
  "mx.inner.test": {
    smtpd_recipient_restrictions: Postfix.access("recipient", {
      "full@verified.test": "552 5.2.2 Mailbox is full"
    })
  },
  // The gateway knows no users: it asks the host behind while we wait.
  "mx.verified.test": {
    smtpd_reject_unlisted_recipient: "no",
    smtpd_recipient_restrictions: "reject_unverified_recipient",
    unverified_recipient_reject_code: "550",
    address_verify_poll_delay: "1s",
    // Default 3; a machine under load may need more.
    address_verify_poll_count: "15"
  },
  // This one asks too, but replies at once.
  "mx.hasty.test": {
    smtpd_reject_unlisted_recipient: "no",
    smtpd_recipient_restrictions: "reject_unverified_recipient",
    address_verify_poll_count: "1"
  },
  "mx.callback.test": {
    smtpd_sender_restrictions: "reject_unverified_sender",
    address_verify_poll_count: "1"
  },
  "mx.wary.test": { smtpd_client_restrictions: "reject" },
  "mx.curt.test": { smtpd_client_restrictions: "reject", smtpd_delay_reject: "no" },
  "mx.greeted.test": { smtpd_helo_restrictions: "check_helo_access static:reject" },
  "mx.shy.test": { smtpd_sender_restrictions: "check_sender_access static:reject" },
  "mx.busy.test": { smtpd_client_connection_rate_limit: "1" },
  "mx.plain.test": { smtpd_tls_security_level: "none" },
  "mx.strict.test": { smtpd_tls_security_level: "encrypt" },
  "mx.grouped.test": { smtpd_client_restrictions: "reject_unauth_pipelining" },
  "mx.screened.test": {
    postscreen_greet_wait: "1s",
    postscreen_greet_action: "enforce",
    postscreen_pipelining_enable: "yes"
  }
}

const domainOf = (host: string): string => host.replace(/^mx\./, "")
const domainsOf = (hosts: ReadonlyArray<string>): string => hosts.map(domainOf).join(" ")
const gateways = ["mx.verified.test", "mx.hasty.test"]
const hosts = Object.keys(settings)
const usersHost = "mx.users.test"

const world = Network.layer(
  {
    ...Object.fromEntries(hosts.map((host) => [domainOf(host), host])),
    "boxes.test": usersHost,
    "aliases.test": usersHost,
    "relayed.test": usersHost,
    "all.test": usersHost,
    "elsewhere.test": usersHost,
    "lost.test": "mx.verified.test"
  },
  ({ port, ipOf, nowhere }) => {
    const inner = `smtp:[${ipOf("mx.inner.test")}]:${port}`
    return Postfix.start({
      port,
      settings: {
        mydestination: domainsOf(hosts.filter((host) => !gateways.includes(host))),
        alias_maps: Postfix.inline({ ann: "root" }),
        virtual_mailbox_domains: "boxes.test",
        virtual_mailbox_maps: Postfix.inline({ "ann@boxes.test": "ann/" }),
        virtual_alias_domains: "aliases.test all.test",
        virtual_alias_maps: Postfix.inline({
          "ann@aliases.test": "ann@users.test",
          "@all.test": "ann@users.test"
        }),
        relay_domains: `relayed.test lost.test rcpt.test ${domainsOf(gateways)}`,
        relay_recipient_maps: Postfix.inline({
          "ann@relayed.test": "x",
          "ann@verified.test": "x",
          "full@verified.test": "x",
          "ann@hasty.test": "x",
          "bounce@probe.rcpt.test": "x"
        }),
        transport_maps: Postfix.inline({
          "verified.test": inner,
          "hasty.test": inner,
          "probe.rcpt.test": inner,
          "lost.test": `smtp:[${nowhere}]:${port}`
        })
      },
      hosts: hosts.map((host) => ({
        ip: ipOf(host),
        ...(host === "mx.screened.test" && { frontend: "postscreen" }),
        settings: settings[host] ?? {}
      }))
    })
  }
)

type Row = readonly [
  recipient: string,
  address: string,
  codes: string,
  status: SmtpChecked["status"],
  subReason?: SmtpChecked["subReason"]
]

const missing = ["undeliverable", "mailbox_not_found"] as const
const senderRejected = ["policy_blocked", "sender_rejected"] as const

const rows: ReadonlyArray<Row> = [
  ["an alias", "ann@users.test", "250 2.1.5", "deliverable"],
  ["a user of the machine", "daemon@users.test", "250 2.1.5", "deliverable"],
  ["no user", "bob@users.test", "550 5.1.1", ...missing],
  ["a full mailbox", "full@users.test", "552 5.2.2", "undeliverable", "mailbox_full"],
  ["a mailbox full for now", "filling@users.test", "452 4.2.2", "unknown", "mailbox_full"],
  ["a virtual mailbox", "ann@boxes.test", "250 2.1.5", "deliverable"],
  ["no virtual mailbox", "bob@boxes.test", "550 5.1.1", ...missing],
  ["a virtual alias", "ann@aliases.test", "250 2.1.5", "deliverable"],
  ["no virtual alias", "bob@aliases.test", "550 5.1.1", ...missing],
  ["a recipient to relay", "ann@relayed.test", "250 2.1.5", "deliverable"],
  ["no recipient to relay", "bob@relayed.test", "550 5.1.1", ...missing],
  ["any recipient of a catch-all", "bob@all.test", "250 2.1.5", "catch_all"],
  [
    "a recipient of another domain",
    "ann@elsewhere.test",
    "554 5.7.1",
    "undeliverable",
    "domain_not_found"
  ],
  ["a user, where refusals are soft", "ann@soft.test", "250 2.1.5", "deliverable"],
  [
    "no user, where refusals are soft",
    "bob@soft.test",
    "450 4.1.1",
    "unknown",
    "mailbox_not_found"
  ],
  ["a user of the host behind", "ann@verified.test", "250 2.1.5", "deliverable"],
  ["no user of the host behind", "bob@verified.test", "550 5.1.1", ...missing],
  [
    "a full mailbox of the host behind",
    "full@verified.test",
    "550 5.1.1",
    "undeliverable",
    "mailbox_full"
  ],
  ["a host behind that is down", "ann@lost.test", "450 4.1.1", "greylisted"],
  ["a host that refuses us", "ann@wary.test", "554 5.7.1", "policy_blocked"],
  ["a host that refuses us before RCPT", "ann@curt.test", "554 5.7.1", "policy_blocked"],
  ["a host that refuses our HELO", "ann@greeted.test", "554 5.7.1", ...senderRejected],
  ["a host that refuses our sender", "ann@shy.test", "554 5.7.1", ...senderRejected],
  ["a host without TLS", "ann@plain.test", "250 2.1.5", "deliverable"],
  ["a host that insists on TLS", "ann@strict.test", "250 2.1.5", "deliverable"]
]

const codesOf = ({ responseCode, enhancedCode }: SmtpChecked): string =>
  `${responseCode} ${enhancedCode}`

describeWith(postfix, "Of Postfix", () =>
  layer(
    world,
    live
  )((it) => {
    for (const [recipient, address, codes, status, subReason] of rows) {
      it.effect(
        `${recipient}, by "${codes}" → ${status}${subReason ? `, ${subReason}` : ""}`,
        function* () {
          const { probe } = yield* Network
          const smtp = yield* probe(address)
          assert.deepStrictEqual(
            [codesOf(smtp), smtp.status, smtp.subReason],
            [codes, status, subReason]
          )
          const isClear = ["mx.plain.test", "mx.curt.test"].includes(smtp.mxHost)
          assert.strictEqual(smtp.tls, !isClear)
        }
      )
    }

    const deferred: ReadonlyArray<Row> = [
      ["no user, not yet verified", "bob@hasty.test", "450 4.1.1", "unknown", "mailbox_not_found"],
      // So is the control address, which was probed at the same time.
      ["a user, not yet verified", "ann@hasty.test", "250 2.1.5", "deliverable"],
      ["a host that first verifies our sender", "ann@callback.test", "250 2.1.5", "deliverable"],
      [
        "postscreen, which accepts a client that comes back",
        "ann@screened.test",
        "250 2.1.5",
        "deliverable"
      ]
    ]
    for (const [recipient, address, codes, status, subReason] of deferred) {
      it.effect(
        `${recipient}, probed again → ${status}${subReason ? `, ${subReason}` : ""}`,
        function* () {
          const { probe, probeAgain } = yield* Network
          assert.strictEqual((yield* probe(address)).status, "greylisted")
          const smtp = yield* probeAgain(address)
          assert.deepStrictEqual(
            [codesOf(smtp), smtp.status, smtp.subReason],
            [codes, status, subReason]
          )
        }
      )
    }

    it.effect(
      "a host that refuses commands before their turn takes groups of recipients",
      function* () {
        const { probeList } = yield* Network
        const names = ["ann", "bob", "cyd", "daemon", "eve", "fay", "gil", "hal", "ida"]
        const all = yield* probeList(names.map((name) => `${name}@grouped.test`))
        assert.deepStrictEqual(
          all.map(({ status }) => status),
          names.map((name) => (["ann", "daemon"].includes(name) ? "deliverable" : "undeliverable"))
        )
        const groups = all.flatMap(({ transcript }) => transcript.map(({ together }) => together))
        assert.include(groups, 4 * 3)
      }
    )

    it.effect("a host that limits our connection rate → rate_limited", function* () {
      const { probe } = yield* Network
      yield* probe("ann@busy.test")
      const smtp = yield* probe("ann@busy.test")
      assert.deepStrictEqual([codesOf(smtp), smtp.status], ["421 4.7.0", "rate_limited"])
    })
  })
)
