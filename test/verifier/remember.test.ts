import { assert, describe, it } from "@effect/vitest"
import { Deadline } from "@rcpt/verifier/byDeadline"
import { remember } from "@rcpt/verifier/remember"
import type { Subject } from "@rcpt/verifier/remember"
import { Cause, Deferred, Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"

/** Says how often it was learnt: `a1`, `a2` … */
const counting = (subject: Partial<Subject<string>> = {}) => {
  const counts = new Map<string, number>()
  const learn = (key: string) =>
    Effect.sync(() => {
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return `${key}${count}`
    })
  return remember({ learn, lifetimeOf: () => Duration.seconds(10), keysMax: 3, ...subject })
}

/** Learns when it is told to. */
const waiting = Effect.gen(function* () {
  const gate = yield* Deferred.make<string>()
  let times = 0
  const subject = remember({
    learn: () => {
      times++
      return Deferred.await(gate)
    },
    lifetimeOf: () => Duration.seconds(10),
    keysMax: 3
  })
  return { subject, gate, times: () => times }
})

const inBackground = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.forkChild(work, { startImmediately: true })

describe("What is remembered", () => {
  it.effect("is learnt once, until it is too old", () =>
    Effect.gen(function* () {
      const { ask } = counting()
      assert.strictEqual(yield* ask("a"), "a1")
      yield* TestClock.adjust("9999 millis")
      assert.strictEqual(yield* ask("a"), "a1")
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* ask("a"), "a2")
    })
  )

  it.effect("is known without asking, for as long", () =>
    Effect.gen(function* () {
      const { ask, known } = counting()
      assert.isUndefined(known("a", 0))
      yield* ask("a")
      assert.strictEqual(known("a", 9_999), "a1")
      assert.isUndefined(known("a", 10_000))
    })
  )

  it.effect("may hold for no time at all", () =>
    Effect.gen(function* () {
      const { ask, known } = counting({ lifetimeOf: () => Duration.zero })
      assert.deepStrictEqual([yield* ask("a"), yield* ask("a")], ["a1", "a2"])
      assert.isUndefined(known("a", 0))
    })
  )

  it.effect("is forgotten when there is too much, what nobody asked for first", () =>
    Effect.gen(function* () {
      const { ask } = counting()
      const said = yield* Effect.forEach(["a", "b", "c", "a", "d", "a", "b"], (key) => ask(key))
      assert.deepStrictEqual(said, ["a1", "b1", "c1", "a1", "d1", "a1", "b2"])
    })
  )

  it.effect("is learnt once for all who ask meanwhile, and to its end though they leave", () =>
    Effect.gen(function* () {
      const { subject, gate, times } = yield* waiting
      const [first, second] = yield* Effect.all([
        inBackground(subject.ask("a")),
        inBackground(subject.ask("a"))
      ])
      yield* Fiber.interrupt(first)
      const third = yield* inBackground(subject.ask("a"))
      yield* Deferred.succeed(gate, "known")
      assert.deepStrictEqual(
        [yield* Fiber.join(second), yield* Fiber.join(third), times()],
        ["known", "known", 1]
      )
    })
  )

  it.effect("is there for who comes back after all have left", () =>
    Effect.gen(function* () {
      const { subject, gate, times } = yield* waiting
      yield* Effect.flatMap(inBackground(subject.ask("a")), Fiber.interrupt)
      yield* Deferred.succeed(gate, "known")
      assert.deepStrictEqual([yield* subject.ask("a"), times()], ["known", 1])
    })
  )

  it.effect("comes too late for who has a deadline, and in time for the others", () =>
    Effect.gen(function* () {
      const { subject, gate, times } = yield* waiting
      const patience = { deadline: new Deadline(1_000), orElse: () => "late" }
      const [hasty, patient] = yield* Effect.all([
        inBackground(subject.ask("a", patience)),
        inBackground(subject.ask("a"))
      ])
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(hasty), "late")
      yield* Deferred.succeed(gate, "known")
      const after = [yield* Fiber.join(patient), yield* subject.ask("a", patience), times()]
      assert.deepStrictEqual(after, ["known", "known", 1])
    })
  )

  it.effect("reaches a thousand who wait, however their turns fall", () =>
    Effect.gen(function* () {
      const { ask } = counting({
        learn: (key) => Effect.as(Effect.yieldNow, key),
        lifetimeOf: () => Duration.zero
      })
      const said = yield* Effect.forEach(
        Array.from({ length: 1_000 }, (_, n) => String(n % 7)),
        (key) => Effect.andThen(Effect.yieldNow, ask(key)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(said, 1_000)
    })
  )

  it.effect("is not a failure: all who wait hear of it, and the next one tries again", () =>
    Effect.gen(function* () {
      const { subject, gate, times } = yield* waiting
      const waits = yield* inBackground(Effect.exit(subject.ask("a")))
      yield* Deferred.die(gate, "broken")
      const exit = yield* Fiber.join(waits)
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      yield* Effect.exit(subject.ask("a"))
      assert.strictEqual(times(), 2)
    })
  )
})
