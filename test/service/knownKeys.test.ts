import { assert, describe, it } from "@effect/vitest"
import * as KnownKeys from "@rcpt/service/accounts/KnownKeys"
import { Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"

const believed = Duration.toMillis(KnownKeys.believedFor)

/** A database with one key in it, which takes its time, and counts how often it is asked. */
const world = (answersAfter: number = 0) => {
  const row = { stands: true }
  let asked = 0
  const lookUp = (hash: string) =>
    Effect.gen(function* () {
      asked++
      // What a query sees is decided when it begins, whenever it is answered.
      const found = hash === "key" && row.stands ? "ann" : undefined
      yield* Effect.sleep(answersAfter)
      return found
    })
  const known = KnownKeys.make({ lookUp, waitMax: Duration.seconds(5) })
  return { known, asked: () => asked, revoke: () => (row.stands = false) }
}

const get = ({ known }: ReturnType<typeof world>) => known.get("key")

describe("A key that is known", () => {
  it.effect("is looked up once, for as long as it is believed", () =>
    Effect.gen(function* () {
      const node = world()
      for (const wait of [0, believed - 1, 1, believed - 1]) {
        yield* TestClock.adjust(wait)
        assert.strictEqual(yield* get(node), "ann")
      }
      assert.strictEqual(node.asked(), 2)
    })
  )

  it.effect("is refused when it was revoked as long ago as anybody believes it", () =>
    Effect.gen(function* () {
      const node = world()
      assert.strictEqual(yield* get(node), "ann")
      node.revoke()
      yield* TestClock.adjust(believed)
      assert.isUndefined(yield* get(node))
    })
  )

  it.effect("is refused also when an answer from before the revocation comes only then", () =>
    Effect.gen(function* () {
      const node = world(believed + 500)
      const before = yield* Effect.forkChild(get(node), { startImmediately: true })
      node.revoke()
      yield* TestClock.adjust(believed)
      const after = yield* Effect.forkChild(get(node), { startImmediately: true })
      yield* TestClock.adjust(3 * believed)
      assert.strictEqual(yield* Fiber.join(before), "ann")
      assert.isUndefined(yield* Fiber.join(after))
      // The older answer, which came first, is not kept in place of the newer one.
      const again = yield* Effect.forkChild(get(node), { startImmediately: true })
      yield* TestClock.adjust(3 * believed)
      assert.isUndefined(yield* Fiber.join(again))
    })
  )

  it.effect("is refused at once where the revocation is heard of", () =>
    Effect.gen(function* () {
      const node = world()
      assert.strictEqual(yield* get(node), "ann")
      node.revoke()
      node.known.forget("key")
      assert.isUndefined(yield* get(node))
    })
  )

  it.effect("is looked up once for all who ask at the same time", () =>
    Effect.gen(function* () {
      const node = world(100)
      const askers = yield* Effect.forEach(Array.from({ length: 50 }), () =>
        Effect.forkChild(get(node), { startImmediately: true })
      )
      // The one who began it goes away; the others are answered all the same.
      yield* Fiber.interrupt(askers[0]!)
      yield* TestClock.adjust(100)
      const answers = yield* Effect.forEach(askers.slice(1), Fiber.join)
      assert.deepStrictEqual([...new Set(answers)], ["ann"])
      assert.strictEqual(node.asked(), 1)
    })
  )
})

describe("A key that is not known", () => {
  it.effect("is looked up each time: it may have been issued since", () =>
    Effect.gen(function* () {
      const node = world()
      for (let i = 0; i < 3; i++) assert.isUndefined(yield* node.known.get("other"))
      assert.strictEqual(node.asked(), 3)
    })
  )

  it.effect("takes nobody's place, however many are tried", () =>
    Effect.gen(function* () {
      const node = world()
      yield* get(node)
      for (let i = 0; i < 20_000; i++) yield* node.known.get(`junk ${i}`)
      yield* get(node)
      assert.strictEqual(node.asked(), 20_001)
    })
  )

  it.effect("is given up when the database does not say, and asked for again", () =>
    Effect.gen(function* () {
      let asked = 0
      const lookUp = () => Effect.suspend(() => (asked++, Effect.never))
      const known = KnownKeys.make({ lookUp, waitMax: Duration.millis(1_500) })
      for (let i = 1; i <= 2; i++) {
        const asker = yield* Effect.forkChild(known.get("key"), { startImmediately: true })
        yield* TestClock.adjust(1_500)
        assert.isTrue(Exit.isFailure(yield* Fiber.await(asker)))
        assert.strictEqual(asked, i)
      }
    })
  )

  it.effect("does not spoil the next answer when the database fails", () =>
    Effect.gen(function* () {
      const answers = [Effect.fail("lost"), Effect.succeed("ann")]
      const lookUp = () => Effect.suspend(() => answers.shift()!)
      const known = KnownKeys.make({ lookUp, waitMax: Duration.seconds(1) })
      assert.isTrue(Exit.isFailure(yield* Effect.exit(known.get("key"))))
      assert.strictEqual(yield* known.get("key"), "ann")
      assert.strictEqual(yield* known.get("key"), "ann")
    })
  )
})
