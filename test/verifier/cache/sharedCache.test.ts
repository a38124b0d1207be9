import { Deadline } from "@rcpt/verifier/cache/Deadline"
import { makeSharedCache } from "@rcpt/verifier/cache/SharedCache"
import type { CacheOptions } from "@rcpt/verifier/cache/SharedCache"
import { Cause, Deferred, Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

/** The value tells how often its key was loaded: `a1`, `a2` … */
const countingCache = (options: Partial<CacheOptions<string>> = {}) => {
  const counts = new Map<string, number>()
  const load = (key: string) =>
    Effect.sync(() => {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return `${key}${count}`
    })
  return makeSharedCache({ load, lifetimeOf: () => Duration.seconds(10), keysMax: 3, ...options })
}

/** A cache whose load ends when the test completes `gate`. */
const gatedCache = Effect.gen(function* () {
  const gate = yield* Deferred.make<string>()
  let loads = 0
  const cache = makeSharedCache({
    load: () => {
      loads++
      return Deferred.await(gate)
    },
    lifetimeOf: () => Duration.seconds(10),
    keysMax: 3
  })
  return { cache, gate, loads: () => loads }
})

const inBackground = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.forkChild(work, { startImmediately: true })

describe("A shared cache", () => {
  it.effect("loads a key once until its lifetime ends", function* () {
    const { get } = countingCache()
    assert.strictEqual(yield* get("a"), "a1")
    yield* TestClock.adjust("9999 millis")
    assert.strictEqual(yield* get("a"), "a1")
    yield* TestClock.adjust("1 millis")
    assert.strictEqual(yield* get("a"), "a2")
  })

  it.effect("returns a known value without an effect, for the same lifetime", function* () {
    const { get, known } = countingCache()
    assert.isUndefined(known("a", 0))
    yield* get("a")
    assert.strictEqual(known("a", 9_999), "a1")
    assert.isUndefined(known("a", 10_000))
  })

  it.effect("caches nothing with a lifetime of zero", function* () {
    const { get, known } = countingCache({ lifetimeOf: () => Duration.zero })
    assert.deepStrictEqual([yield* get("a"), yield* get("a")], ["a1", "a2"])
    assert.isUndefined(known("a", 0))
  })

  it.effect("drops the least recently used key above its limit", function* () {
    const { get } = countingCache()
    const values = yield* Effect.forEach(["a", "b", "c", "a", "d", "a", "b"], (key) => get(key))
    assert.deepStrictEqual(values, ["a1", "b1", "c1", "a1", "d1", "a1", "b2"])
  })

  it.effect("loads a key once for all callers, and to the end although they leave", function* () {
    const { cache, gate, loads } = yield* gatedCache
    const [first, second] = yield* Effect.all([
      inBackground(cache.get("a")),
      inBackground(cache.get("a"))
    ])
    yield* Fiber.interrupt(first)
    const third = yield* inBackground(cache.get("a"))
    yield* Deferred.succeed(gate, "known")
    assert.deepStrictEqual(
      [yield* Fiber.join(second), yield* Fiber.join(third), loads()],
      ["known", "known", 1]
    )
  })

  it.effect("is there for who comes back after all have left", function* () {
    const { cache, gate, loads } = yield* gatedCache
    yield* Effect.flatMap(inBackground(cache.get("a")), Fiber.interrupt)
    yield* Deferred.succeed(gate, "known")
    assert.deepStrictEqual([yield* cache.get("a"), loads()], ["known", 1])
  })

  it.effect("gives a caller with a deadline the fallback, and the others the value", function* () {
    const { cache, gate, loads } = yield* gatedCache
    const limit = { deadline: new Deadline(1_000), orElse: () => "late" }
    const [limited, unlimited] = yield* Effect.all([
      inBackground(cache.get("a", limit)),
      inBackground(cache.get("a"))
    ])
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(limited), "late")
    yield* Deferred.succeed(gate, "known")
    const after = [yield* Fiber.join(unlimited), yield* cache.get("a", limit), loads()]
    assert.deepStrictEqual(after, ["known", "known", 1])
  })

  it.effect("answers a thousand concurrent callers in any interleaving", function* () {
    const { get } = countingCache({
      load: (key) => Effect.as(Effect.yieldNow, key),
      lifetimeOf: () => Duration.zero
    })
    const values = yield* Effect.forEach(
      Array.from({ length: 1_000 }, (_, n) => String(n % 7)),
      (key) => Effect.andThen(Effect.yieldNow, get(key)),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(values, 1_000)
  })

  it.effect(
    "fails all waiting callers when a load fails, and loads again for the next",
    function* () {
      const { cache, gate, loads } = yield* gatedCache
      const waiting = yield* inBackground(Effect.exit(cache.get("a")))
      yield* Deferred.die(gate, "broken")
      const exit = yield* Fiber.join(waiting)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      yield* Effect.exit(cache.get("a"))
      assert.strictEqual(loads(), 2)
    }
  )
})
