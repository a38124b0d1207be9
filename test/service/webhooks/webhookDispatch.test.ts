/** When the dispatcher of a node looks for deliveries, on a clock of the test's. */
import { assert, describe, it } from "@effect/vitest"
import { run } from "@rcpt/service/webhooks/dispatch"
import * as Webhooks from "@rcpt/service/webhooks/Webhooks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"

import { told, until, world } from "./webhookWorld.ts"

/** Lets time pass in tenths of a second, each long enough for a statement. */
const passSlowly = (millis: number) =>
  Effect.forEach(
    Array.from({ length: millis / 100 }),
    () =>
      Effect.andThen(
        Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 100))),
        TestClock.adjust("100 millis")
      ),
    { discard: true }
  )

describe("A dispatcher that nothing waits for", () => {
  it.effect("sends at once what a request puts in", () =>
    world(
      Effect.gen(function* () {
        const { test } = yield* Webhooks.Webhooks
        const { account, to } = yield* told
        yield* Effect.forkScoped(run)
        // It has looked, and looks again in a second.
        yield* passSlowly(600)
        yield* test(account)
        yield* passSlowly(500)
        yield* until(() => to.heard.length > 0)
        assert.strictEqual(to.heard.length, 1)
      }).pipe(Effect.scoped)
    )
  )
})
