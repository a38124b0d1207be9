import { byDeadline, Deadline } from "@rcpt/verifier/cache/Deadline"
import { Clock, Deferred, Effect, Fiber } from "effect"
import type { Duration } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

const late = () => "late"

const inBackground = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.forkChild(work, { startImmediately: true })

describe("Work with a deadline", () => {
  it.effect("returns its result when it ends in time", function* () {
    const deadline = new Deadline(1_000)
    assert.strictEqual(yield* byDeadline(Effect.succeed("done"), deadline, late), "done")
    const slow = yield* inBackground(
      byDeadline(Effect.as(Effect.sleep("999 millis"), "done"), deadline, late)
    )
    yield* TestClock.adjust("999 millis")
    assert.strictEqual(yield* Fiber.join(slow), "done")
  })

  it.effect("is interrupted at the deadline, and the fallback is returned", function* () {
    let isInterrupted = false
    const never = Effect.onInterrupt(Effect.never, () =>
      Effect.sync(() => {
        isInterrupted = true
      })
    )
    const waiting = yield* inBackground(byDeadline(never, new Deadline(1_000), late))
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(waiting), "late")
    assert.isTrue(isInterrupted)
  })

  it.effect("reaches every waiting fiber, although earlier ones were interrupted", function* () {
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

  it.effect(
    "reaches a fiber that starts after all others have left, and at once one that starts too late",
    function* () {
      const deadline = new Deadline(1_000)
      const wait = inBackground(byDeadline(Effect.never, deadline, late))
      yield* Effect.flatMap(wait, Fiber.interrupt)
      const second = yield* wait
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(second), "late")
      const third = yield* wait
      yield* TestClock.adjust("0 millis")
      assert.strictEqual(yield* Fiber.join(third), "late")
    }
  )

  it.effect("leaves no alarm for long after it when all have left", function* () {
    let alarms = 0
    const clock = yield* Clock.Clock
    const counting: Clock.Clock = Object.assign(Object.create(clock), {
      sleep: (duration: Duration.Duration) =>
        Effect.acquireUseRelease(
          Effect.sync(() => (alarms += 1)),
          () => clock.sleep(duration),
          () => Effect.sync(() => (alarms -= 1))
        )
    })
    const wait = inBackground(byDeadline(Effect.never, new Deadline(60_000), late)).pipe(
      Effect.provideService(Clock.Clock, counting)
    )
    const [first, second] = [yield* wait, yield* wait]
    assert.strictEqual(alarms, 1)
    yield* Fiber.interrupt(first)
    assert.strictEqual(alarms, 1)
    yield* Fiber.interrupt(second)
    assert.strictEqual(alarms, 0)
    const third = yield* wait
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* Fiber.join(third), "late")
    assert.strictEqual(alarms, 0)
  })

  it.effect("fails with the error of the work", function* () {
    const gate = yield* Deferred.make<never, string>()
    const waiting = yield* inBackground(
      Effect.flip(byDeadline(Deferred.await(gate), new Deadline(1_000), late))
    )
    yield* Deferred.fail(gate, "broken")
    assert.strictEqual(yield* Fiber.join(waiting), "broken")
  })
})
