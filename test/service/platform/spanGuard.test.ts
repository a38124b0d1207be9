import { guardSpans } from "@rcpt/service/platform/otlp"
import { Cause, Effect, Exit, Schema } from "effect"
import type { Tracer } from "effect"

import { recording } from "../../support/recordingTracer.ts"
import { assert, describe, it } from "../../support/vitest.ts"

class Refused extends Schema.TaggedError<Refused>()("Refused", { address: Schema.String }) {
  override get message(): string {
    return `no such mailbox: ${this.address}`
  }
}

/** The only span of a program, as it is exported. */
const spanOf = (name: string, program: Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const { spans, tracer } = recording()
    yield* program.pipe(
      Effect.withSpan(name, {
        attributes: { "entity.id": "acme.test", status: 200, "rpc.method": "Ask" }
      }),
      Effect.withTracer(guardSpans(tracer)),
      Effect.exit
    )
    return spans[0]!
  })

const exitOf = ({ status }: Tracer.NativeSpan) =>
  status._tag === "Ended" ? status.exit : Exit.die("not ended")

describe("A span of Effect", () => {
  it.effect("does not name the actor, which is a domain", function* () {
    const { attributes } = yield* spanOf("MxGuard.Ask", Effect.void)
    assert.deepStrictEqual([...attributes.keys()], ["rpc.method"])
  })
})

describe("A span of ours", () => {
  it.effect("has the attributes of its table and no other", function* () {
    const { attributes } = yield* spanOf("http.request", Effect.void)
    assert.deepStrictEqual([...attributes], [["status", 200]])
  })

  it.effect("that fails says what kind of failure, and nothing of its text", function* () {
    for (const [program, kind] of [
      [Effect.fail(new Refused({ address: "ann@acme.test" })), "Refused"],
      [Effect.die(new TypeError("ann@acme.test is no number")), "TypeError"]
    ] as const) {
      const exit = exitOf(yield* spanOf("verify", program))
      assert.isTrue(Exit.isFailure(exit))
      const text = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
      assert.notInclude(text, "acme")
      const [error] = Exit.isFailure(exit) ? Cause.prettyErrors(exit.cause) : []
      assert.strictEqual(error?.name, kind)
    }
  })

  it.effect("that is interrupted stays so", function* () {
    const exit = exitOf(yield* spanOf("verify", Effect.interrupt))
    assert.isTrue(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause))
  })

  it.effect("that succeeds stays so", function* () {
    assert.isTrue(Exit.isSuccess(exitOf(yield* spanOf("verify", Effect.succeed("x")))))
  })
})
