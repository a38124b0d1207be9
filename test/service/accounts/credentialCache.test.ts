import * as CredentialCache from "@rcpt/service/accounts/CredentialCache"
import { Clock, Duration, Effect, Exit, Fiber } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

const lifetime = Duration.toMillis(CredentialCache.cacheLifetime)

const failed = (reason: SqlError.SqlErrorReason) => Effect.fail(new SqlError.SqlError({ reason }))
/** A server that has no connection left, and a statement that it does not understand. */
const full = failed(new SqlError.ConnectionError({ cause: new Error("full") }))
const faulty = failed(new SqlError.SqlSyntaxError({ cause: new Error("no such column") }))

/** A cache over a simulated database with one key, a latency in milliseconds and a count of look-ups. */
const makeNode = (latency: number = 0) => {
  const row = { isRevoked: false }
  let lookUps = 0
  const lookUp = (hash: string) =>
    Effect.gen(function* () {
      lookUps++
      // A query sees the database as it was when the query began.
      const account = hash === "key" && !row.isRevoked ? "ann" : undefined
      yield* Effect.sleep(latency)
      return account
    })
  const cache = CredentialCache.make({ lookUp, waitMax: Duration.seconds(5) })
  return { cache, lookUps: () => lookUps, revoke: () => (row.isRevoked = true) }
}

const get = ({ cache }: ReturnType<typeof makeNode>) => cache.get("key")

describe("A cached key", () => {
  it.effect("is looked up once per cache lifetime", function* () {
    const node = makeNode()
    for (const wait of [0, lifetime - 1, 1, lifetime - 1]) {
      yield* TestClock.adjust(wait)
      assert.strictEqual(yield* get(node), "ann")
    }
    assert.strictEqual(node.lookUps(), 2)
  })

  it.effect(
    "is known without waiting from the end of its look-up to the end of its lifetime",
    function* () {
      const node = makeNode(10)
      const known = Effect.map(Clock.monotonicTimeNanos, (now) => node.cache.known("key", now))
      assert.isUndefined(yield* known)
      const looking = yield* Effect.forkChild(get(node), { startImmediately: true })
      assert.isUndefined(yield* known)
      yield* TestClock.adjust(10)
      yield* Fiber.join(looking)
      assert.strictEqual(yield* known, "ann")
      yield* TestClock.adjust(lifetime - 11)
      assert.strictEqual(yield* known, "ann")
      yield* TestClock.adjust(1)
      assert.isUndefined(yield* known)
      yield* get(node).pipe(Effect.forkChild({ startImmediately: true }))
      yield* TestClock.adjust(10)
      assert.strictEqual(yield* known, "ann")
      node.cache.forget("key")
      assert.isUndefined(yield* known)
    }
  )

  it.effect("is refused one cache lifetime after its revocation", function* () {
    const node = makeNode()
    assert.strictEqual(yield* get(node), "ann")
    node.revoke()
    yield* TestClock.adjust(lifetime)
    assert.isUndefined(yield* get(node))
  })

  it.effect(
    "is refused then, even when a look-up from before the revocation ends later",
    function* () {
      const node = makeNode(lifetime + 500)
      const before = yield* Effect.forkChild(get(node), { startImmediately: true })
      node.revoke()
      yield* TestClock.adjust(lifetime)
      const after = yield* Effect.forkChild(get(node), { startImmediately: true })
      yield* TestClock.adjust(3 * lifetime)
      assert.strictEqual(yield* Fiber.join(before), "ann")
      assert.isUndefined(yield* Fiber.join(after))
      // The older look-up, which ended first, does not replace the newer one.
      const again = yield* Effect.forkChild(get(node), { startImmediately: true })
      yield* TestClock.adjust(3 * lifetime)
      assert.isUndefined(yield* Fiber.join(again))
    }
  )

  it.effect("is refused at once where the notification of the revocation arrives", function* () {
    const node = makeNode()
    assert.strictEqual(yield* get(node), "ann")
    node.revoke()
    node.cache.forget("key")
    assert.isUndefined(yield* get(node))
  })

  it.effect("is looked up once for concurrent requests", function* () {
    const node = makeNode(100)
    const requests = yield* Effect.forEach(Array.from({ length: 50 }), () =>
      Effect.forkChild(get(node), { startImmediately: true })
    )
    // The request that began the look-up is cancelled; the others still get its result.
    yield* Fiber.interrupt(requests[0]!)
    yield* TestClock.adjust(100)
    const answers = yield* Effect.forEach(requests.slice(1), Fiber.join)
    assert.deepStrictEqual([...new Set(answers)], ["ann"])
    assert.strictEqual(node.lookUps(), 1)
  })
})

describe("A key that is not cached", () => {
  it.effect("is looked up each time if it is unknown: it may have been issued since", function* () {
    const node = makeNode()
    for (let i = 0; i < 3; i++) assert.isUndefined(yield* node.cache.get("other"))
    assert.strictEqual(node.lookUps(), 3)
  })

  it.effect("evicts no other if it is unknown, however many are looked up", function* () {
    const node = makeNode()
    yield* get(node)
    for (let i = 0; i < 20_000; i++) yield* node.cache.get(`unknown ${i}`)
    yield* get(node)
    assert.strictEqual(node.lookUps(), 20_001)
  })

  it.effect("is refused when the database does not respond, and looked up again", function* () {
    let lookUps = 0
    const lookUp = () => Effect.suspend(() => (lookUps++, Effect.never))
    const cache = CredentialCache.make({ lookUp, waitMax: Duration.millis(1_500) })
    for (let i = 1; i <= 2; i++) {
      const request = yield* Effect.forkChild(cache.get("key"), { startImmediately: true })
      yield* TestClock.adjust(1_500)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(request)))
      assert.strictEqual(lookUps, i)
    }
  })

  it.effect(
    "is looked up again as long as a request waits, while there is no connection",
    function* () {
      let lookUps = 0
      const lookUp = () => Effect.suspend(() => (lookUps++ < 3 ? full : Effect.succeed("ann")))
      const cache = CredentialCache.make({ lookUp, waitMax: Duration.seconds(1) })
      const request = yield* Effect.forkChild(cache.get("key"), { startImmediately: true })
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(yield* Fiber.join(request), "ann")
    }
  )

  it.effect("is looked up again after a failed look-up", function* () {
    const answers = [faulty, Effect.succeed("ann")]
    const lookUp = () => Effect.suspend(() => answers.shift()!)
    const cache = CredentialCache.make({ lookUp, waitMax: Duration.seconds(1) })
    assert.isTrue(Exit.isFailure(yield* Effect.exit(cache.get("key"))))
    assert.strictEqual(yield* cache.get("key"), "ann")
    assert.strictEqual(yield* cache.get("key"), "ann")
  })
})
