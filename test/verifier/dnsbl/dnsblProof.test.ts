import { absent, late, notAsked, present } from "@rcpt/domain/Fact"
import { Resolver } from "@rcpt/verifier/dns/Resolver"
import type { ZoneRecords } from "@rcpt/verifier/dns/Zone"
import { proofEvery, proofRetry } from "@rcpt/verifier/dnsbl/blocklistTests"
import { blocklistsWaitMax, Dnsbl } from "@rcpt/verifier/dnsbl/Dnsbl"
import { Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
import { hosts, zonesOf } from "./blocklistWorld.ts"

/** Runs with a zone in virtual time; a test may change its records. */
const inZone = <A, E>(
  zone: Record<string, ZoneRecords | "SERVFAIL" | "silence">,
  zones: string,
  run: (dnsbl: Dnsbl["Service"]) => Effect.Effect<A, E, Resolver>
) =>
  Dnsbl.use((dnsbl) => Effect.andThen(TestClock.adjust(1), run(dnsbl))).pipe(
    Effect.provide(
      Dnsbl.layer({ zones: zonesOf(zones) }).pipe(Layer.provideMerge(Resolver.layerZone(zone)))
    )
  )

const spamcop = { "2.0.0.127.bl.spamcop.net": { A: ["127.0.0.2"] } }
const zen = { "2.0.0.127.zen.spamhaus.org": { A: ["127.0.0.2"] } }
const listed = { A: ["127.0.0.2"] }

/** The list's test never ends; all other questions are answered at once. */
const untested = {
  "2.0.0.127.bl.spamcop.net": "silence",
  "a.test": { A: ["1.1.1.1"] }
} as const

describe("A blocklist", () => {
  it.effect("is tested every hour, off when it fails, and on again when it works", () => {
    const zone: Record<string, ZoneRecords> = { ...spamcop }
    const everything = "1.0.0.127.bl.spamcop.net"
    return inZone(zone, "bl.spamcop.net", (dnsbl) =>
      Effect.gen(function* () {
        const state = Effect.map(dnsbl.status, ([status]) => status?.state)
        const states = [yield* state]
        zone[everything] = listed
        yield* TestClock.adjust(Duration.subtract(proofEvery, Duration.seconds(1)))
        states.push(yield* state)
        yield* TestClock.adjust("2 seconds")
        states.push(yield* state)
        delete zone[everything]
        yield* TestClock.adjust(proofRetry)
        states.push(yield* state)
        assert.deepStrictEqual(states, ["on", "on", "off", "on"])
      })
    )
  })

  it.effect("is not used before its first test has ended", () =>
    inZone(untested, "bl.spamcop.net", (dnsbl) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* dnsbl.status)[0]?.state, "unproven")
        assert.deepStrictEqual(
          yield* dnsbl.listings("x.test", hosts("a.test")),
          late("bl.spamcop.net: not tested yet")
        )
      })
    )
  )

  it.effect("that does not answer in time is named beside the result of the others", () => {
    const zone = {
      ...spamcop,
      ...zen,
      "a.test": { A: ["1.1.1.1"] },
      "1.1.1.1.zen.spamhaus.org": "silence" as const
    }
    return inZone(zone, "bl.spamcop.net,zen.spamhaus.org", (dnsbl) =>
      Effect.gen(function* () {
        const waiting = yield* Effect.forkChild(dnsbl.listings("x.test", hosts("a.test")), {
          startImmediately: true
        })
        yield* TestClock.adjust(blocklistsWaitMax)
        assert.deepStrictEqual(yield* Fiber.join(waiting), {
          ...absent,
          open: [{ zone: "zen.spamhaus.org", why: "deadline" }],
          isLate: true
        })
      })
    )
  })

  it.effect("that fails alone makes the result unanswered, with its name", () =>
    inZone(
      { ...spamcop, "a.test": { A: ["1.1.1.1"] }, "1.1.1.1.bl.spamcop.net": "SERVFAIL" },
      "bl.spamcop.net",
      (dnsbl) =>
        Effect.map(dnsbl.listings("x.test", hosts("a.test")), (fact) =>
          assert.deepStrictEqual(fact, late("bl.spamcop.net: SERVFAIL"))
        )
    )
  )

  const listingsOf = (host: string, records: ZoneRecords) =>
    inZone({ ...spamcop, ...zen, [host]: records }, "bl.spamcop.net,zen.spamhaus.org", (dnsbl) =>
      Effect.gen(function* () {
        const dns = yield* Resolver
        const before = yield* dns.queriesSent
        const fact = yield* dnsbl.listings("x.test", hosts(host))
        return { fact, queries: (yield* dns.queriesSent) - before }
      })
    )

  it.effect("of addresses is not queried for a mail provider's hosts", function* () {
    const shared = yield* listingsOf("aspmx.l.google.com", { A: ["1.1.1.1"] })
    assert.deepStrictEqual(shared, { fact: notAsked, queries: 0 })
    // A look-alike is no provider: A and AAAA of the host, and both lists.
    const own = yield* listingsOf("aspmx.l.notgoogle.com", { A: ["1.1.1.1"] })
    assert.deepStrictEqual(own, { fact: absent, queries: 4 })
  })

  it.effect("of addresses is not queried for private ones", () =>
    Effect.map(listingsOf("a.test", { A: ["10.0.0.1"] }), (result) =>
      assert.deepStrictEqual(result, { fact: notAsked, queries: 2 })
    )
  )

  it.effect("is queried for IPv6 addresses only if it lists them", function* () {
    // A and AAAA of the host, and Spamhaus.
    const result = yield* listingsOf("a.test", { AAAA: ["2606:4700::1111"] })
    assert.deepStrictEqual(result, { fact: absent, queries: 3 })
    const name = "1.1.1.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.7.4.6.0.6.2"
    const zone = {
      ...zen,
      "a.test": { AAAA: ["2606:4700::1111"] },
      [`${name}.zen.spamhaus.org`]: { A: ["127.0.0.3"] }
    }
    const fact = yield* inZone(zone, "zen.spamhaus.org", (dnsbl) =>
      dnsbl.listings("x.test", hosts("a.test"))
    )
    assert.deepStrictEqual(fact, present(["zen.spamhaus.org"]))
  })
})
