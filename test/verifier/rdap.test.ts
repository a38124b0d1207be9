import { assert, describe, it } from "@effect/vitest"
import { absent, unanswered, valueOf } from "@rcpt/domain/Fact"
import { ageWaitMax, registryWaitMax } from "@rcpt/verifier/rdap/limits"
import { Duration, Effect } from "effect"

import { loopback, timed, withRegistry } from "./registryWorld.ts"
import type { World } from "./registryWorld.ts"

/** What a look-up found that goes on behind its answer. */
const eventually = (ages: World["ages"], domain: string) =>
  Effect.gen(function* () {
    for (;;) {
      const fact = yield* ages.ageOf(domain)
      if (fact._tag !== "Unanswered" || fact.why !== "not in time") return fact
      yield* Effect.sleep(Duration.millis(20))
    }
  })

/** What an answer may take although the registry does its worst; the rest is a busy machine. */
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
  for (const [domain, wanted] of facts)
    it.live(`${domain}: ${typeof wanted === "object" ? JSON.stringify(wanted) : wanted}`, () =>
      withRegistry(({ ages }) =>
        Effect.gen(function* () {
          const { result: fact, millis } = yield* timed(ages.ageOf(domain))
          assert.isBelow(millis, answerMillisMax)
          const { registeredOn, days } = valueOf(fact) ?? {}
          if (typeof wanted === "object") assert.deepStrictEqual(fact, wanted)
          else assert.strictEqual(typeof wanted === "number" ? days : registeredOn, wanted)
        })
      )
    )

  it.live("is asked for once, however many ask, and not again", () =>
    withRegistry(({ ages, server }) =>
      Effect.gen(function* () {
        const names = ["acme.test", "a.acme.test", "b.acme.test"]
        yield* Effect.forEach(names, ages.ageOf, { concurrency: "unbounded" })
        yield* Effect.forEach(names, ages.ageOf)
        assert.deepStrictEqual(server.asked, ["acme.test"])
      })
    )
  )

  it.live("of a customer's name below a private suffix is not that of the suffix", () =>
    withRegistry(({ ages, server }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ages.ageOf("somebody.github.io"), absent)
        assert.deepStrictEqual(server.asked, [])
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

  it.live("costs an answer no more than its budget, and is remembered for the next one", () =>
    withRegistry(
      ({ ages, server }) =>
        Effect.gen(function* () {
          const first = yield* timed(ages.ageOf("slow.test"))
          assert.deepStrictEqual(first.result, unanswered("not in time"))
          assert.isBelow(first.millis, answerMillisMax)
          // While it goes on, nobody else waits for it again.
          const meanwhile = yield* timed(ages.ageOf("slow.test"))
          assert.deepStrictEqual(meanwhile.result, unanswered("not in time"))
          assert.isBelow(meanwhile.millis, 200)
          assert.strictEqual((yield* eventually(ages, "slow.test"))._tag, "Present")
          assert.deepStrictEqual(server.asked, ["slow.test"])
        }),
      loopback,
      slow(1_500)
    )
  )

  it.live("goes on although whoever asked is gone", () =>
    withRegistry(
      ({ ages, server }) =>
        Effect.gen(function* () {
          yield* Effect.timeoutOption(ages.ageOf("slow.test"), Duration.millis(50))
          assert.strictEqual((yield* eventually(ages, "slow.test"))._tag, "Present")
          assert.deepStrictEqual(server.asked, ["slow.test"])
        }),
      loopback,
      slow(300)
    )
  )

  it.live("is given up, and that is remembered too", () =>
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

describe("A registry that has enough of us", () => {
  it.live("is left in peace for as long as it says; nothing is remembered of the domain", () =>
    withRegistry(({ ages, server }) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* ages.ageOf("busyregistry.test"), unanswered("not now"))
        const paused = yield* timed(ages.ageOf("acme.test"))
        assert.deepStrictEqual(paused.result, unanswered("not now"))
        assert.isBelow(paused.millis, 200)
        assert.deepStrictEqual(server.asked, ["busyregistry.test"])
        yield* Effect.sleep(Duration.seconds(2.1))
        assert.strictEqual((yield* ages.ageOf("acme.test"))._tag, "Present")
        yield* ages.ageOf("busyregistry.test")
        assert.deepStrictEqual(server.asked.slice(1), ["acme.test", "busyregistry.test"])
      })
    )
  )
})
