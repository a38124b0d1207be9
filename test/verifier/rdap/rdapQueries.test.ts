/** Queries that wait for their time, and what happens to them in a pause. */
import { absent, late, unanswered } from "@rcpt/domain/Fact"
import * as RdapServer from "@rcpt/lab/RdapServer"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { DomainAgeCache } from "@rcpt/verifier/rdap/DomainAgeCache"
import { DomainAges } from "@rcpt/verifier/rdap/DomainAges"
import { failuresMax, lookUpsMax } from "@rcpt/verifier/rdap/limits"
import { askAtPace, Pace } from "@rcpt/verifier/rdap/RegistrySource"
import type { RegistryResponse } from "@rcpt/verifier/rdap/RegistrySource"
import { Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
import { loopback, timed, withRegistry } from "./registryWorld.ts"

const answer: Effect.Effect<RegistryResponse, string> = Effect.succeed({
  _tag: "answered",
  fact: absent
})
const refusal: Effect.Effect<RegistryResponse, string> = Effect.succeed({
  _tag: "refused",
  wait: Duration.minutes(5)
})
const ignoreWait = () => {}

describe("A query to a registry", () => {
  it.effect("reports its wait before it begins to wait", function* () {
    const pace = new Pace({ every: Duration.seconds(1), burst: 1 })
    const waits: Array<number> = []
    const ask = askAtPace(pace, (millis) => waits.push(millis), answer)
    yield* ask
    const second = yield* Effect.forkChild(ask, { startImmediately: true })
    assert.deepStrictEqual(waits, [1_000])
    yield* TestClock.adjust(999)
    assert.isUndefined(second.pollUnsafe())
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(yield* Fiber.join(second), absent)
  })

  it.effect("that waited when the registry refused another one is not made", function* () {
    const pace = new Pace({ every: Duration.seconds(1), burst: 1 })
    let asked = 0
    const count = Effect.andThen(
      Effect.sync(() => asked++),
      answer
    )
    assert.isUndefined(yield* askAtPace(pace, ignoreWait, refusal))
    const waited = new Pace({ every: Duration.seconds(1), burst: 1 })
    waited.reserve(0)
    const waiting = yield* Effect.forkChild(askAtPace(waited, ignoreWait, count), {
      startImmediately: true
    })
    waited.refused(0, Duration.minutes(5))
    yield* TestClock.adjust("1 minute")
    assert.isUndefined(yield* Fiber.join(waiting))
    assert.isUndefined(yield* askAtPace(pace, ignoreWait, count))
    assert.strictEqual(asked, 0)
    yield* TestClock.adjust("5 minutes")
    assert.deepStrictEqual(yield* askAtPace(pace, ignoreWait, count), absent)
  })

  it.effect("is not made for a while after failures in a row", function* () {
    const pace = new Pace({ every: Duration.seconds(1), burst: 100 })
    const ask = askAtPace(pace, ignoreWait, Effect.fail("ECONNREFUSED"))
    const facts = yield* Effect.all(Array.from({ length: failuresMax + 1 }, () => ask))
    const failures = Array.from({ length: failuresMax }, () => unanswered("ECONNREFUSED"))
    assert.deepStrictEqual(facts, [...failures, undefined])
  })
})

describe("A registry that is asked about many domains", () => {
  it.live("makes no caller wait for a late query, and answers it in the background", () =>
    Effect.gen(function* () {
      const server = yield* RdapServer.start({ bootstrap: ["boot"] })
      const ages = DomainAges.layer({
        rdap: { bootstrapUrl: `${server.url}dns.json` },
        ...loopback
      }).pipe(Layer.provide([DomainAgeCache.layerNone, Resolver.layerZone({})]))
      const domains = Array.from({ length: 7 }, (_, index) => `d${index}.boot`)
      yield* Effect.gen(function* () {
        const { ageOf } = yield* DomainAges
        const all = Effect.forEach(domains, ageOf, { concurrency: "unbounded" })
        const { result, millis } = yield* timed(all)
        assert.isBelow(millis, 700)
        const notInTime = late("not in time")
        assert.deepStrictEqual(result.slice(5), [notInTime, notInTime])
        assert.isTrue(result.slice(0, 5).every(({ _tag }) => _tag === "Present"))
        yield* Effect.sleep(Duration.millis(2_300))
        assert.isTrue((yield* all).every(({ _tag }) => _tag === "Present"))
        assert.strictEqual(server.queries.length, domains.length)
      }).pipe(Effect.provide(ages))
    }).pipe(Effect.scoped)
  )

  it.live("is not asked about more domains than fit into memory", () =>
    withRegistry(
      ({ ages }) =>
        Effect.gen(function* () {
          const domains = Array.from({ length: lookUpsMax }, (_, index) => `d${index}.test`)
          yield* Effect.forEach(domains, (domain) =>
            Effect.forkChild(ages.ageOf(domain), { startImmediately: true })
          )
          const { result, millis } = yield* timed(ages.ageOf("one.more.test"))
          assert.deepStrictEqual(result, unanswered("not now"))
          assert.isBelow(millis, 200)
        }),
      loopback,
      () => ({ _tag: "silent" })
    )
  )
})
