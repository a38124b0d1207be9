/** How an SMTP result changes the verdict, and deep verifications from end to end. */
import type { Evidence } from "@rcpt/domain/Evidence"
import { absent, present } from "@rcpt/domain/Fact"
import { notChecked, SmtpEvidence } from "@rcpt/domain/Smtp"
import type { SmtpReason } from "@rcpt/domain/Smtp"
import type { Judgement } from "@rcpt/domain/Verdict"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { judge } from "@rcpt/verifier/judge/judge"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer, Schema } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { verifyDeep } from "../smtp/probing.ts"
import { mailWorld, replying, startTls } from "../smtp/smtpWorld.ts"
import { sentencesOf } from "./everySentence.ts"
import { evidence, listing, malformed, settled } from "./evidence.ts"
import { afterSmtp, refused, smtpResult } from "./smtpResults.ts"

const gateway = smtpResult("unknown", { subReason: "accept_all_gateway", catchAll: true })
const catchAll = present({ because: "a test" })
const bare = { spf: absent, dmarc: absent }

type Row = readonly [
  says: string,
  given: Evidence,
  status: Judgement["status"],
  subStatus: Judgement["subStatus"],
  score: number
]

describe("The verdict after an SMTP result", () => {
  const rows: ReadonlyArray<Row> = [
    ["deliverable", afterSmtp(smtpResult("deliverable")), "valid", undefined, 100],
    [
      "deliverable, of a role address",
      evidence({}, { role: listing }, { smtp: smtpResult("deliverable") }),
      "risky",
      "role_based",
      80
    ],
    [
      "mailbox not found, of a relay",
      evidence({}, { relay: listing }, { smtp: refused("mailbox_not_found") }),
      "invalid",
      "mailbox_not_found",
      0
    ],
    [
      "mailbox full, on a new domain",
      evidence(
        {},
        {},
        { smtp: refused("mailbox_full"), age: present({ days: 3, registeredOn: "2026-01-01" }) }
      ),
      "risky",
      "new_domain",
      35
    ],
    [
      "mailbox temporarily full",
      afterSmtp(smtpResult("unknown", { subReason: "mailbox_full" })),
      "risky",
      "mailbox_full",
      60
    ],
    [
      "a gateway that accepts every recipient",
      evidence({}, {}, { smtp: gateway, catchAll }),
      "risky",
      "catch_all",
      95
    ],
    ...(["unknown", "greylisted", "rate_limited", "policy_blocked", "timeout"] as const).map(
      (status): Row => [
        `of status ${status}`,
        afterSmtp(smtpResult(status)),
        "risky",
        "mailbox_unverified",
        90
      ]
    ),
    [
      "of a mailbox that gets too much mail at the moment",
      afterSmtp(smtpResult("rate_limited", { isBusy: true })),
      "risky",
      "mailbox_unverified",
      100
    ],
    [
      "timeout, of an address with other findings",
      evidence(bare, {}, { smtp: smtpResult("timeout"), didYouMean: "ann@gmail.com" }),
      "risky",
      "mailbox_unverified",
      65
    ],
    [
      "greylisted, which takes the score below 80",
      evidence({ dmarc: absent }, {}, { smtp: smtpResult("greylisted"), didYouMean: "a@b.test" }),
      "risky",
      "mailbox_unverified",
      70
    ],
    [
      "mailbox not found, but inconclusive",
      afterSmtp(smtpResult("unknown", { subReason: "mailbox_not_found" })),
      "risky",
      "mailbox_unverified",
      90
    ],
    [
      "not checked: throttled",
      afterSmtp(notChecked("smtp_throttled")),
      "risky",
      "mailbox_unverified",
      90
    ],
    [
      "not checked: unavailable",
      afterSmtp(notChecked("smtp_unavailable")),
      "risky",
      "mailbox_unverified",
      90
    ],
    [
      "not checked: enumeration limit",
      afterSmtp(notChecked("smtp_abuse_throttled")),
      "risky",
      "mailbox_unverified",
      100
    ],
    [
      "not checked: DNS failed",
      { ...settled({ _tag: "unanswered", why: "x" }), smtp: notChecked("smtp_unavailable") },
      "unknown",
      "dns_error",
      40
    ],
    [
      "not checked: malformed",
      { ...malformed, smtp: notChecked("smtp_invalid_syntax") },
      "invalid",
      "failed_syntax_check",
      0
    ],
    ...(["smtp_not_required", "smtp_smtputf8"] satisfies ReadonlyArray<SmtpReason>).map(
      (reason): Row => [
        `not checked: ${reason}`,
        afterSmtp(notChecked(reason)),
        "risky",
        "mailbox_unverified",
        100
      ]
    )
  ]
  for (const [says, given, status, subStatus, score] of rows) {
    it(`${says} → ${subStatus ?? status}, ${score}`, () => {
      const { reasons: _, ...rest } = judge(given)
      assert.deepStrictEqual(rest, { status, subStatus, score })
      assert.notInclude(sentencesOf(given), "")
    })
  }
})

