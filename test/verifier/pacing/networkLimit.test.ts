/** The ceiling of all mail hosts in one network. */
import { ConnectionLimit } from "@rcpt/verifier/pacing/ConnectionLimit"
import { networkConnectionsMax, networkStartsPerSecondMax } from "@rcpt/verifier/pacing/limits"
import { makeNetworkLimits } from "@rcpt/verifier/pacing/NetworkLimit"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
import { times } from "./mxWorld.ts"

const interval = Duration.millis(1_000 / networkStartsPerSecondMax)

const world = (connectionsMax = 500, isFixed = false) =>
  makeNetworkLimits(new ConnectionLimit(connectionsMax), isFixed)

/** Takes connections from many addresses of one network, each as soon as it may. */
const greedy = Effect.fnUntraced(function* (
  limits: Effect.Success<ReturnType<typeof world>>,
  count: number
) {
  const taken: Array<() => void> = []
  for (const index of times(count, (n) => n)) {
    const limit = yield* limits(`192.0.2.${index}`)
    const take = (): void => {
      if (limit.acquire(take)) taken.push(() => limit.release())
    }
    take()
  }
  return taken
})

describe("The mail hosts of one network", () => {
  it.effect("have conversations started one after the other, and no more than the ceiling", () =>
    Effect.gen(function* () {
      const taken = yield* greedy(yield* world(), 30)
      assert.strictEqual(taken.length, 1)
      yield* TestClock.adjust(interval)
      assert.strictEqual(taken.length, 2)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(taken.length, networkConnectionsMax)
      taken[0]!()
      assert.strictEqual(taken.length, networkConnectionsMax + 1)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(taken.length, networkConnectionsMax + 1)
    }).pipe(Effect.scoped)
  )

  it.effect("are not delayed by those of another network", () =>
    Effect.gen(function* () {
      const limits = yield* world()
      yield* greedy(limits, 30)
      yield* TestClock.adjust("1 minute")
      assert.isTrue((yield* limits("198.51.100.1")).acquire(() => {}))
      assert.isTrue((yield* limits("2001:db8::1")).acquire(() => {}))
      assert.isFalse((yield* limits("2001:db8::2")).acquire(() => {}))
    }).pipe(Effect.scoped)
  )

  it.effect("share the connections of the process with all others", () =>
    Effect.gen(function* () {
      const all = new ConnectionLimit(1)
      const limits = yield* makeNetworkLimits(all, false)
      assert.isTrue(all.acquire(() => {}))
      const taken = yield* greedy(limits, 1)
      assert.strictEqual(taken.length, 0)
      all.release()
      assert.strictEqual(taken.length, 1)
      taken[0]!()
      assert.isTrue(all.acquire(() => {}))
    }).pipe(Effect.scoped)
  )

  it.effect("have no ceiling at the operator's pace, nor have groups that are names", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* greedy(yield* world(500, true), 30)).length, 30)
      const limit = yield* (yield* world())("google")
      assert.deepStrictEqual(
        times(30, () => limit.acquire(() => {})),
        times(30, () => true)
      )
    }).pipe(Effect.scoped)
  )

  it.effect("are not called back once they are closed", () =>
    Effect.gen(function* () {
      const limit = yield* (yield* world())("192.0.2.1")
      limit.acquire(() => {})
      let calls = 0
      const callback = (): void => void calls++
      assert.isFalse(limit.acquire(callback))
      limit.cancel(callback)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(calls, 0)
    }).pipe(Effect.scoped)
  )
})
