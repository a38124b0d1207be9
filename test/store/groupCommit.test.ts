import { describe, expect, it } from "@effect/vitest"
import * as GroupCommit from "@rcpt/store/GroupCommit"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import fc from "fast-check"

type Outcomes = ReadonlyArray<Exit.Exit<string, string>>

/** A batch that waits for the test to say how it ends. */
interface Batch {
  readonly key: string
  readonly orders: ReadonlyArray<string>
  readonly end: (how: Effect.Effect<Outcomes, string>) => Effect.Effect<void>
  /** Each order is answered with its own name. */
  readonly echo: Effect.Effect<void>
}

const world = Effect.fn(function* (options: {
  readonly concurrency: number
  readonly batchMax: number
}) {
  const batches: Array<Batch> = []
  const submit = yield* GroupCommit.make<string, string, string>({
    ...options,
    commit: (key, orders) =>
      Effect.suspend(() => {
        const ended = Deferred.makeUnsafe<Outcomes, string>()
        const end = (how: Effect.Effect<Outcomes, string>) =>
          Effect.andThen(Deferred.complete(ended, how), settled)
        const echo = end(Effect.succeed(orders.map((order) => Exit.succeed(order))))
        batches.push({ key, orders, end, echo })
        return Deferred.await(ended)
      })
  })
  const send = (key: string, ...orders: ReadonlyArray<string>) =>
    Effect.forEach(orders, (order) =>
      Effect.forkChild(submit(key, order), { startImmediately: true })
    ).pipe(Effect.tap(settled))
  const seen = () => batches.map(({ key, orders }) => `${key}: ${orders.join(" ")}`)
  return { batches, send, seen }
})

/** Everybody who can go on has gone on: as many turns as any test here needs, and many more. */
const settled = Effect.repeat(Effect.yieldNow, { times: 50 })

const answers = (fibers: ReadonlyArray<Fiber.Fiber<string, string>>) =>
  Effect.map(Effect.forEach(fibers, Fiber.await), (exits) =>
    exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : Cause.squash(exit.cause)))
  )

describe("Orders of one account", () => {
  it.effect("go at once when it is quiet, and gather while a batch is in flight", () =>
    Effect.gen(function* () {
      const { batches, send, seen } = yield* world({ concurrency: 2, batchMax: 10 })
      const first = yield* send("ann", "a")
      expect(seen()).toEqual(["ann: a"])
      const more = yield* send("ann", "b", "c", "d")
      expect(seen()).toHaveLength(1)
      yield* batches[0]!.echo
      expect(seen()).toEqual(["ann: a", "ann: b c d"])
      yield* batches[1]!.echo
      expect(yield* answers([...first, ...more])).toEqual(["a", "b", "c", "d"])
      yield* send("ann", "e")
      expect(seen()).toHaveLength(3)
    }).pipe(Effect.scoped)
  )

  it.effect("are answered one by one, each with its own outcome", () =>
    Effect.gen(function* () {
      const { batches, send } = yield* world({ concurrency: 1, batchMax: 10 })
      yield* send("ann", "first")
      const fibers = yield* send("ann", "a", "b", "c")
      yield* batches[0]!.echo
      yield* batches[1]!.end(
        Effect.succeed([Exit.succeed("A"), Exit.fail("no credits"), Exit.succeed("C")])
      )
      expect(yield* answers(fibers)).toEqual(["A", "no credits", "C"])
    }).pipe(Effect.scoped)
  )

  it.effect("all fail alike when their commit fails, and those after them do not", () =>
    Effect.gen(function* () {
      const { batches, send, seen } = yield* world({ concurrency: 1, batchMax: 2 })
      yield* send("ann", "first")
      const fibers = yield* send("ann", "a", "b", "c", "d", "e")
      yield* batches[0]!.echo
      yield* batches[1]!.end(Effect.fail("no database"))
      yield* batches[2]!.end(Effect.die("a bug"))
      yield* batches[3]!.echo
      expect(seen().slice(1)).toEqual(["ann: a b", "ann: c d", "ann: e"])
      const both = ["no database", "no database", "a bug", "a bug", "e"]
      expect(yield* answers(fibers)).toEqual(both)
    }).pipe(Effect.scoped)
  )

  it.effect("are never in two batches at once, however many workers are idle", () =>
    Effect.gen(function* () {
      const { batches, send, seen } = yield* world({ concurrency: 4, batchMax: 1 })
      yield* send("ann", "a", "b", "c")
      expect(seen()).toEqual(["ann: a"])
      yield* batches[0]!.echo
      expect(seen()).toEqual(["ann: a", "ann: b"])
    }).pipe(Effect.scoped)
  )

  it.effect("keep their order, in batches of any size", () =>
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
                const orders = Array.from({ length: burst }, (_, i) => `${sent.length + i}`)
                sent.push(...orders)
                yield* send("ann", ...orders)
                yield* batches.at(-1)!.echo
              }
              for (let i = 0; i < batches.length; i++) yield* batches[i]!.echo
              expect(batches.flatMap(({ orders }) => orders)).toEqual(sent)
              expect(Math.max(...batches.map(({ orders }) => orders.length))).toBeLessThanOrEqual(
                batchMax
              )
            }).pipe(Effect.scoped, Effect.runPromise)
        ),
        { numRuns: 50 }
      )
    )
  )
})

