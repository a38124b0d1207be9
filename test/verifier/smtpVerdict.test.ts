/** What a conversation does to the verdict, and one deep verification from end to end. */
import { assert, describe, it } from "@effect/vitest"
import type { Evidence } from "@rcpt/domain/Evidence"
import { absent, present } from "@rcpt/domain/Fact"
import { notChecked, SmtpEvidence } from "@rcpt/domain/Smtp"
import type { SmtpReason } from "@rcpt/domain/Smtp"
import type { Judgement } from "@rcpt/domain/Verdict"
import { judge } from "@rcpt/verifier/judge"
import { Lists } from "@rcpt/verifier/Lists"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Layer, Schema } from "effect"

import { evidence, listing, malformed, settled } from "./evidence.ts"
import { verifyDeep } from "./smtpAsking.ts"
import { asked, refused, said } from "./smtpSaid.ts"
import { mailWorld, mannered, shakeHands } from "./smtpWorld.ts"

const gateway = said("unknown", { subReason: "accept_all_gateway", catchAll: true })
const catchAll = present({ because: "a test" })
const bare = { spf: absent, dmarc: absent }

type Row = readonly [
  says: string,
  given: Evidence,
  status: Judgement["status"],
  subStatus: Judgement["subStatus"],
  score: number
]

describe("The verdict after a conversation", () => {
  const rows: ReadonlyArray<Row> = [
    ["that was accepted", asked(said("deliverable")), "valid", undefined, 100],
    [
      "that was accepted, of a role",
      evidence({}, { role: listing }, { smtp: said("deliverable") }),
      "risky",
      "role_based",
      80
    ],
    [
      "that was refused, of a relay",
      evidence({}, { relay: listing }, { smtp: refused("mailbox_not_found") }),
      "invalid",
      "mailbox_not_found",
      0
    ],
    [
      "with a full mailbox on a young domain",
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
      "with a mailbox that is full for now",
      asked(said("unknown", { subReason: "mailbox_full" })),
      "risky",
      "mailbox_full",
      60
    ],
    [
      "with a gateway that takes everybody",
      evidence({}, {}, { smtp: gateway, catchAll }),
      "risky",
      "catch_all",
      95
    ],
    ...(["unknown", "greylisted", "rate_limited", "policy_blocked", "timeout"] as const).map(
      (status): Row => [`that ended in ${status}`, asked(said(status)), "valid", undefined, 90]
    ),
    [
      "that brought nothing, of a doubtful address",
      evidence(bare, {}, { smtp: said("timeout"), didYouMean: "ann@gmail.com" }),
      "risky",
      "low_score",
      65
    ],
    [
      "that turned the scale",
      evidence({ dmarc: absent }, {}, { smtp: said("greylisted"), didYouMean: "a@b.test" }),
      "risky",
      "low_score",
      70
    ],
    [
      "that brought a weak word",
      asked(said("unknown", { subReason: "mailbox_not_found" })),
      "valid",
      undefined,
      90
    ],
    ["that found no slot", asked(notChecked("smtp_throttled")), "valid", undefined, 90],
    ["that could not be held", asked(notChecked("smtp_unavailable")), "valid", undefined, 90],
    ["that enumeration cost", asked(notChecked("smtp_abuse_throttled")), "valid", undefined, 100],
    [
      "that DNS prevented",
      { ...settled({ _tag: "unanswered", why: "x" }), smtp: notChecked("smtp_unavailable") },
      "unknown",
      "dns_error",
      40
    ],
    [
      "about what is no address",
      { ...malformed, smtp: notChecked("smtp_invalid_syntax") },
      "invalid",
      "failed_syntax_check",
      0
    ],
    ...(["smtp_not_required", "smtp_smtputf8"] satisfies ReadonlyArray<SmtpReason>).map(
      (reason): Row => [`that ${reason}`, asked(notChecked(reason)), "valid", undefined, 100]
    )
  ]
  for (const [says, given, status, subStatus, score] of rows) {
    it(`${says} → ${subStatus ?? status}, ${score}`, () => {
      const { reasons, ...rest } = judge(given)
      assert.deepStrictEqual(rest, { status, subStatus, score })
      assert.isFalse(reasons.includes(""))
    })
  }
})

describe("A deep verification", () => {
  const knowsAnn = {
    rcpt: (words: string) => (words.includes("ann@") ? "250 ok" : "550 5.1.1 user unknown")
  }

  it.live("of a mailbox that exists says so, with what was seen", () =>
    Effect.gen(function* () {
      const manners = { ...knowsAnn, ehlo: "250-mx\r\n250 STARTTLS", starttls: shakeHands }
      const world = yield* mailWorld({ "mx.x.test": mannered(manners) })
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
  )

  it.live("of a mailbox that does not exist makes it invalid", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ "mx.x.test": mannered(knowsAnn) })
      const { evidence, judgement } = yield* verifyDeep(world, "bob@x.test")
      assert.strictEqual(judgement.subStatus, "mailbox_not_found")
      assert.deepInclude(evidence.smtp, { responseCode: 550, enhancedCode: "5.1.1" })
    })
  )

  it.live("finds a catch-all, and weighs it", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ "mx.x.test": mannered() })
      const { evidence, judgement } = yield* verifyDeep(world, "ann@x.test")
      assert.strictEqual(judgement.subStatus, "catch_all")
      assert.strictEqual(evidence.catchAll._tag, "Present")
    })
  )

  it.live("survives the way to another node and back", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ "mx.x.test": mannered() })
      const { smtp } = (yield* verifyDeep(world, "ann@x.test")).evidence
      const json = Schema.fromJsonString(Schema.toCodecJson(SmtpEvidence))
      const back = Schema.decodeUnknownSync(json)(Schema.encodeUnknownSync(json)(smtp))
      assert.strictEqual(JSON.stringify(back), JSON.stringify(smtp))
    })
  )

  it.live("says that it is not available where nobody can ask", () =>
    Effect.gen(function* () {
      const world = yield* mailWorld({ "mx.x.test": mannered() })
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
  )
})
