/** Group commit while another writer has locked a key. */
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"

import { describe, expect, it } from "../support/vitest.ts"
import { locked, outcomesOf, world } from "./groupCommitWorld.ts"

describe("A key that another writer has locked", () => {
  it.effect("makes room for other keys, and waits with workers of its own", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({
        concurrency: 1,
        batchMax: 10,
        lockWaits: 1
      })
      const first = yield* send("ann", "a")
      yield* send("bob", "b")
      yield* batches[0]!.end(Effect.fail(locked))
      expect(started()).toEqual(["ann: a", "ann waits: a", "bob: b"])
      // Both are in progress, and what comes for the locked key joins it later.
      const more = yield* send("ann", "c", "d")
      yield* batches[2]!.echo
      yield* batches[1]!.echo
      expect(started().slice(3)).toEqual(["ann waits: c d"])
      yield* batches[3]!.echo
      expect(yield* outcomesOf([...first, ...more])).toEqual(["a", "c", "d"])
      // Without anything left it is a key like the others.
      yield* send("ann", "e")
      expect(started().at(-1)).toBe("ann: e")
    }).pipe(Effect.scoped)
  )

  it.effect("lets other locked keys wait in turn, and keeps its order", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({ concurrency: 2, batchMax: 1, lockWaits: 1 })
      yield* send("ann", "a", "c")
      yield* send("bob", "b")
      yield* batches[0]!.end(Effect.fail(locked))
      yield* batches[1]!.end(Effect.fail(locked))
      yield* batches[2]!.end(Effect.fail(locked))
      yield* batches[3]!.echo
      yield* batches[4]!.echo
      yield* batches[5]!.echo
      expect(started().slice(2)).toEqual([
        "ann waits: a",
        "bob waits: b",
        "ann waits: a",
        "ann waits: c"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("gives up an item whose time is over, and goes on with the rest", () =>
    Effect.gen(function* () {
      const timeout = { after: Duration.seconds(3), error: () => "late" }
      const { batches, send, started } = yield* world({
        concurrency: 1,
        batchMax: 10,
        lockWaits: 1,
        timeout
      })
      const early = yield* send("ann", "a")
      yield* batches[0]!.end(Effect.fail(locked))
      yield* TestClock.adjust("2 seconds")
      const later = yield* send("ann", "b")
      yield* TestClock.adjust("1 second")
      expect(yield* outcomesOf(early)).toEqual(["late"])
      yield* batches[1]!.end(Effect.fail(locked))
      expect(started().at(-1)).toBe("ann waits: b")
      yield* batches[2]!.echo
      expect(yield* outcomesOf(later)).toEqual(["b"])
    }).pipe(Effect.scoped)
  )
})