describe("A deep verification", () => {
  const knowsAnn = {
    rcpt: (words: string) => (words.includes("ann@") ? "250 ok" : "550 5.1.1 user unknown")
  }

  it.live("of an existing mailbox is valid, with the details of the session", function* () {
    const manners = { ...knowsAnn, ehlo: "250-mx\r\n250 STARTTLS", starttls: startTls }
    const world = yield* mailWorld({ "mx.x.test": replying(manners) })
    const { evidence, judgement } = yield* verifyDeep(world, "ann@x.test")
    const { smtp } = evidence
    assert.isTrue(smtp?.checked)
    assert.strictEqual(judgement.status, "valid")
    assert.deepInclude(smtp, {
      status: "deliverable",
      responseCode: 250,
      catchAll: false,
      tls: true,
      mxHost: "mx.x.test"
    })
    assert.deepStrictEqual(evidence.catchAll, absent)
  })

  it.live("of a mailbox that does not exist is invalid", function* () {
    const world = yield* mailWorld({ "mx.x.test": replying(knowsAnn) })
    const { evidence, judgement } = yield* verifyDeep(world, "bob@x.test")
    assert.strictEqual(judgement.subStatus, "mailbox_not_found")
    assert.deepInclude(evidence.smtp, { responseCode: 550, enhancedCode: "5.1.1" })
  })

  it.live("finds a catch-all domain", function* () {
    const world = yield* mailWorld({ "mx.x.test": replying() })
    const { evidence, judgement } = yield* verifyDeep(world, "ann@x.test")
    assert.strictEqual(judgement.subStatus, "catch_all")
    assert.strictEqual(evidence.catchAll._tag, "Present")
  })

  it.live("has an SMTP result that survives encoding and decoding", function* () {
    const world = yield* mailWorld({ "mx.x.test": replying() })
    const { smtp } = (yield* verifyDeep(world, "ann@x.test")).evidence
    const json = Schema.fromJsonString(Schema.toCodecJson(SmtpEvidence))
    const back = Schema.decodeUnknownSync(json)(Schema.encodeUnknownSync(json)(smtp))
    assert.strictEqual(JSON.stringify(back), JSON.stringify(smtp))
  })

  it.live("reports `smtp_unavailable` without a prober", function* () {
    const world = yield* mailWorld({ "mx.x.test": replying() })
    const verifier = Verifier.layer({ unsafeNetworks: ["127.0.0.0/8"] }).pipe(
      Layer.provide([Lists.layer, Resolver.layerZone(world.zone)])
    )
    yield* Effect.gen(function* () {
      const verifier = yield* Verifier
      const deep = (yield* verifier.verify("ann@x.test", { mode: "deep" })).evidence.smtp
      assert.deepStrictEqual(deep, notChecked("smtp_unavailable"))
      const none = (yield* verifier.verify("ann", { mode: "deep" })).evidence.smtp
      assert.deepStrictEqual(none, notChecked("smtp_invalid_syntax"))
      assert.notProperty((yield* verifier.verify("ann@x.test")).evidence, "smtp")
    }).pipe(Effect.provide(verifier))
  })
})
