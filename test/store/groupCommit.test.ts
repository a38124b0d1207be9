import { Duration, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"

import { describe, expect, it } from "../support/vitest.ts"
import { outcomesOf, world } from "./groupCommitWorld.ts"

describe("Items of one key", () => {
  it.effect("are committed at once without load, and collect while a batch is in progress", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({ concurrency: 2, batchMax: 10 })
      const first = yield* send("ann", "a")
      expect(started()).toEqual(["ann: a"])
      const more = yield* send("ann", "b", "c", "d")
      expect(started()).toHaveLength(1)
      yield* batches[0]!.echo
      expect(started()).toEqual(["ann: a", "ann: b c d"])
      yield* batches[1]!.echo
      expect(yield* outcomesOf([...first, ...more])).toEqual(["a", "b", "c", "d"])
      yield* send("ann", "e")
      expect(started()).toHaveLength(3)
    }).pipe(Effect.scoped)
  )

  it.effect("each have their own outcome", () =>
    Effect.gen(function* () {
      const { batches, send } = yield* world({ concurrency: 1, batchMax: 10 })
      yield* send("ann", "first")
      const fibers = yield* send("ann", "a", "b", "c")
      yield* batches[0]!.echo
      yield* batches[1]!.end(
        Effect.succeed([Exit.succeed("A"), Exit.fail("no credits"), Exit.succeed("C")])
      )
      expect(yield* outcomesOf(fibers)).toEqual(["A", "no credits", "C"])
    }).pipe(Effect.scoped)
  )

  it.effect("all fail when their batch fails, and items of later batches do not", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({ concurrency: 1, batchMax: 2 })
      yield* send("ann", "first")
      const fibers = yield* send("ann", "a", "b", "c", "d", "e")
      yield* batches[0]!.echo
      yield* batches[1]!.end(Effect.fail("no database"))
      yield* batches[2]!.end(Effect.die("a bug"))
      yield* batches[3]!.echo
      expect(started().slice(1)).toEqual(["ann: a b", "ann: c d", "ann: e"])
      const both = ["no database", "no database", "a bug", "a bug", "e"]
      expect(yield* outcomesOf(fibers)).toEqual(both)
    }).pipe(Effect.scoped)
  )

  it.effect("are never in two batches at once, even with idle workers", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({ concurrency: 4, batchMax: 1 })
      yield* send("ann", "a", "b", "c")
      expect(started()).toEqual(["ann: a"])
      yield* batches[0]!.echo
      expect(started()).toEqual(["ann: a", "ann: b"])
    }).pipe(Effect.scoped)
  )

  it.effect("keep their order in batches of any size", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 }),
          fc.integer({ min: 1, max: 4 }),
          fc.integer({ min: 1, max: 3 }),
          (bursts, batchMax, concurrency) =>
            Effect.gen(function* () {
              const { batches, send } = yield* world({ concurrency, batchMax })
              const sent: Array<string> = []
              for (const burst of bursts) {
                const items = Array.from({ length: burst }, (_, i) => `${sent.length + i}`)
                sent.push(...items)
                yield* send("ann", ...items)
                yield* batches.at(-1)!.echo
              }
              for (let i = 0; i < batches.length; i++) yield* batches[i]!.echo
              expect(batches.flatMap(({ items }) => items)).toEqual(sent)
              expect(Math.max(...batches.map(({ items }) => items.length))).toBeLessThanOrEqual(
                batchMax
              )
            }).pipe(Effect.scoped, Effect.runPromise)
        ),
        { numRuns: 50 }
      )
    )
  )
})

