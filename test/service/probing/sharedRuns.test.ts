import { makeSharedRuns } from "@rcpt/service/probing/SharedRuns"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"

/** A run that ends with `answer`, and what has happened to all of them. */
const makeRun = Effect.gen(function* () {
  const answer = yield* Deferred.make<string>()
  const seen = { begun: 0, interrupted: 0 }
  const run = Effect.suspend(() => {
    seen.begun += 1
    return Deferred.await(answer)
  }).pipe(
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        seen.interrupted += 1
      })
    )
  )
  return { answer, seen, run }
})

const forked = Effect.forkChild({ startImmediately: true })

describe("Runs that callers share", () => {
  it.effect("begin once, and answer all who came meanwhile", function* () {
    const { join } = yield* makeSharedRuns<string>()
    const { answer, seen, run } = yield* makeRun
    const callers = yield* Effect.forEach([1, 2, 3], () => forked(join("ann", run)))
    const other = yield* forked(join("ben", Effect.succeed("another")))
    yield* Deferred.succeed(answer, "here")
    for (const caller of callers) assert.strictEqual(yield* Fiber.join(caller), "here")
    assert.strictEqual(yield* Fiber.join(other), "another")
    assert.deepStrictEqual(seen, { begun: 1, interrupted: 0 })
  })

  it.effect("begin anew for who comes after the end", function* () {
    const { join } = yield* makeSharedRuns<string>()
    const { answer, seen, run } = yield* makeRun
    yield* Deferred.succeed(answer, "here")
    yield* join("ann", run)
    yield* join("ann", run)
    assert.strictEqual(seen.begun, 2)
  })

  it.effect("go on when their first caller leaves, and end when the last has left", function* () {
    const { join } = yield* makeSharedRuns<string>()
    const { answer, seen, run } = yield* makeRun
    const first = yield* forked(join("ann", run))
    const second = yield* forked(join("ann", run))
    yield* Fiber.interrupt(first)
    assert.deepStrictEqual(seen, { begun: 1, interrupted: 0 })
    yield* Fiber.interrupt(second)
    assert.deepStrictEqual(seen, { begun: 1, interrupted: 1 })

    const third = yield* forked(join("ann", run))
    yield* Deferred.succeed(answer, "here")
    assert.strictEqual(yield* Fiber.join(third), "here")
    assert.deepStrictEqual(seen, { begun: 2, interrupted: 1 })
  })

  it.effect("tell all callers of a defect", function* () {
    const { join } = yield* makeSharedRuns<string>()
    const broken = Effect.andThen(Effect.yieldNow, Effect.die("broken"))
    const callers = yield* Effect.forEach([1, 2], () => forked(join("ann", broken)))
    for (const caller of callers)
      assert.deepStrictEqual(yield* Fiber.await(caller), Exit.die("broken"))
  })

  it.effect("end with their scope, and none begins after it", function* () {
    const scope = yield* Scope.make()
    const { join } = yield* Scope.provide(makeSharedRuns<string>(), scope)
    const { seen, run } = yield* makeRun
    const caller = yield* forked(join("ann", run))
    yield* Scope.close(scope, Exit.void)
    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(caller)))
    assert.isTrue(Exit.hasInterrupts(yield* Effect.exit(join("ann", run))))
    assert.deepStrictEqual(seen, { begun: 1, interrupted: 1 })
  })
})
