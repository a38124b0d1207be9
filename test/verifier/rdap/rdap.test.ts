/** The age of a domain, from a registry that may be slow, broken or busy. */
import { absent, late, unanswered, valueOf } from "@rcpt/domain/Fact"
import { ageWaitMax, registryWaitMax } from "@rcpt/verifier/rdap/limits"
import { Duration, Effect } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"
import { loopback, timed, withRegistry } from "./registryWorld.ts"
import type { World } from "./registryWorld.ts"

/** The result of a look-up that goes on in the background. */
const eventually = (ages: World["ages"], domain: string) =>
  Effect.gen(function* () {
    for (;;) {
      const fact = yield* ages.ageOf(domain)
      if (fact._tag !== "Unanswered" || fact.why !== "not in time") return fact
      yield* Effect.sleep(Duration.millis(20))
    }
  })

/** The longest answer, whatever the registry does: `ageWaitMax`, and 700 ms for a busy machine. */
const answerMillisMax = Duration.toMillis(ageWaitMax) + 700

describe("The age of a domain", () => {
  const facts = [
    ["acme.test", "2010-01-01"],
    ["mail.sales.acme.test", "2010-01-01"],
    ["moved.test", "2010-01-01"],
    ["young.test", 10],
    ["lapsed.test", 5],
    ["undated.test", absent],
    ["unregistered.test", absent],
    ["tomorrow.test", absent],
    ["nodate.test", absent],
    ["mistaken.test", unanswered("speaks of another domain")],
    ["webregistry.test", unanswered("not RDAP")],
    ["hugeregistry.test", unanswered("more than 262144 octets")],
    ["looping.test", unanswered("too many redirects")],
    ["elsewhere.test", unanswered("redirects to another server")],
    ["brokenregistry.test", unanswered("HTTP 500")],
    ["busyregistry.test", unanswered("not now")]
  ] as const
  for (const [domain, expected] of facts)
    it.live(
      `${domain}: ${typeof expected === "object" ? JSON.stringify(expected) : expected}`,
      () =>
        withRegistry(({ ages }) =>
          Effect.gen(function* () {
            const { result: fact, millis } = yield* timed(ages.ageOf(domain))
            assert.isBelow(millis, answerMillisMax)
            const { registeredOn, days } = valueOf(fact) ?? {}
            if (typeof expected === "object") assert.deepStrictEqual(fact, expected)
            else assert.strictEqual(typeof expected === "number" ? days : registeredOn, expected)
          })
        )
    )

  it.live("is looked up once, however many callers wait, and then cached", () =>
    withRegistry(({ ages, server }) =>
      Effect.gen(function* () {
        const names = ["acme.test", "a.acme.test", "b.acme.test"]
        yield* Effect.forEach(names, ages.ageOf, { concurrency: "unbounded" })
        yield* Effect.forEach(names, ages.ageOf)
        assert.deepStrictEqual(server.queries, ["acme.test"])
      })
    )
  )

  it.live("below a private suffix is not that of the suffix", () =>
    withRegistry(({ ages, server }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ages.ageOf("somebody.github.io"), absent)
        assert.deepStrictEqual(server.queries, [])
        assert.strictEqual((yield* ages.ageOf("github.io"))._tag, "Present")
      })
    )
  )
})

describe("A registry that is too slow", () => {
  const slow = (millis: number) => (domain: string) =>
    domain === "slow.test"
      ? ({ _tag: "slow", millis } as const)
      : ({ _tag: "registered", on: "2010-01-01" } as const)

  it.live("delays an answer no longer than its budget, and is cached for the next one", () =>
    withRegistry(
      ({ ages, server }) =>
        Effect.gen(function* () {
          const first = yield* timed(ages.ageOf("slow.test"))
          assert.deepStrictEqual(first.result, late("not in time"))
          assert.isBelow(first.millis, answerMillisMax)
          // While the look-up goes on, later callers do not wait for it again.
          const meanwhile = yield* timed(ages.ageOf("slow.test"))
          assert.deepStrictEqual(meanwhile.result, late("not in time"))
          assert.isBelow(meanwhile.millis, 200)
          assert.strictEqual((yield* eventually(ages, "slow.test"))._tag, "Present")
          assert.deepStrictEqual(server.queries, ["slow.test"])
        }),
      loopback,
      slow(1_500)
    )
  )

  it.live("is still waited for when the caller is gone", () =>
    withRegistry(
      ({ ages, server }) =>
        Effect.gen(function* () {
          yield* Effect.timeoutOption(ages.ageOf("slow.test"), Duration.millis(50))
          assert.strictEqual((yield* eventually(ages, "slow.test"))._tag, "Present")
          assert.deepStrictEqual(server.queries, ["slow.test"])
        }),
      loopback,
      slow(300)
    )
  )

  it.live("is given up, and the failure is cached too", () =>
    withRegistry(({ ages }) =>
      Effect.gen(function* () {
        yield* ages.ageOf("silentregistry.test")
        const { result, millis } = yield* timed(eventually(ages, "silentregistry.test"))
        assert.deepStrictEqual(result, unanswered("timeout"))
        assert.isBelow(millis, Duration.toMillis(registryWaitMax) + 1_000)
      })
    )
  )
})

describe("A registry that refuses more queries", () => {
  it.live("is not asked for as long as it says, and nothing is cached for the domain", () =>
    withRegistry(({ ages, server }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ages.ageOf("busyregistry.test"), unanswered("not now"))
        const paused = yield* timed(ages.ageOf("acme.test"))
        assert.deepStrictEqual(paused.result, unanswered("not now"))
        assert.isBelow(paused.millis, 200)
        assert.deepStrictEqual(server.queries, ["busyregistry.test"])
        yield* Effect.sleep(Duration.seconds(2.1))
        assert.strictEqual((yield* ages.ageOf("acme.test"))._tag, "Present")
        yield* ages.ageOf("busyregistry.test")
        assert.deepStrictEqual(server.queries.slice(1), ["acme.test", "busyregistry.test"])
      })
    )
  )
})
