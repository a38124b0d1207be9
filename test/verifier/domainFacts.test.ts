import { assert, describe, it } from "@effect/vitest"
import { notAsked, unanswered } from "@rcpt/domain/Fact"
import { makeDomainFacts } from "@rcpt/verifier/DomainFacts"
import { domainLifetime, learnWaitMax } from "@rcpt/verifier/limits"
import { Resolver } from "@rcpt/verifier/Resolver"
import type { Zone } from "@rcpt/verifier/Zone"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

import { learn, publicIp } from "./learn.ts"

describe("Domain facts", () => {
  for (const [what, zone] of [
    ["does not exist", {}],
    ["accepts no mail", { "x.test": { MX: ["0 ."] } }],
    ["is unanswered for", { "x.test": { MX: "SERVFAIL" } }]
  ] as const) {
    it.effect(`ask nothing more about a domain that ${what}`, () =>
      Effect.gen(function* () {
        const facts = yield* makeDomainFacts({})
        const { routability, spf, dmarc } = yield* facts.about("x.test")
        assert.deepStrictEqual(
          [routability, spf, dmarc],
          [{ _tag: "unanswered", why: notAsked.why }, notAsked, notAsked]
        )
        assert.strictEqual(yield* (yield* Resolver).asked, 1)
      }).pipe(Effect.provide(Resolver.layerZone(zone)))
    )
  }

  const halfSilent: Zone = {
    "x.test": { MX: ["10 a.test"], TXT: ["v=spf1 -all"] },
    "a.test": "silence",
    "_dmarc.x.test": "silence"
  }

  it.effect("keep what was answered when time is up, and leave the rest unanswered", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(learn(halfSilent, "x.test"), {
        startImmediately: true
      })
      yield* TestClock.adjust(learnWaitMax)
      const { routability, spf, dmarc } = yield* Fiber.join(waiting)
      assert.deepStrictEqual(
        [routability, spf, dmarc],
        [
          { _tag: "unanswered", why: "deadline" },
          { _tag: "Present", value: { record: "v=spf1 -all", count: 1 } },
          unanswered("deadline")
        ]
      )
    })
  )

  const askedTwice = (zone: Zone) =>
    Effect.gen(function* () {
      const facts = yield* makeDomainFacts({})
      const dns = yield* Resolver
      yield* facts.about("x.test")
      const first = yield* dns.asked
      yield* facts.about("x.test")
      const second = (yield* dns.asked) - first
      yield* TestClock.adjust(domainLifetime)
      yield* facts.about("x.test")
      return { first, second, afterLifetime: (yield* dns.asked) - first - second }
    }).pipe(Effect.provide(Resolver.layerZone(zone)))

  const whole: Zone = { "x.test": { MX: ["10 a.test"] }, "a.test": { A: [publicIp] } }

  it.effect("are remembered for a while when they are complete", () =>
    Effect.gen(function* () {
      const { first, second, afterLifetime } = yield* askedTwice(whole)
      assert.deepStrictEqual([second, afterLifetime], [0, first])
    })
  )

  it.effect("are not remembered with a gap: the next one tries again", () =>
    Effect.gen(function* () {
      const { first, second } = yield* askedTwice({ ...whole, "_dmarc.x.test": "SERVFAIL" })
      assert.strictEqual(second, first)
    })
  )
})
