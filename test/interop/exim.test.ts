/** Exim as in Debian: codes without enhanced codes, replies of many lines, and slow greetings. */
import type { SmtpChecked } from "@rcpt/domain/Smtp"

import { describeWith, exim } from "../support/needs.ts"
import { live } from "../support/service.ts"
import { assert, layer } from "../support/vitest.ts"
import * as Exim from "./support/Exim.ts"
import { Network } from "./support/Network.ts"
import type { Site } from "./support/Network.ts"

const mx = "mx.exim.test"
const slowMx = "mx.slow.test"

const domains = [
  "known.test",
  "worded.test",
  "full.test",
  "filling.test",
  "forbidding.test",
  "troubled.test",
  "picky.test",
  "behind.test",
  "lost.test"
]

/** The delay of the greeting in a server that looks for clients that talk before it. */
const greetingWaitSeconds = 2

/** In the order of the session; `beside` is the host that gets the mail for behind.test. */
const configuration = ({ port, ipOf, beside, nowhere }: Site): string => `
domainlist ours = slow.test : ${domains.join(" : ")}
acl_smtp_connect = connect
acl_smtp_rcpt = rcpt

begin acl
connect:
  accept condition = \${if eq{$received_ip_address}{${ipOf(slowMx)}}}
         delay = ${greetingWaitSeconds}s
  accept

rcpt:
  accept domains = all.test
  deny   domains = !+ours
         message = relay not permitted
  deny   domains = forbidding.test
  deny   domains = full.test
         message = 552 Mailbox quota exceeded
  defer  domains = filling.test
         message = 452 <$local_part@$domain> Mailbox is full
  defer  domains = troubled.test
  deny   domains = picky.test
         !verify = sender
  deny   domains = worded.test
         !local_parts = ann
         message = no such user here
  accept condition = \${if eq{$received_ip_address}{${beside}}}
         local_parts = ann
  deny   condition = \${if eq{$received_ip_address}{${beside}}}
         message = Unknown user
  require verify = recipient/callout=5s
  accept

begin routers
behind:
  driver = manualroute
  domains = behind.test
  route_list = * ${beside}
  self = send
  transport = smtp
lost:
  driver = manualroute
  domains = lost.test
  route_list = * ${nowhere}
  self = send
  transport = smtp
users:
  driver = accept
  domains = +ours
  local_parts = ann
  verify_only

begin transports
smtp:
  driver = smtp
  port = ${port}
  allow_localhost
`

const world = Network.layer(
  {
    ...Object.fromEntries([...domains, "all.test", "elsewhere.test"].map((domain) => [domain, mx])),
    "slow.test": slowMx
  },
  (site) =>
    Exim.start({
      port: site.port,
      ips: [site.ipOf(mx), site.ipOf(slowMx), site.beside],
      configuration: configuration(site)
    })
)

type Row = readonly [
  recipient: string,
  address: string,
  code: number,
  status: SmtpChecked["status"],
  subReason?: SmtpChecked["subReason"]
]

const missing = ["undeliverable", "mailbox_not_found"] as const

const rows: ReadonlyArray<Row> = [
  ["a user", "ann@known.test", 250, "deliverable"],
  ["no user, in Exim's own words", "bob@known.test", 550, ...missing],
  ["no user, in the words of an administrator", "bob@worded.test", 550, ...missing],
  ["a full mailbox", "ann@full.test", 552, "undeliverable", "mailbox_full"],
  ["a mailbox full for now", "ann@filling.test", 452, "unknown", "mailbox_full"],
  ["any recipient of a catch-all", "bob@all.test", 250, "catch_all"],
  // "relay not permitted", to a made-up address too: it may refuse the domain, or us.
  ["a recipient of another domain", "ann@elsewhere.test", 550, "policy_blocked"],
  ["a host that forbids it without a word", "ann@forbidding.test", 550, "policy_blocked"],
  [
    "a host that cannot verify the sender",
    "ann@picky.test",
    550,
    "policy_blocked",
    "sender_rejected"
  ],
  ["a host with an error", "ann@troubled.test", 451, "unknown"],
  ["a user of the host behind", "ann@behind.test", 250, "deliverable"],
  ["no user of the host behind", "bob@behind.test", 550, ...missing],
  // "Previous (cached) callout verification failure": the words of the host behind are lost.
  ["the same, from Exim's memory", "bob@behind.test", 550, "unknown", "protocol_error"],
  ["a host behind that is down", "ann@lost.test", 451, "greylisted"]
]

describeWith(exim, "Of Exim", () =>
  layer(
    world,
    live
  )((it) => {
    for (const [recipient, address, code, status, subReason] of rows) {
      it.effect(
        `${recipient}, by ${code} → ${status}${subReason ? `, ${subReason}` : ""}`,
        function* () {
          const smtp = yield* (yield* Network).probe(address)
          assert.deepStrictEqual(
            [smtp.responseCode, smtp.enhancedCode, smtp.status, smtp.subReason],
            [code, undefined, status, subReason]
          )
          assert.isTrue(smtp.tls)
        }
      )
    }

    it.effect("a user, after a slow greeting → deliverable", function* () {
      const { status, latencyMillis } = yield* (yield* Network).probe("ann@slow.test")
      assert.strictEqual(status, "deliverable")
      assert.isAtLeast(latencyMillis, greetingWaitSeconds * 1_000)
    })
  })
)
