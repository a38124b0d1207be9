/** Which servers are never connected to, and what nodes share. */
import { absent, present, unanswered, valueOf } from "@rcpt/domain/Fact"
import * as RdapServer from "@rcpt/lab/RdapServer"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { Zone } from "@rcpt/verifier/dns/Zone"
import { DomainAgeCache, inMemory, withExpiry } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import type { DomainAgesOptions } from "@rcpt/verifier/rdap/DomainAges"
import { Clock, Duration, Effect, Layer } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { loopback, timed, withRegistry } from "./registryWorld.ts"

describe("A server that must not be reached", () => {
  const askedNothing = (options: DomainAgesOptions, zone: Zone = {}) =>
    withRegistry(
      ({ ages, server }) =>
        Effect.gen(function* () {
          const fact = yield* ages.ageOf("acme.test")
          assert.deepStrictEqual(server.queries, [])
          return fact
        }),
      options,
      undefined,
      zone
    )

  it.live("is one on a private address", () =>
    Effect.map(askedNothing({}), (fact) =>
      assert.deepStrictEqual(fact, unanswered("127.0.0.1 is private"))
    )
  )

  it.live("is one whose name leads to a private address", () =>
    Effect.map(
      askedNothing(
        { rdap: { url: "https://rdap.example/" } },
        { "rdap.example": { A: ["10.0.0.1"] } }
      ),
      (fact) => assert.deepStrictEqual(fact, unanswered("rdap.example is private"))
    )
  )

  it.live("is one that does not exist", () =>
    Effect.map(askedNothing({ rdap: { url: "https://rdap.example/" } }), (fact) =>
      assert.deepStrictEqual(fact, unanswered("no address for rdap.example"))
    )
  )

  it.live("is any, where RDAP is off", () =>
    Effect.map(askedNothing({ rdap: "off" }), (fact) =>
      assert.deepStrictEqual(fact, unanswered("no registry is asked"))
    )
  )

  it.live("is one of our table whose name does not resolve: quickly, and with a reason", () =>
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

describe("An age in the shared cache", () => {
  it.live("is not looked up again, and a new one is stored there for other nodes", () =>
    Effect.gen(function* () {
      const shared = inMemory()
      const sharedLayer = Layer.succeed(DomainAgeCache, shared)
      const expiresAt = (yield* Clock.currentTimeMillis) + 60_000
      yield* shared.keep("acme.test", { fact: present(Date.UTC(2001, 1, 3)), expiresAt })
      const server = yield* RdapServer.start()
      const node = DomainAges.layer({ rdap: { url: server.url }, ...loopback }).pipe(
        Layer.provide([sharedLayer, Resolver.layerZone({})])
      )
      const domains = ["acme.test", "plain.test", "unregistered.test", "webregistry.test"]
      const facts = yield* DomainAges.use(({ ageOf }) => Effect.forEach(domains, ageOf)).pipe(
        Effect.provide(node)
      )
      assert.strictEqual(valueOf(facts[0]!)?.registeredOn, "2001-02-03")
      assert.deepStrictEqual(server.queries, domains.slice(1))
      const cached = yield* Effect.forEach(domains, shared.recall)
      assert.deepStrictEqual(
        cached.map((one) => one?.fact._tag),
        ["Present", "Present", "Absent", undefined]
      )
    }).pipe(Effect.scoped)
  )
})

describe("A cached age", () => {
  const now = Date.UTC(2026, 0, 31)
  const day = Duration.toMillis(Duration.days(1))
  const lifetimes = [
    ["of an old domain is kept 60 days", { _tag: "Present", value: now - 31 * day }, 60 * day],
    ["of a young one a day", { _tag: "Present", value: now - 30 * day }, day],
    ["of one that is not registered an hour", absent, day / 24],
    ["of a failed look-up ten minutes", unanswered("timeout"), day / 144]
  ] as const
  for (const [title, fact, lifetime] of lifetimes)
    it(title, () =>
      assert.deepStrictEqual(withExpiry(fact, now), { fact, expiresAt: now + lifetime })
    )
})
