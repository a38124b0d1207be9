import { assert, describe, it } from "@effect/vitest"
import { Turns } from "@rcpt/service/jobs/run/Turns"
import { Deferred, Effect, Fiber } from "effect"

const limits = { atOnce: 1, ofAccount: 1, rowsPerTick: 1 }

/** Lets whoever may start do so: a few turns of the event loop. */
const aWhile = Effect.callback<void>((resume) => {
  let left = 20
  const turn = () => (left-- > 0 ? setImmediate(turn) : resume(Effect.void))
  turn()
})

/** Pieces that note when they begin; all are in line before the first one begins. */
const inLine = (turns: Turns, accounts: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const begun: Array<string> = []
    const pieces = accounts.map((account) =>
      turns.take(account)(Effect.sync(() => void begun.push(account)))
    )
    yield* Effect.all(pieces, { concurrency: "unbounded" })
    return begun.join("")
  })

describe("Turns", () => {
  it.live("go round the accounts, and in order within each", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* inLine(new Turns(() => limits), ["a", "a", "a", "a", "a", "b", "b", "c"]),
        "abcabaaa"
      )
    })
  )

  it.live("keep to how much may be under way, of all and of one account", () =>
    Effect.gen(function* () {
      const turns = new Turns(() => ({ atOnce: 3, ofAccount: 2, rowsPerTick: 100 }))
      const gate = yield* Deferred.make<void>()
      const begun: Array<string> = []
      const piece = (account: string) =>
        turns.take(account)(
          Effect.andThen(
            Effect.sync(() => begun.push(account)),
            Deferred.await(gate)
          )
        )
      const all = yield* Effect.forkChild(
        Effect.forEach(["a", "a", "a", "a", "b", "b"], piece, { concurrency: "unbounded" })
      )
      yield* aWhile
      assert.strictEqual(begun.join(""), "aba")
      assert.strictEqual(turns.inWork, 3)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(all)
      assert.strictEqual(begun.length, 6)
      assert.strictEqual(turns.inWork, 0)
    })
  )

  it.live("are given back by whoever is interrupted, waiting or working", () =>
    Effect.gen(function* () {
      const turns = new Turns(() => limits)
      const working = yield* Effect.forkChild(turns.take("a")(Effect.never))
      const waiting = yield* Effect.forkChild(turns.take("a")(Effect.never))
      yield* aWhile
      yield* Fiber.interrupt(waiting)
      assert.strictEqual(turns.inWork, 1)
      yield* Fiber.interrupt(working)
      assert.strictEqual(turns.inWork, 0)
      assert.strictEqual(yield* inLine(turns, ["a", "b"]), "ab")
    })
  )

  it.live("let the event loop turn between so many rows", () =>
    Effect.gen(function* () {
      const turns = new Turns(() => ({ atOnce: 100, ofAccount: 100, rowsPerTick: 20 }))
      let turn = 0
      let isCounting = true
      const count = () => {
        turn += 1
        if (isCounting) setImmediate(count)
      }
      setImmediate(count)
      const begunIn: Array<number> = []
      const piece = turns.take("a", 10)(Effect.sync(() => void begunIn.push(turn)))
      yield* Effect.all(
        Array.from({ length: 10 }, () => piece),
        { concurrency: "unbounded" }
      )
      isCounting = false
      const most = Math.max(
        ...[...Map.groupBy(begunIn, (at) => at).values()].map((all) => all.length)
      )
      assert.strictEqual(most, 2)
    })
  )
})
