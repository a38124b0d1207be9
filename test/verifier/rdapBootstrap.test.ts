import { assert, describe, it } from "@effect/vitest"
import * as RdapServer from "@rcpt/lab/RdapServer"
import { makeBootstrap } from "@rcpt/verifier/rdap/Bootstrap"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import { bootstrapEvery, bootstrapRetry } from "@rcpt/verifier/rdap/limits"
import { publicAddresses } from "@rcpt/verifier/reservedNetworks"
import { Resolver } from "@rcpt/verifier/Resolver"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const network = Effect.map(Resolver, (dns) => ({ dns, isPublic: publicAddresses(["127.0.0.0/8"]) }))

const bootstrapAt = (url: string) =>
  Effect.flatMap(network, (world) => makeBootstrap(world, new URL(url)))

const world = Resolver.layerZone({})

/** Real sockets, virtual weeks: the clock stands still while the server is asked. */
describe("The bootstrap", () => {
  it.effect("is asked only for domains that the own table does not know", () =>
    Effect.gen(function* () {
      const server = yield* RdapServer.start({ bootstrap: ["boot", "co.boot", "com"] })
      const baseOf = yield* bootstrapAt(`${server.url}dns.json`)
      assert.strictEqual(yield* baseOf("acme.com"), "https://rdap.verisign.com/com/v1/")
      assert.deepStrictEqual(server.bootstraps, [])
      assert.strictEqual(yield* baseOf("acme.boot"), server.url)
      assert.isUndefined(yield* baseOf("acme.nowhere"))
      assert.deepStrictEqual(server.bootstraps, [200])
      // From now on it knows better than the table.
      assert.strictEqual(yield* baseOf("acme.com"), server.url)
    }).pipe(Effect.provide(world), Effect.scoped)
  )

  it.effect("is asked again after a week, and kept when it has not changed", () =>
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
    "that cannot be fetched costs nothing but those domains, and is not asked for a while",
    () =>
      Effect.gen(function* () {
        const server = yield* RdapServer.start({ bootstrap: ["boot"] })
        // Not the file, but an answer of the same server.
        const baseOf = yield* bootstrapAt(`${server.url}domain/acme.test`)
        const ask = Effect.andThen(baseOf("acme.boot"), baseOf("acme.com"))
        assert.strictEqual(yield* ask, "https://rdap.verisign.com/com/v1/")
        yield* ask
        assert.strictEqual(server.asked.length, 1)
        yield* TestClock.adjust(bootstrapRetry)
        yield* ask
        assert.strictEqual(server.asked.length, 2)
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
      assert.deepStrictEqual(server.asked, ["acme.boot"])
    }).pipe(Effect.scoped)
  )
})
