import { formatFor } from "@rcpt/service/platform/log"
import { Cause, Effect, Logger, References, Tracer } from "effect"

import { assert, describe, it } from "../../support/vitest.ts"

/** What a program logs in this format. */
const logged = (isTerminal: boolean, program: Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const logger = Logger.make<unknown, void>(
      (options) => void lines.push(formatFor(isTerminal).log(options))
    )
    yield* Effect.provide(program, Logger.layer([logger]))
    return lines
  })

const failing = Effect.logWarning("It failed", Cause.die(new Error("the reason"))).pipe(
  Effect.annotateLogs({ requestId: "r-1", count: 2 })
)

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
const traced = Effect.withParentSpan(
  Effect.logInfo("In a stage"),
  Tracer.externalSpan({ traceId, spanId: "00f067aa0ba902b7" })
)

describe("A log line", () => {
  it.effect("is an object for programs", function* () {
    const [line = ""] = yield* logged(false, failing)
    assert.notInclude(line, "\n")
    const { message, level, timestamp, annotations, cause } = JSON.parse(line) as Record<
      string,
      unknown
    >
    assert.deepStrictEqual(
      { message, level, timestamp, annotations },
      {
        message: "It failed",
        level: "WARN",
        timestamp: "1970-01-01T00:00:00.000Z",
        annotations: { requestId: "r-1", count: 2 }
      }
    )
    assert.include(String(cause), "the reason")
  })

  it.effect("is a sentence for people, with what it is about, and the cause below", function* () {
    const [text = ""] = yield* logged(true, failing)
    const [line, cause] = text.split("\n")
    assert.strictEqual(line, "00:00:00.000 WARN  It failed  requestId=r-1  count=2")
    assert.include(cause, "the reason")
  })

  it.effect("names the trace that it belongs to", function* () {
    const [json = ""] = yield* logged(false, traced)
    assert.deepStrictEqual((JSON.parse(json) as { annotations: unknown }).annotations, {
      traceId
    })
    const [text] = yield* logged(true, traced)
    assert.strictEqual(text, `00:00:00.000 INFO  In a stage  traceId=${traceId}`)
  })

  it.effect("has no trace where there is none, nor in a stage that nobody traces", function* () {
    const alone = Effect.logInfo("Alone")
    for (const program of [alone, Effect.withSpan(alone, "stage")]) {
      const quiet = Effect.provideService(program, References.TracerEnabled, false)
      const [json = ""] = yield* logged(false, quiet)
      assert.deepStrictEqual((JSON.parse(json) as { annotations: unknown }).annotations, {})
    }
  })
})
