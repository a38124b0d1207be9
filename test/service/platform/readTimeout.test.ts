import { spawn } from "node:child_process"

import { readTimeout } from "@rcpt/service/platform/readTimeout"
import { Cause, Effect, Exit } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"

/**
 * Answers after so many milliseconds, from another process. The answer passes through some fibers, as that
 * of a database does.
 */
const ask = (millis: number) =>
  Effect.callback<string>((resume) => {
    const other = spawn("sleep", [String(millis / 1000)])
    other.on("exit", () => resume(Effect.succeed("yes")))
    return Effect.sync(() => other.kill())
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
    it.live(
      `of ${wait} ms takes an answer that came in time, however late it is seen`,
      function* () {
        yield* Effect.forkChild(Effect.delay(block(2 * wait), "10 millis"))
        const answer = yield* readTimeout(wait)(ask(100))
        assert.strictEqual(answer, "yes")
      }
    )

  it.live("ends when the answer does not come in time", function* () {
    const late = yield* Effect.exit(readTimeout(600)(ask(3_000)))
    assert.deepStrictEqual(late, timeout)
  })
})
