/** When the dispatcher of a node looks for deliveries, on a clock of the test's. */
import { WriteSql } from "@rcpt/service/platform/Database"
import { run } from "@rcpt/service/webhooks/dispatch"
import * as Webhooks from "@rcpt/service/webhooks/Webhooks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"

import { assert, describe, it } from "../../support/vitest.ts"
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

describe("A dispatcher", () => {
  it.effect("that nothing waits for sends at once what a request puts in", () =>
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

  it.effect("sends at once what a node had taken that has ended", () =>
    world(
      Effect.gen(function* () {
        const { test } = yield* Webhooks.Webhooks
        const sql = yield* WriteSql
        const { account, to } = yield* told
        yield* test(account)
        yield* sql`
          insert into node_lease (holder, held_until, is_ended) values ('gone', now(), true)`
        yield* sql`
          update webhook_delivery set lease = gen_random_uuid(), leased_by = 'gone',
            due_at = now() + interval '1 minute'`
        yield* Effect.forkScoped(run)
        yield* passSlowly(500)
        yield* until(() => to.heard.length > 0)
        assert.strictEqual(to.heard.length, 1)
      }).pipe(Effect.scoped)
    )
  )
})
