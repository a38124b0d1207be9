/** The credit limit of a key, over several nodes. */
import { Effect } from "effect"

import { freshDatabase } from "../../support/freshDatabase.ts"
import * as service from "../../support/service.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { list, make } from "./keysWorld.ts"

describe("The credits of a key", () => {
  it.live(
    "are limited for three nodes together, and each request is charged or refused",
    () =>
      Effect.gen(function* () {
        const databaseUrl = yield* freshDatabase()
        const first = yield* service.start({ databaseUrl, lab: true, isNode: true })
        const { apiKey } = first
        const others = yield* Effect.all(
          [1, 2].map(() => service.start({ databaseUrl, lab: true, apiKey, isNode: true })),
          { concurrency: "unbounded" }
        )
        const nodes = [first, ...others]
        const { id, key } = yield* make(first, {
          name: "limited",
          credit_limit: { credits: 20, per: "day" }
        })
        const creditsOf = Effect.map(
          first.get("/api/v1/account"),
          ({ json }) => (json as { readonly credits: number }).credits
        )
        const before = yield* creditsOf
        const answers = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, index) => index),
          (index) =>
            nodes[index % nodes.length]!.get(`/api/v1/verify?email=n${index}@acme.test`, {
              apiKey: key
            }),
          { concurrency: "unbounded" }
        )
        const statuses = answers.map(({ status }) => status)
        assert.strictEqual(statuses.filter((status) => status === 200).length, 20)
        assert.strictEqual(statuses.filter((status) => status === 429).length, 40)
        assert.strictEqual(before - (yield* creditsOf), 20)
        const listed = (yield* list(others[1]!)).find((one) => one.id === id)
        assert.strictEqual(listed?.credits_used, 20)
      }).pipe(Effect.scoped),
    120_000
  )
})
