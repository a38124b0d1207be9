import { notAsked, unanswered } from "@rcpt/domain/Fact"
import { makeDomainFacts } from "@rcpt/verifier/dns/DomainFacts"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { absentLifetime, foundLifetime, lookupWaitMax } from "@rcpt/verifier/limits"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
import { factsOf, publicIp } from "./domainFactsRows.ts"

describe("Domain facts", () => {
  for (const [what, zone] of [
    ["does not exist", {}],
    ["accepts no mail", { "x.test": { MX: ["0 ."] } }],
    ["is unanswered for", { "x.test": { MX: "SERVFAIL" } }]
  ] as const) {
    it.effect(`ask nothing more about a domain that ${what}`, () =>
      Effect.gen(function* () {
        const facts = yield* makeDomainFacts({})
        const { routability, spf, dmarc, parking } = yield* facts.get("x.test")
        assert.deepStrictEqual(
          [routability, spf, dmarc, parking],
          [{ _tag: "unanswered", why: notAsked.why }, notAsked, notAsked, notAsked]
        )
        assert.strictEqual(yield* (yield* Resolver).queriesSent, 1)
      }).pipe(Effect.provide(Resolver.layerZone(zone)))
    )
  }

  const halfSilent: Zone = {
    "x.test": { MX: ["10 a.test"], TXT: ["v=spf1 -all"] },
    "a.test": "silence",
    "_dmarc.x.test": "silence"
  }

  it.effect(
    "keep the answers that came before the deadline, and leave the rest unanswered",
    function* () {
      const waiting = yield* Effect.forkChild(factsOf(halfSilent, "x.test"), {
        startImmediately: true
      })
      yield* TestClock.adjust(lookupWaitMax)
      const { routability, spf, dmarc } = yield* Fiber.join(waiting)
      assert.deepStrictEqual(
        [routability, spf, dmarc],
        [
          { _tag: "unanswered", why: "deadline" },
          { _tag: "Present", value: { record: "v=spf1 -all", count: 1 } },
          unanswered("deadline")
        ]
      )
    }
  )

  /** The questions that three look-ups cost: the first, one right after it, and one after `later`. */
  const lookUpThrice = (zone: Zone, later: Duration.Duration) =>
    Effect.gen(function* () {
      const facts = yield* makeDomainFacts({})
      const dns = yield* Resolver
      const lookUp = Effect.gen(function* () {
        const before = yield* dns.queriesSent
        const { learntAt } = yield* facts.get("x.test")
        return { queries: (yield* dns.queriesSent) - before, learntAt }
      })
      const [first, second] = [yield* lookUp, yield* lookUp]
      yield* TestClock.adjust(later)
      const third = yield* lookUp
      return { first, second, third }
    }).pipe(Effect.provide(Resolver.layerZone(zone)))

  const withoutPolicies: Zone = { "x.test": { MX: ["10 a.test"] }, "a.test": { A: [publicIp] } }
  const flawless: Zone = {
    ...withoutPolicies,
    "x.test": { MX: ["10 a.test"], TXT: ["v=spf1 -all"] },
    "_dmarc.x.test": { TXT: ["v=DMARC1; p=none"] }
  }

  const lifetimes = [
    ["with nothing left to repair", flawless, foundLifetime],
    ["with something that an owner may repair", withoutPolicies, absentLifetime],
    ["of a domain that does not exist", {}, absentLifetime]
  ] as const
  for (const [what, zone, lifetime] of lifetimes) {
    it.effect(
      `${what} are cached for ${Duration.format(lifetime)}, less up to a tenth`,
      function* () {
        const early = yield* lookUpThrice(zone, Duration.times(lifetime, 0.9 - 0.001))
        assert.deepStrictEqual([early.second.queries, early.third.queries], [0, 0])
        assert.strictEqual(early.third.learntAt, early.first.learntAt)
        const late = yield* lookUpThrice(zone, lifetime)
        assert.strictEqual(late.third.queries, late.first.queries)
        assert.isAbove(late.third.learntAt, late.first.learntAt)
      }
    )
  }

  it.effect("with a gap are not cached: the next look-up asks again", function* () {
    const { first, second } = yield* lookUpThrice(
      { ...flawless, "_dmarc.x.test": "SERVFAIL" },
      Duration.zero
    )
    assert.strictEqual(second.queries, first.queries)
  })
})
