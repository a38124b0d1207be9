import { Worker } from "node:worker_threads"

import { assert, describe, it } from "@effect/vitest"
import { readTimeout } from "@rcpt/service/platform/readTimeout"
import { Cause, Effect, Exit } from "effect"

/** Answers each message after so many milliseconds, on a thread of its own. */
const answering = Effect.acquireRelease(
  Effect.sync(
    () =>
      new Worker(
        `const { parentPort } = require("node:worker_threads")
         parentPort.on("message", (millis) => setTimeout(() => parentPort.postMessage("yes"), millis))`,
        { eval: true }
      )
  ),
  (worker) => Effect.promise(() => worker.terminate())
)

/** The answer passes through some fibers, as that of a database does. */
const ask = (worker: Worker, millis: number) =>
  Effect.callback<string>((resume) => {
    worker.once("message", (answer: string) => resume(Effect.succeed(answer)))
    worker.postMessage(millis)
  }).pipe(Effect.tap(() => Effect.repeat(Effect.yieldNow, { times: 3 })))

/** As when another process has the processor. */
const block = (millis: number) =>
  Effect.sync(() => {
    const end = performance.now() + millis
    while (performance.now() < end);
  })

const timeout = Exit.die(new Cause.TimeoutError())

describe("A read with a timeout", () => {
  for (const wait of [200, 600])
    it.live(`of ${wait} ms takes an answer that came in time, however late it is seen`, () =>
      Effect.gen(function* () {
        const worker = yield* answering
        yield* ask(worker, 0)
        yield* Effect.forkChild(Effect.delay(block(2 * wait), "10 millis"))
        const answer = yield* readTimeout(wait)(ask(worker, 100))
        assert.strictEqual(answer, "yes")
      }).pipe(Effect.scoped)
    )

  it.live("ends when the answer does not come in time", () =>
    Effect.gen(function* () {
      const worker = yield* answering
      const late = yield* Effect.exit(readTimeout(600)(ask(worker, 3_000)))
      assert.deepStrictEqual(late, timeout)
    }).pipe(Effect.scoped)
  )
})