describe("An item whose caller was interrupted", () => {
  it.effect("is dropped while it is queued, and no other item is lost", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({ concurrency: 1, batchMax: 10 })
      yield* send("ann", "first")
      const [a, b, c] = yield* send("ann", "a", "b", "c")
      yield* Fiber.interrupt(b!)
      yield* batches[0]!.echo
      expect(started()).toEqual(["ann: first", "ann: a c"])
      yield* batches[1]!.echo
      expect(yield* outcomesOf([a!, c!])).toEqual(["a", "c"])
    }).pipe(Effect.scoped)
  )

  it.effect("is committed when it is already in a batch, and queued items are not affected", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({ concurrency: 1, batchMax: 10 })
      const [taken] = yield* send("ann", "taken")
      const [waits] = yield* send("ann", "waits")
      yield* Fiber.interrupt(taken!)
      yield* batches[0]!.echo
      expect(started()).toEqual(["ann: taken", "ann: waits"])
      yield* batches[1]!.echo
      expect(yield* outcomesOf([waits!])).toEqual(["waits"])
    }).pipe(Effect.scoped)
  )

  it.effect("leaves no empty batch when it was the only one", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({ concurrency: 1, batchMax: 10 })
      yield* send("ann", "first")
      const [only] = yield* send("bob", "only")
      yield* Fiber.interrupt(only!)
      yield* batches[0]!.echo
      expect(started()).toEqual(["ann: first"])
      yield* send("bob", "again")
      expect(started()).toEqual(["ann: first", "bob: again"])
    }).pipe(Effect.scoped)
  )
})

describe("Keys", () => {
  it.effect("are served round-robin: a flood on one key delays another by one batch", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({ concurrency: 1, batchMax: 2 })
      yield* send("flood", ..."abcdefgh".split(""))
      yield* send("ann", "1")
      yield* send("bob", "2")
      for (let i = 0; i < 4; i++) yield* batches[i]!.echo
      expect(started()).toEqual(["flood: a b", "ann: 1", "bob: 2", "flood: c d", "flood: e f"])
      yield* send("flood", ..."ijkl".split(""))
      yield* send("ann", "3")
      for (let i = 4; i < 7; i++) yield* batches[i]!.echo
      expect(started().slice(5)).toEqual(["ann: 3", "flood: g h", "flood: i j"])
    }).pipe(Effect.scoped)
  )

  it.effect("are committed concurrently, up to the number of workers", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({ concurrency: 2, batchMax: 2 })
      yield* send("ann", "a")
      yield* send("bob", "b")
      yield* send("cat", "c")
      expect(started()).toEqual(["ann: a", "bob: b"])
      yield* batches[1]!.end(Effect.die("a bug"))
      expect(started()).toEqual(["ann: a", "bob: b", "cat: c"])
    }).pipe(Effect.scoped)
  )
})

describe("A caller", () => {
  const timeout = { after: Duration.seconds(3), error: () => "timed out" }

  it.effect("waits no longer than it may, also while its batch is in progress", () =>
    Effect.gen(function* () {
      const { batches, send, started } = yield* world({ concurrency: 1, batchMax: 10, timeout })
      const taken = yield* send("ann", "taken")
      yield* TestClock.adjust("1 second")
      const waits = yield* send("ann", "waits")
      yield* TestClock.adjust("2 seconds")
      expect(yield* outcomesOf(taken)).toEqual(["timed out"])
      expect(waits[0]!.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 second")
      expect(yield* outcomesOf(waits)).toEqual(["timed out"])
      const late = yield* send("ann", "late")
      yield* batches[0]!.echo
      // What nobody waits for any more is not committed.
      expect(started()).toEqual(["ann: taken", "ann: late"])
      yield* batches[1]!.echo
      expect(yield* outcomesOf(late)).toEqual(["late"])
    }).pipe(Effect.scoped)
  )

  it.effect("is told at once when its node stops", function* () {
    const scope = yield* Scope.make()
    const { send } = yield* Scope.provide(world({ concurrency: 1, batchMax: 10, timeout }), scope)
    const [taken, waits] = yield* send("ann", "taken", "waits")
    yield* Scope.close(scope, Exit.void)
    const [after] = yield* send("ann", "after")
    expect(yield* outcomesOf([taken!, waits!, after!])).toEqual([
      "timed out",
      "timed out",
      "timed out"
    ])
  })
})
