import { notChecked } from "@rcpt/domain/Smtp"
import type { GuardedProbe } from "@rcpt/service/probing/GuardedProbe"
import { GuardsHere, guardIdleMax } from "@rcpt/service/probing/LocalGuards"
import { Clock, Deferred, Duration, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"

/** Any request: a guard of the test does not look at it. */
const request = {} as GuardedProbe

const answer = notChecked("smtp_throttled")

const inBackground = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.forkChild(effect, { startImmediately: true })

const world = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const scope = yield* Scope.make()
  const guards = new GuardsHere()
  const gate = yield* Deferred.make<void>()
  const registered = guards.register(
    "example.org",
    () => Effect.as(Deferred.await(gate), answer),
    () => clock.currentTimeMillisUnsafe()
  )
  const answerMessage = yield* Scope.provide(registered, scope)
  /** As a guard answers whose queue is closed. */
  yield* Scope.provide(
    guards.register(
      "dropping.org",
      () => Effect.as(Deferred.await(gate), notChecked("smtp_unavailable")),
      () => clock.currentTimeMillisUnsafe()
    ),
    scope
  )
  /** A call that takes so long at most. */
  const find = (takes: Duration.Duration, id = "example.org") =>
    guards.find(id, clock.currentTimeMillisUnsafe() + Duration.toMillis(takes))
  return {
    find,
    answerMessage,
    finish: Deferred.succeed(gate, undefined),
    close: Scope.close(scope, Exit.void)
  }
})

const minute = Duration.minutes(1)
const untilDropped = Duration.subtract(guardIdleMax, minute)

describe("A guard of this process", () => {
  it.effect("is called without a message, and no other guard is", function* () {
    const { find, finish } = yield* world
    yield* finish
    assert.deepStrictEqual(yield* find(minute)!(request), answer)
    assert.isUndefined(find(minute, "example.com"))
  })

  it.effect("gets a message when it could be dropped as idle before the call ends", function* () {
    const { find, finish, answerMessage } = yield* world
    yield* finish
    yield* TestClock.adjust(Duration.subtract(untilDropped, Duration.millis(1)))
    assert.isDefined(find(minute))
    yield* TestClock.adjust("1 millis")
    assert.isUndefined(find(minute))
    assert.isDefined(find(Duration.seconds(59)))
    yield* answerMessage(request)
    assert.isDefined(find(minute))
  })

  it.effect("finishes its calls before it ends, and takes no more", function* () {
    const { find, finish, close } = yield* world
    const call = yield* inBackground(find(minute)!(request))
    const closing = yield* inBackground(close)
    yield* TestClock.adjust("1 second")
    assert.isUndefined(closing.pollUnsafe())
    assert.isUndefined(find(minute))
    yield* finish
    assert.deepStrictEqual(yield* Fiber.join(call), answer)
    yield* Fiber.join(closing)
  })

  it.effect("waits 2 s for its calls", function* () {
    const { find, close } = yield* world
    const call = yield* inBackground(find(minute)!(request))
    const closing = yield* inBackground(close)
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join(closing)
    yield* Fiber.interrupt(call)
  })

  it.effect("leaves to the next guard what it drops", function* () {
    const { find, finish, close } = yield* world
    const call = yield* inBackground(find(minute, "dropping.org")!(request))
    const closing = yield* inBackground(close)
    yield* TestClock.adjust("2 seconds")
    yield* Fiber.join(closing)
    yield* finish
    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(call)))
  })

  it.effect("does not wait for a caller that has left", function* () {
    const { find, close } = yield* world
    const call = yield* inBackground(find(minute)!(request))
    yield* Fiber.interrupt(call)
    yield* close
  })
})
