import { Effect } from "effect"

import * as service from "../../support/service.ts"
import type { Running } from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { accountOf, addresses, batch } from "./batches.ts"

const withCredits = <A, E>(credits: number, test: (running: Running) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(service.start({ lab: true, credits }), test))

describe("A batch when credits are short", () => {
  it.live("of 100 with 37 credits has 37 results, and leaves none", () =>
    withCredits(37, (running) =>
      Effect.gen(function* () {
        const emails = addresses(100)
        const { results, ...rest } = yield* batch(running, emails)
        assert.deepStrictEqual(rest, { count: 37, credits_used: 37, mode: "fast", truncated: true })
        assert.deepStrictEqual(
          results.map(({ email }) => email),
          emails.slice(0, 37)
        )
        assert.deepStrictEqual(yield* accountOf(running), { credits: 0, checks: 37 })
        const none = yield* batch(running, emails)
        assert.deepStrictEqual(none, { ...rest, results: [], count: 0, credits_used: 0 })
      })
    )
  )

  it.live("goes on with what costs nothing, until there is something to pay", () =>
    withCredits(1, (running) =>
      Effect.gen(function* () {
        const unknown = ["a@refused.test", "b@refused.test", "c@refused.test"]
        const blank = "  "
        const emails = [
          ...unknown,
          blank,
          "d@acme.test",
          unknown[0]!,
          blank,
          "e@acme.test",
          "f@x.test"
        ]
        const { results, truncated, credits_used } = yield* batch(running, emails)
        assert.deepStrictEqual([results.length, truncated, credits_used], [7, true, 1])
        assert.deepStrictEqual(yield* accountOf(running), { credits: 0, checks: 4 })
      })
    )
  )

  it.live("starts a deep check when 5 credits are there, also those that another gave back", () =>
    withCredits(14, (running) =>
      Effect.gen(function* () {
        // 14 hold two at first; three of 1 credit later there are 11, then 5 and 5, and 1 is left.
        const emails = [
          "no address",
          "nor this",
          "nor that",
          "ann@acme.test",
          "bob@acme.test",
          "x@y.test"
        ]
        const { results, truncated, credits_used } = yield* batch(running, emails, "deep")
        assert.deepStrictEqual(
          results.map(({ result }) => result?.credits_used),
          [1, 1, 1, 5, 5]
        )
        assert.deepStrictEqual([truncated, credits_used], [true, 13])
        assert.strictEqual((yield* accountOf(running)).credits, 1)
      })
    )
  )

  it.live("takes no more than 500 credits, with twenty of them at once on two nodes", () =>
    Effect.gen(function* () {
      const one = yield* service.start({
        lab: true,
        isNode: true,
        credits: 500,
        env: { RCPT_RATE_LIMIT: "off" }
      })
      const two = yield* service.start({
        lab: true,
        isNode: true,
        databaseUrl: one.databaseUrl!,
        apiKey: one.apiKey,
        env: { RCPT_RATE_LIMIT: "off" }
      })
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : two)),
        (running) => batch(running, addresses(100)),
        { concurrency: "unbounded" }
      )
      const used = answers.reduce((sum, { credits_used }) => sum + credits_used, 0)
      const counted = answers.reduce((sum, { count }) => sum + count, 0)
      assert.deepStrictEqual([used, counted], [500, 500])
      assert.isTrue(answers.every(({ count, truncated }) => truncated === count < 100))
      assert.deepStrictEqual(yield* accountOf(one), { credits: 0, checks: 500 })
    }).pipe(Effect.scoped)
  )
})
