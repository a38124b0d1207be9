/** A whole probe: what the replies, and those to the control address, prove. */
import type { SmtpChecked } from "@rcpt/domain/Smtp"

import { assert, describe, it } from "../../support/vitest.ts"
import { evidence } from "../judge/evidence.ts"
import { checked, probe } from "./probing.ts"
import { mailWorld, replying } from "./smtpWorld.ts"
import type { ServerReplies } from "./smtpWorld.ts"

const mx = "mx.x.test"
const microsoft = "x-test.mail.protection.outlook.com"

const acceptAll = { rcpt: "250 ok" }
const onlyAnn = { rcpt: (words: string) => (words.includes("ann@") ? "250 ok" : "550 5.1.1 no") }
const annThen = (reply: string) => ({
  rcpt: (words: string) => (words.includes("ann@") ? "250 ok" : reply)
})

type Facts = Pick<SmtpChecked, "status" | "subReason" | "catchAll" | "control">
type Row = readonly [
  server: string,
  host: string,
  replies: ServerReplies,
  status: Facts["status"],
  subReason: Facts["subReason"],
  catchAll: boolean | undefined,
  control: Facts["control"]
]

const rows: ReadonlyArray<Row> = [
  ["a host that rejects unknown users", mx, onlyAnn, "deliverable", undefined, false, "refused"],
  ["a host that accepts everything", mx, acceptAll, "catch_all", undefined, true, "accepted"],
  [
    "a host that greylists the control address",
    mx,
    annThen("450 4.2.0 greylisted"),
    "unknown",
    undefined,
    undefined,
    "unknown"
  ],
  [
    "a host that blocks the control probe",
    mx,
    annThen("554 5.7.1 listed by spamhaus"),
    "unknown",
    undefined,
    undefined,
    "unknown"
  ],
  [
    "a host that refuses with 4xx",
    mx,
    annThen("450 4.1.1 user unknown"),
    "deliverable",
    undefined,
    false,
    "refused"
  ],
  [
    "a host that says 252",
    mx,
    { rcpt: "252 will try" },
    "unknown",
    "provider_unverifiable",
    undefined,
    "notAsked"
  ],
  [
    "a host that refuses the address",
    mx,
    { rcpt: "550 5.1.1 no such user" },
    "undeliverable",
    "mailbox_not_found",
    undefined,
    "notAsked"
  ],
  [
    "a host that says by a code alone that the address is wrong, and says so about every address",
    mx,
    { rcpt: "550 5.1.0 Not accepted" },
    "policy_blocked",
    undefined,
    undefined,
    "refused"
  ],
  [
    "a host that says nothing but its code, about every address",
    mx,
    { rcpt: "550" },
    "unknown",
    "protocol_error",
    undefined,
    "refused"
  ],
  [
    "a host that says the same about every address",
    mx,
    { rcpt: "550 refused" },
    "policy_blocked",
    undefined,
    undefined,
    "refused"
  ],
  [
    "a host that says the same in unrecognized words about every address",
    mx,
    { rcpt: "550 tja" },
    "unknown",
    "protocol_error",
    undefined,
    "refused"
  ],
  [
    "a host that refuses in unrecognized words",
    mx,
    { rcpt: (words) => (words.includes("ann@") ? "550 tja" : "550 5.1.1 no") },
    "unknown",
    "protocol_error",
    undefined,
    "refused"
  ],
  [
    "a gateway that accepts everything",
    "eu-smtp-inbound-1.mimecast.com",
    acceptAll,
    "unknown",
    "accept_all_gateway",
    true,
    "accepted"
  ],
  [
    "a filter of a hoster that accepts everything",
    "mx10.mailspamprotection.com",
    acceptAll,
    "unknown",
    "accept_all_gateway",
    true,
    "accepted"
  ],
  [
    "a gateway that rejects unknown users",
    "mx1.hc1.iphmx.com",
    onlyAnn,
    "deliverable",
    undefined,
    false,
    "refused"
  ],
  [
    "a gateway that cannot be asked a second time",
    "filter1.antispamcloud.com",
    acceptAll,
    "unknown",
    "accept_all_gateway",
    undefined,
    "notAsked"
  ],
  [
    "Yahoo, accepting",
    "mta5.am0.yahoodns.net",
    acceptAll,
    "unknown",
    "provider_unverifiable",
    undefined,
    "notAsked"
  ],
  [
    "Yahoo, refusing",
    "mta5.am0.yahoodns.net",
    { rcpt: "550 5.1.1 no" },
    "undeliverable",
    "mailbox_not_found",
    undefined,
    "notAsked"
  ],
  [
    "Gmail",
    "gmail-smtp-in.l.google.com",
    acceptAll,
    "deliverable",
    undefined,
    undefined,
    "notAsked"
  ],
  [
    "Outlook.com",
    "x.olc.protection.outlook.com",
    acceptAll,
    "deliverable",
    undefined,
    undefined,
    "notAsked"
  ],
  [
    "Google Workspace, a catch-all",
    "aspmx.l.google.com",
    acceptAll,
    "catch_all",
    undefined,
    true,
    "accepted"
  ],
  ["Microsoft 365, a catch-all", microsoft, acceptAll, "catch_all", undefined, true, "accepted"],
  [
    "Microsoft 365, edge blocking",
    microsoft,
    annThen("550 5.4.1 Recipient address rejected: Access denied"),
    "deliverable",
    undefined,
    false,
    "refused"
  ]
]

describe("A probe of", () => {
  for (const [server, host, replies, status, subReason, catchAll, control] of rows) {
    it.live(
      `${server} → ${status}${subReason === undefined ? "" : `, ${subReason}`}`,
      function* () {
        const world = yield* mailWorld({ [host]: replying(replies) })
        const smtp = checked(yield* probe(world, evidence()))
        assert.deepStrictEqual(
          [smtp.status, smtp.subReason, smtp.catchAll, smtp.control],
          [status, subReason, catchAll, control]
        )
        assert.strictEqual(smtp.mxHost, host)
      }
    )
  }
})

describe("The transcript", () => {
  it.live("has each reply in its phase, with the rule that read it, and no address", function* () {
    const world = yield* mailWorld({ [mx]: replying(onlyAnn) })
    const { transcript } = checked(yield* probe(world, evidence()))
    const line = (phase: string, code: number, more: object = {}) => ({
      host: mx,
      phase,
      control: false,
      code,
      ...more
    })
    const together = { together: 3 }
    const control = { ...together, control: true }
    assert.deepStrictEqual<unknown>(transcript, [
      line("greeting", 220),
      line("ehlo", 250),
      line("mail", 250, { ...together, enhancedCode: "2.1.0" }),
      line("rcpt", 250, { ...together, ruleId: "accepted", says: "recipient: accepted" }),
      line("rset", 250, { ...together, enhancedCode: "2.0.0" }),
      line("mail", 250, { ...control, enhancedCode: "2.1.0" }),
      line("rcpt", 550, {
        ...control,
        enhancedCode: "5.1.1",
        ruleId: "missing-code",
        says: "recipient: absent"
      }),
      line("rset", 250, { ...control, enhancedCode: "2.0.0" })
    ])
    assert.notInclude(JSON.stringify(transcript), "@")
  })
})
