import type { Judgement } from "@rcpt/domain/Verdict"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

import { assert, layer } from "../support/vitest.ts"

const mailed = { MX: ["10 mx.acme.test"], TXT: ["v=spf1 mx -all"] }
const reject = { TXT: ["v=DMARC1; p=reject"] }

const zone: Zone = {
  "acme.test": mailed,
  "_dmarc.acme.test": reject,
  "mx.acme.test": { A: ["1.1.1.1"] },
  "gmail.com": mailed,
  "_dmarc.gmail.com": reject,
  "mailinator.com": mailed,
  "_dmarc.mailinator.com": reject,
  "unlisted.test": { ...mailed, MX: ["10 mx1.mytemp.email"] },
  "_dmarc.unlisted.test": reject,
  "mx1.mytemp.email": { A: ["1.1.1.1"] },
  "fresh.test": { ...mailed, MX: ["10 mx.spambog.com"] },
  "_dmarc.fresh.test": reject,
  "mx.spambog.com": { A: ["1.1.1.1"] },
  "hushmail.com": { ...mailed, MX: ["10 aspmx.l.google.com"] },
  "_dmarc.hushmail.com": reject,
  "aspmx.l.google.com": { A: ["1.1.1.1"] },
  "web.de": mailed,
  "_dmarc.web.de": reject,
  "xn--bcher-kva.test": mailed,
  "nullmx.test": { MX: ["0 ."] },
  "private.test": { MX: ["10 mx.private.test"] },
  "mx.private.test": { A: ["10.0.0.1"] },
  "web.test": { A: ["1.1.1.1"] },
  "idle.test": {},
  "servfail.test": "SERVFAIL",
  "refused.test": "REFUSED",
  "timeout.test": "timeout",
  "silent.test": "silence",
  "half.test": mailed,
  "_dmarc.half.test": "silence",
  "_mta-sts.half.test": "silence"
}

const world = Verifier.layer().pipe(
  Layer.provide(Layer.mergeAll(Lists.layer, Resolver.layerZone(zone)))
)

type Row = readonly [input: string, Judgement["status"], Judgement["subStatus"], score: number]

layer(world)("Verifier", (it) => {
  const rows: ReadonlyArray<Row> = [
    ["ann@acme.test", "valid", undefined, 100],
    [" Ann@ACME.test\r\n", "valid", undefined, 100],
    ["ann@gmail.com", "valid", undefined, 100],
    ["ann@bücher.test", "valid", undefined, 95],
    ["ann@mailinator.com", "risky", "disposable", 40],
    // Mail hosts of a throwaway service: in our table, and below a domain of the lists.
    ["ann@unlisted.test", "risky", "disposable", 40],
    ["ann@fresh.test", "risky", "disposable", 40],
    ["info@acme.test", "risky", "role_based", 80],
    // Listed as free, and its mail goes where companies have theirs.
    ["info@hushmail.com", "risky", "role_based", 80],
    ["info@web.de", "valid", undefined, 100],
    ["ann@web.test", "risky", "no_mx_records", 50],
    ["ann@idle.test", "risky", "no_mx_records", 0],
    ["ann@private.test", "invalid", "mx_unroutable", 0],
    ["ann@nullmx.test", "invalid", "does_not_accept_mail", 0],
    ["ann@nowhere.test", "invalid", "domain_not_found", 0],
    ["ann@servfail.test", "unknown", "dns_error", 50],
    ["ann@refused.test", "unknown", "dns_error", 50],
    ["ann@timeout.test", "unknown", "dns_error", 50],
    ["ann", "invalid", "failed_syntax_check", 0],
    ["", "invalid", "failed_syntax_check", 0],
    ["a b@acme.test", "invalid", "failed_syntax_check", 0],
    ["ann@acme.test\r\nDATA", "invalid", "failed_syntax_check", 0],
    ["ann\u0000@acme.test", "invalid", "failed_syntax_check", 0],
    ["ann@xn--0.test", "invalid", "failed_syntax_check", 0],
    ["ann@[127.0.0.1]", "invalid", "failed_syntax_check", 0],
    ["\ud800@acme.test", "invalid", "failed_syntax_check", 0],
    [`${"a".repeat(10_240)}@acme.test`, "invalid", "failed_syntax_check", 0]
  ]
  for (const [input, status, subStatus, score] of rows) {
    it.effect(
      `${JSON.stringify(input).slice(0, 40)} → ${subStatus ?? status}, ${score}`,
      function* () {
        const { judgement } = yield* (yield* Verifier).verify(input)
        const { reasons, ...rest } = judgement
        assert.deepStrictEqual(rest, { status, subStatus, score })
        assert.isTrue(status === "valid" || reasons.length > 0)
      }
    )
  }

  it.effect("answers within 5 s while DNS does not answer", function* () {
    const verifier = yield* Verifier
    const waiting = yield* Effect.forkChild(verifier.verify("ann@silent.test"), {
      startImmediately: true
    })
    yield* TestClock.adjust("5 seconds")
    const { judgement } = yield* Fiber.join(waiting)
    assert.strictEqual(judgement.subStatus, "dns_error")
  })

  it.effect("asks for context records unless they are switched off", function* () {
    const verifier = yield* Verifier
    const single = yield* verifier.verify("ann@acme.test")
    assert.strictEqual(single.evidence.context?.mtaSts._tag, "Absent")
    const bulk = yield* verifier.verify("ann@acme.test", { context: false })
    assert.isUndefined(bulk.evidence.context)
    assert.deepStrictEqual(bulk.judgement, single.judgement)
  })

  it.effect(
    "answers within 5 s while DNS does not answer for one of the context records",
    function* () {
      const verifier = yield* Verifier
      const waiting = yield* Effect.forkChild(verifier.verify("ann@half.test"), {
        startImmediately: true
      })
      yield* TestClock.adjust("5 seconds")
      const { evidence, judgement } = yield* Fiber.join(waiting)
      assert.strictEqual(judgement.status, "valid")
      assert.strictEqual(evidence.context?.mtaSts._tag, "Unanswered")
      assert.strictEqual(evidence.context?.tlsRpt._tag, "Absent")
    }
  )

  it.effect("checks the lists even when DNS fails", function* () {
    const { evidence } = yield* (yield* Verifier).verify("info@servfail.test")
    assert.isDefined(evidence.lists?.role)
    assert.isUndefined(evidence.lists?.disposable)
  })

  it.effect("keeps the address as given next to its normalized form", function* () {
    const { evidence } = yield* (yield* Verifier).verify(" A.nn+x@Gmail.com ")
    assert.strictEqual(evidence.input, "A.nn+x@Gmail.com")
    assert.deepStrictEqual(evidence.syntax, {
      _tag: "wellFormed",
      address: { localPart: "A.nn+x", domain: "gmail.com", smtputf8: false },
      normalized: "ann@gmail.com"
    })
  })
})