describe("An order whose caller has left", () => {
  it.effect("is not started when it was not yet taken, and nobody else's is lost with it", () =>
    Effect.gen(function* () {
      const { batches, send, seen } = yield* world({ concurrency: 1, batchMax: 10 })
      yield* send("ann", "first")
      const [a, b, c] = yield* send("ann", "a", "b", "c")
      yield* Fiber.interrupt(b!)
      yield* batches[0]!.echo
      expect(seen()).toEqual(["ann: first", "ann: a c"])
      yield* batches[1]!.echo
      expect(yield* answers([a!, c!])).toEqual(["a", "c"])
    }).pipe(Effect.scoped)
  )

  it.effect("is carried out when it was taken, and those who wait are not disturbed", () =>
    Effect.gen(function* () {
      const { batches, send, seen } = yield* world({ concurrency: 1, batchMax: 10 })
      const [taken] = yield* send("ann", "taken")
      const [waits] = yield* send("ann", "waits")
      yield* Fiber.interrupt(taken!)
      yield* batches[0]!.echo
      expect(seen()).toEqual(["ann: taken", "ann: waits"])
      yield* batches[1]!.echo
      expect(yield* answers([waits!])).toEqual(["waits"])
    }).pipe(Effect.scoped)
  )

  it.effect("leaves no empty batch behind when it was the only one", () =>
    Effect.gen(function* () {
      const { batches, send, seen } = yield* world({ concurrency: 1, batchMax: 10 })
      yield* send("ann", "first")
      const [only] = yield* send("bob", "only")
      yield* Fiber.interrupt(only!)
      yield* batches[0]!.echo
      expect(seen()).toEqual(["ann: first"])
      yield* send("bob", "again")
      expect(seen()).toEqual(["ann: first", "bob: again"])
    }).pipe(Effect.scoped)
  )
})

describe("Accounts", () => {
  it.effect("take turns: a flood on one delays another by one batch", () =>
    Effect.gen(function* () {
      const { batches, send, seen } = yield* world({ concurrency: 1, batchMax: 2 })
      yield* send("flood", ..."abcdefgh".split(""))
      yield* send("ann", "1")
      yield* send("bob", "2")
      for (let i = 0; i < 4; i++) yield* batches[i]!.echo
      expect(seen()).toEqual(["flood: a b", "ann: 1", "bob: 2", "flood: c d", "flood: e f"])
      yield* send("flood", ..."ijkl".split(""))
      yield* send("ann", "3")
      for (let i = 4; i < 7; i++) yield* batches[i]!.echo
      expect(seen().slice(5)).toEqual(["ann: 3", "flood: g h", "flood: i j"])
    }).pipe(Effect.scoped)
  )

  it.effect("are committed beside each other, up to as many as there are workers", () =>
    Effect.gen(function* () {
      const { batches, send, seen } = yield* world({ concurrency: 2, batchMax: 2 })
      yield* send("ann", "a")
      yield* send("bob", "b")
      yield* send("cat", "c")
      expect(seen()).toEqual(["ann: a", "bob: b"])
      yield* batches[1]!.end(Effect.die("a bug"))
      expect(seen()).toEqual(["ann: a", "bob: b", "cat: c"])
    }).pipe(Effect.scoped)
  )
})
