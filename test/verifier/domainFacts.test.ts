import { assert, describe, it } from "@effect/vitest"
import { notAsked, unanswered } from "@rcpt/domain/Fact"
import { makeDomainFacts } from "@rcpt/verifier/DomainFacts"
import { absentLifetime, foundLifetime, learnWaitMax } from "@rcpt/verifier/limits"
import { Resolver } from "@rcpt/verifier/Resolver"
import type { Zone } from "@rcpt/verifier/Zone"
import { Duration, Effect, Fiber } from "effect"
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
        const { routability, spf, dmarc, parking } = yield* facts.ask("x.test")
        assert.deepStrictEqual(
          [routability, spf, dmarc, parking],
          [{ _tag: "unanswered", why: notAsked.why }, notAsked, notAsked, notAsked]
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

  /** How many questions each of three looks costs: at once, again, and when `later` has passed. */
  const looks = (zone: Zone, later: Duration.Duration) =>
    Effect.gen(function* () {
      const facts = yield* makeDomainFacts({})
      const dns = yield* Resolver
      const look = Effect.gen(function* () {
        const before = yield* dns.asked
        const { learntAt } = yield* facts.ask("x.test")
        return { asked: (yield* dns.asked) - before, learntAt }
      })
      const [first, second] = [yield* look, yield* look]
      yield* TestClock.adjust(later)
      const third = yield* look
      return { first, second, third }
    }).pipe(Effect.provide(Resolver.layerZone(zone)))

  const plain: Zone = { "x.test": { MX: ["10 a.test"] }, "a.test": { A: [publicIp] } }
  const flawless: Zone = {
    ...plain,
    "x.test": { MX: ["10 a.test"], TXT: ["v=spf1 -all"] },
    "_dmarc.x.test": { TXT: ["v=DMARC1; p=none"] }
  }

  const lifetimes = [
    ["with nothing left to repair", flawless, foundLifetime],
    ["with something that a customer may repair", plain, absentLifetime],
    ["of a domain that does not exist", {}, absentLifetime]
  ] as const
  for (const [what, zone, lifetime] of lifetimes) {
    it.effect(`${what} are remembered for ${Duration.format(lifetime)}, or a tenth less`, () =>
      Effect.gen(function* () {
        const young = yield* looks(zone, Duration.times(lifetime, 0.9 - 0.001))
        assert.deepStrictEqual([young.second.asked, young.third.asked], [0, 0])
        assert.strictEqual(young.third.learntAt, young.first.learntAt)
        const old = yield* looks(zone, lifetime)
        assert.strictEqual(old.third.asked, old.first.asked)
        assert.isAbove(old.third.learntAt, old.first.learntAt)
      })
    )
  }

  it.effect("are not remembered with a gap: the next one tries again", () =>
    Effect.gen(function* () {
      const { first, second } = yield* looks(
        { ...flawless, "_dmarc.x.test": "SERVFAIL" },
        Duration.zero
      )
      assert.strictEqual(second.asked, first.asked)
    })
  )
})
