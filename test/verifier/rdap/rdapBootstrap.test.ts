/** IANA's bootstrap file: when it is fetched, and what it is used for. */
import * as RdapServer from "@rcpt/lab/RdapServer"
import { publicAddresses } from "@rcpt/verifier/dns/reservedNetworks"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { makeBootstrap } from "@rcpt/verifier/rdap/Bootstrap"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import { bootstrapEvery, bootstrapRetry } from "@rcpt/verifier/rdap/limits"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

const network = Effect.map(Resolver, (dns) => ({ dns, isPublic: publicAddresses(["127.0.0.0/8"]) }))

const bootstrapAt = (url: string) =>
  Effect.flatMap(network, (world) => makeBootstrap(world, new URL(url)))

const world = Resolver.layerZone({})

/** Real sockets and a test clock, which stands still while the server is asked. */
describe("The bootstrap", () => {
  it.effect("is fetched only for domains that our table does not know", () =>
    Effect.gen(function* () {
      const server = yield* RdapServer.start({ bootstrap: ["boot", "co.boot", "com"] })
      const baseOf = yield* bootstrapAt(`${server.url}dns.json`)
      assert.strictEqual(yield* baseOf("acme.com"), "https://rdap.verisign.com/com/v1/")
      assert.deepStrictEqual(server.bootstraps, [])
      assert.strictEqual(yield* baseOf("acme.boot"), server.url)
      assert.isUndefined(yield* baseOf("acme.nowhere"))
      assert.deepStrictEqual(server.bootstraps, [200])
      // From now on it wins over the table.
      assert.strictEqual(yield* baseOf("acme.com"), server.url)
    }).pipe(Effect.provide(world), Effect.scoped)
  )

  it.effect("is fetched again after a week, and kept when it has not changed", () =>
    Effect.gen(function* () {
      const server = yield* RdapServer.start({ bootstrap: ["boot"] })
      const baseOf = yield* bootstrapAt(`${server.url}dns.json`)
      yield* baseOf("acme.boot")
      yield* TestClock.adjust(Duration.subtract(bootstrapEvery, Duration.millis(1)))
      yield* baseOf("acme.nowhere")
      assert.deepStrictEqual(server.bootstraps, [200])
      yield* TestClock.adjust(Duration.millis(1))
      yield* baseOf("acme.nowhere")
      assert.deepStrictEqual(server.bootstraps, [200, 304])
      assert.strictEqual(yield* baseOf("acme.boot"), server.url)
    }).pipe(Effect.provide(world), Effect.scoped)
  )

  it.effect(
    "that cannot be fetched affects only those domains, and is not fetched again for a while",
    () =>
      Effect.gen(function* () {
        const server = yield* RdapServer.start({ bootstrap: ["boot"] })
        // Another response of the same server, which is no bootstrap file.
        const baseOf = yield* bootstrapAt(`${server.url}domain/acme.test`)
        const ask = Effect.andThen(baseOf("acme.boot"), baseOf("acme.com"))
        assert.strictEqual(yield* ask, "https://rdap.verisign.com/com/v1/")
        yield* ask
        assert.strictEqual(server.queries.length, 1)
        yield* TestClock.adjust(bootstrapRetry)
        yield* ask
        assert.strictEqual(server.queries.length, 2)
      }).pipe(Effect.provide(world), Effect.scoped)
  )

  it.live("leads to the registry that has the date", () =>
    Effect.gen(function* () {
      const server = yield* RdapServer.start({ bootstrap: ["boot"] })
      const ages = DomainAges.layer({
        rdap: { bootstrapUrl: `${server.url}dns.json` },
        unsafeNetworks: ["127.0.0.0/8"]
      }).pipe(Layer.provide([DomainAgeCache.layerNone, world]))
      const fact = yield* DomainAges.use(({ ageOf }) => ageOf("acme.boot")).pipe(
        Effect.provide(ages)
      )
      assert.strictEqual(fact._tag, "Present")
      assert.deepStrictEqual(server.queries, ["acme.boot"])
    }).pipe(Effect.scoped)
  )
})
