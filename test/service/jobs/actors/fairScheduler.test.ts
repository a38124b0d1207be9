import { FairScheduler } from "@rcpt/service/jobs/actors/BulkThrottle"
import { Deferred, Effect, Fiber } from "effect"

import { assert, describe, it } from "../../../support/vitest.ts"

const oneAtOnce = { atOnce: 1, perAccount: 1, rowsPerTick: 1 }

/** Some turns of the event loop, in which the scheduler starts every task that may start. */
const someTicks = Effect.callback<void>((resume) => {
  let left = 20
  const tick = () => (left-- > 0 ? setImmediate(tick) : resume(Effect.void))
  tick()
})

/** Tasks that record the order in which they start; all are waiting before the first one starts. */
const startOrder = (scheduler: FairScheduler, accounts: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const started: Array<string> = []
    const tasks = accounts.map((account) =>
      scheduler.run(account)(Effect.sync(() => void started.push(account)))
    )
    yield* Effect.all(tasks, { concurrency: "unbounded" })
    return started.join("")
  })

describe("A fair scheduler", () => {
  it.live("starts tasks in turn by account, and in order within each account", function* () {
    const scheduler = new FairScheduler(() => oneAtOnce)
    const accounts = ["a", "a", "a", "a", "a", "b", "b", "c"]
    assert.strictEqual(yield* startOrder(scheduler, accounts), "abcabaaa")
  })

  it.live("limits the running tasks, in total and per account", function* () {
    const scheduler = new FairScheduler(() => ({ atOnce: 3, perAccount: 2, rowsPerTick: 100 }))
    const finish = yield* Deferred.make<void>()
    const started: Array<string> = []
    const task = (account: string) =>
      scheduler.run(account)(
        Effect.andThen(
          Effect.sync(() => started.push(account)),
          Deferred.await(finish)
        )
      )
    const tasks = yield* Effect.forkChild(
      Effect.forEach(["a", "a", "a", "a", "b", "b"], task, { concurrency: "unbounded" })
    )
    yield* someTicks
    assert.strictEqual(started.join(""), "aba")
    assert.strictEqual(scheduler.running, 3)
    yield* Deferred.succeed(finish, undefined)
    yield* Fiber.join(tasks)
    assert.strictEqual(started.length, 6)
    assert.strictEqual(scheduler.running, 0)
  })

  it.live(
    "gives the place of a task that waits to others, and takes no new one meanwhile",
    function* () {
      const scheduler = new FairScheduler(() => oneAtOnce)
      const answered = yield* Deferred.make<void>()
      const waiting = yield* Effect.forkChild(
        scheduler.run("a")(scheduler.lend("a")(Deferred.await(answered)))
      )
      yield* someTicks
      const other = yield* Effect.forkChild(scheduler.run("b")(Effect.never))
      const third = yield* Effect.forkChild(scheduler.run("c")(Effect.never))
      yield* someTicks
      assert.strictEqual(scheduler.running, 1)
      yield* Deferred.succeed(answered, undefined)
      yield* Fiber.join(waiting)
      assert.strictEqual(scheduler.running, 1)
      yield* Fiber.interrupt(other)
      yield* someTicks
      assert.strictEqual(scheduler.running, 1)
      yield* Fiber.interrupt(third)
      assert.strictEqual(scheduler.running, 0)
    }
  )

  it.live("frees the place of a task that is interrupted, waiting or running", function* () {
    const scheduler = new FairScheduler(() => oneAtOnce)
    const running = yield* Effect.forkChild(scheduler.run("a")(Effect.never))
    const waiting = yield* Effect.forkChild(scheduler.run("a")(Effect.never))
    yield* someTicks
    yield* Fiber.interrupt(waiting)
    assert.strictEqual(scheduler.running, 1)
    yield* Fiber.interrupt(running)
    assert.strictEqual(scheduler.running, 0)
    assert.strictEqual(yield* startOrder(scheduler, ["a", "b"]), "ab")
  })

  it.live("starts at most `rowsPerTick` rows in one turn of the event loop", function* () {
    const scheduler = new FairScheduler(() => ({ atOnce: 100, perAccount: 100, rowsPerTick: 20 }))
    let tick = 0
    let isCounting = true
    const count = () => {
      tick += 1
      if (isCounting) setImmediate(count)
    }
    setImmediate(count)
    const startedIn: Array<number> = []
    const task = scheduler.run("a", 10)(Effect.sync(() => void startedIn.push(tick)))
    yield* Effect.all(
      Array.from({ length: 10 }, () => task),
      { concurrency: "unbounded" }
    )
    isCounting = false
    const most = Math.max(
      ...[...Map.groupBy(startedIn, (at) => at).values()].map((tasks) => tasks.length)
    )
    assert.strictEqual(most, 2)
  })
})
