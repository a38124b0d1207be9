import { assert, describe, it } from "@effect/vitest"
import { byDeadline, Deadline } from "@rcpt/verifier/byDeadline"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

const late = () => "late"

const inBackground = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.forkChild(work, { startImmediately: true })

describe("By a deadline", () => {
  it.effect("what is done in time counts", () =>
    Effect.gen(function* () {
      const deadline = new Deadline(1_000)
      assert.strictEqual(yield* byDeadline(Effect.succeed("done"), deadline, late), "done")
      const slow = yield* inBackground(
        byDeadline(Effect.as(Effect.sleep("999 millis"), "done"), deadline, late)
      )
      yield* TestClock.adjust("999 millis")
      assert.strictEqual(yield* Fiber.join(slow), "done")
    })
  )

  it.effect("what is not is given up, and stopped", () =>
    Effect.gen(function* () {
      let isStopped = false
      const never = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          isStopped = true
        })
      )
      const waits = yield* inBackground(byDeadline(never, new Deadline(1_000), late))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(waits), "late")
      assert.isTrue(isStopped)
    })
  )

  it.effect("all who wait are told, whoever came first and whoever has left", () =>
    Effect.gen(function* () {
      const deadline = new Deadline(1_000)
      const wait = inBackground(byDeadline(Effect.never, deadline, late))
      const first = yield* wait
      const second = yield* wait
      yield* TestClock.adjust("500 millis")
      yield* Fiber.interrupt(first)
      const third = yield* wait
      yield* Fiber.interrupt(second)
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(yield* Fiber.join(third), "late")
    })
  )

  it.effect(
    "who comes when nobody waits any more is told too, and who comes too late at once",
    () =>
      Effect.gen(function* () {
        const deadline = new Deadline(1_000)
        const wait = inBackground(byDeadline(Effect.never, deadline, late))
        yield* Effect.flatMap(wait, Fiber.interrupt)
        const second = yield* wait
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* Fiber.join(second), "late")
        const third = yield* wait
        yield* TestClock.adjust("0 millis")
        assert.strictEqual(yield* Fiber.join(third), "late")
      })
  )

  it.effect("what breaks is told as it is", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<never, string>()
      const waits = yield* inBackground(
        Effect.flip(byDeadline(Deferred.await(gate), new Deadline(1_000), late))
      )
      yield* Deferred.fail(gate, "broken")
      assert.strictEqual(yield* Fiber.join(waits), "broken")
    })
  )
})
