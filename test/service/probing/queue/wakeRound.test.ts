import { wakeEvery } from "@rcpt/service/probing/queue/wakeRound"
import { Effect } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"
import { rows, startTwo } from "./probeWorld.ts"

describe("Of nodes that all look for due rows every second", () => {
  it.live("one wakes the guards, and the other does if the first is gone", () =>
    Effect.gen(function* () {
      const [one, other] = yield* startTwo
      const taken = Effect.all([one.queue.takeWakeRound, other.queue.takeWakeRound], {
        concurrency: "unbounded"
      })
      // Nothing waits: there is no round, and nothing is written.
      assert.deepStrictEqual(yield* taken, [false, false])
      yield* one.queue.put(rows({ count: 1 }))
      assert.sameMembers(yield* taken, [true, false])
      assert.deepStrictEqual(yield* taken, [false, false])
      yield* one.pass(wakeEvery)
      assert.isTrue(yield* other.queue.takeWakeRound)
      assert.isFalse(yield* one.queue.takeWakeRound)
    }).pipe(Effect.scoped)
  )
})
