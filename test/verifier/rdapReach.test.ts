import { assert, describe, it } from "@effect/vitest"
import { absent, present, unanswered, valueOf } from "@rcpt/domain/Fact"
import * as RdapServer from "@rcpt/lab/RdapServer"
import { DomainAgeCache, inMemory, knownFor } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import type { DomainAgesOptions } from "@rcpt/verifier/rdap/DomainAges"
import { Resolver } from "@rcpt/verifier/Resolver"
import type { Zone } from "@rcpt/verifier/Zone"
import { Clock, Duration, Effect, Layer } from "effect"

import { loopback, timed, withRegistry } from "./registryWorld.ts"

describe("A server that must not be reached", () => {
  const none = (options: DomainAgesOptions, zone: Zone = {}) =>
    withRegistry(
      ({ ages, server }) =>
        Effect.gen(function* () {
          const fact = yield* ages.ageOf("acme.test")
          assert.deepStrictEqual(server.asked, [])
          return fact
        }),
      options,
      undefined,
      zone
    )

  it.live("is one on a private address", () =>
    Effect.map(none({}), (fact) => assert.deepStrictEqual(fact, unanswered("127.0.0.1 is private")))
  )

  it.live("is one whose name leads to a private address", () =>
    Effect.map(
      none({ rdap: { url: "https://rdap.example/" } }, { "rdap.example": { A: ["10.0.0.1"] } }),
      (fact) => assert.deepStrictEqual(fact, unanswered("rdap.example is private"))
    )
  )

  it.live("is one that does not exist", () =>
    Effect.map(none({ rdap: { url: "https://rdap.example/" } }), (fact) =>
      assert.deepStrictEqual(fact, unanswered("no address for rdap.example"))
    )
  )

  it.live("is any, when the operator wants none", () =>
    Effect.map(none({ rdap: "off" }), (fact) =>
      assert.deepStrictEqual(fact, unanswered("no registry is asked"))
    )
  )

  it.live("is a big registry's in a world without it: quick, and with a reason", () =>
    withRegistry(
      ({ ages }) =>
        Effect.gen(function* () {
          const { result, millis } = yield* timed(ages.ageOf("acme.com"))
          assert.deepStrictEqual(result, unanswered("no address for rdap.verisign.com"))
          assert.isBelow(millis, 200)
        }),
      { rdap: {} }
    )
  )
})

describe("What another node has learnt", () => {
  it.live("is not asked again, and what this one learns is there for the others", () =>
    Effect.gen(function* () {
      const shared = inMemory()
      const behind = Layer.succeed(DomainAgeCache, shared)
      const expiresAt = (yield* Clock.currentTimeMillis) + 60_000
      yield* shared.keep("acme.test", { fact: present(Date.UTC(2001, 1, 3)), expiresAt })
      const server = yield* RdapServer.start()
      const node = DomainAges.layer({ rdap: { url: server.url }, ...loopback }).pipe(
        Layer.provide([behind, Resolver.layerZone({})])
      )
      const domains = ["acme.test", "plain.test", "unregistered.test", "webregistry.test"]
      const facts = yield* DomainAges.use(({ ageOf }) => Effect.forEach(domains, ageOf)).pipe(
        Effect.provide(node)
      )
      assert.strictEqual(valueOf(facts[0]!)?.registeredOn, "2001-02-03")
      assert.deepStrictEqual(server.asked, domains.slice(1))
      const known = yield* Effect.forEach(domains, shared.recall)
      assert.deepStrictEqual(
        known.map((one) => one?.fact._tag),
        ["Present", "Present", "Absent", undefined]
      )
    }).pipe(Effect.scoped)
  )
})

describe("What is known of an age", () => {
  const now = Date.UTC(2026, 0, 31)
  const day = Duration.toMillis(Duration.days(1))
  const lifetimes = [
    ["of an old domain is kept 60 days", { _tag: "Present", value: now - 31 * day }, 60 * day],
    ["of a young one a day", { _tag: "Present", value: now - 30 * day }, day],
    ["of one that is not registered an hour", absent, day / 24],
    ["when the look-up failed ten minutes", unanswered("timeout"), day / 144]
  ] as const
  for (const [says, fact, lifetime] of lifetimes)
    it(says, () => assert.deepStrictEqual(knownFor(fact, now), { fact, expiresAt: now + lifetime }))
})
