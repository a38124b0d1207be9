import { Resolver } from "@rcpt/verifier/dns/Resolver"
import { Effect } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
import { a, withServer } from "./resolverWorld.ts"

describe("A timed question", () => {
  it.effect("reports when an answer came, also for a cached one", () =>
    withServer(
      (_, name) => a(name, "192.0.2.1"),
      () =>
        Effect.gen(function* () {
          const { timed } = yield* Resolver
          const asker = { context: yield* Effect.context() }
          const first = yield* timed.a("x.test", asker)
          yield* TestClock.adjust("10 seconds")
          assert.strictEqual((yield* timed.a("x.test", asker)).at, first.at)
          assert.isAtLeast((yield* timed.a("y.test", asker)).at, first.at + 10_000)
        })
    )
  )

  it.effect(
    "sends a question when it is called, and one answer serves all that asked meanwhile",
    () =>
      withServer(
        (_, name) => a(name, "192.0.2.1"),
        ({ questions }) =>
          Effect.gen(function* () {
            const { timed, queriesSent } = yield* Resolver
            const asker = { context: yield* Effect.context() }
            const answers = ["x.test", "y.test", "X.test."].map((name) => timed.a(name, asker))
            assert.strictEqual(yield* queriesSent, 2)
            const last = yield* answers[2]!
            assert.deepStrictEqual(yield* answers[0]!, last)
            yield* answers[1]!
            assert.sameMembers([...questions], ["A x.test", "A y.test"])
          })
      )
  )
})
