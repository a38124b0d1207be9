/** The ceiling of mail hosts beside connections that nobody has closed. */
import { ConnectionLimit } from "@rcpt/verifier/pacing/ConnectionLimit"
import { makeHandoverLimit } from "@rcpt/verifier/pacing/HandoverLimit"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

const openForAMinute = Effect.map(Clock.currentTimeMillis, (now) => 60_000 - now)

const takeFrom = (limit: Effect.Success<ReturnType<typeof makeHandoverLimit>>, count: number) => {
  let taken = 0
  for (let n = 0; n < count; n++) {
    const take = (): void => {
      if (limit.acquire(take)) taken += 1
    }
    take()
  }
  return () => taken
}

describe("Mail hosts whose last queue may still have connections", () => {
  it.effect("get one of ours, and all of them after that time", () =>
    Effect.gen(function* () {
      const limit = yield* makeHandoverLimit(new ConnectionLimit(3), openForAMinute)
      const taken = takeFrom(limit, 5)
      assert.strictEqual(taken(), 1)
      // The next one waits: a session that stays open for it would hold up all others.
      assert.isFalse(limit.isHalfFree)
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(taken(), 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(taken(), 3)
      limit.release()
      assert.strictEqual(taken(), 4)
    }).pipe(Effect.scoped)
  )

  it.effect("get the next one as soon as one is closed", () =>
    Effect.gen(function* () {
      const limit = yield* makeHandoverLimit(new ConnectionLimit(3), openForAMinute)
      const taken = takeFrom(limit, 3)
      limit.release()
      assert.strictEqual(taken(), 2)
      limit.release()
      assert.strictEqual(taken(), 3)
    }).pipe(Effect.scoped)
  )

  it.effect("get all of them once the node of that queue has been heard of", () =>
    Effect.gen(function* () {
      const answers = [60_000, 0]
      const limit = yield* makeHandoverLimit(
        new ConnectionLimit(3),
        Effect.sync(() => answers.shift() ?? 0)
      )
      const taken = takeFrom(limit, 5)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(taken(), 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(taken(), 3)
    }).pipe(Effect.scoped)
  )

  it.effect("are limited by nothing else when there was none", () =>
    Effect.gen(function* () {
      const connections = new ConnectionLimit(3)
      assert.strictEqual(yield* makeHandoverLimit(connections, Effect.succeed(0)), connections)
    }).pipe(Effect.scoped)
  )
})
