import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { live } from "../../../support/service.ts"
import { assert, layer } from "../../../support/vitest.ts"
import { layer as world, World } from "../jobsHttpWorld.ts"
import { ask, job } from "./facetsWorld.ts"

layer(world(), live)("A job", (it) => {
  it.effect("has the same first pages before and after it becomes searchable", function* () {
    const { running, node } = yield* World
    const many = Array.from({ length: 3_500 }, (_, n) =>
      n % 3 === 0 ? '""' : n % 100 === 1 ? "same@acme.test" : `user${n}@acme.test`
    )
    const own = yield* job(["email", ...many].join("\n"), many.length)
    const pages = [1, 2, 23, 24, 47, 48].map((page) => `results?page=${page}&page_size=50`)
    const reset = (searchable: boolean) =>
      Effect.provide(
        SqlClient.SqlClient.use(
          (sql) => sql`update job set is_searchable = ${searchable} where job_id = ${own.id}`
        ),
        node
      )
    yield* ask(running, own, "results?status=valid")
    const after = yield* Effect.forEach(pages, (page) => ask(running, own, page))
    const before = yield* Effect.forEach(pages, (page) =>
      Effect.andThen(reset(false), ask(running, own, page))
    )
    assert.deepStrictEqual(
      before.map(({ json }) => json),
      after.map(({ json }) => json)
    )
    assert.strictEqual(Object(after[0]!.json).total_rows, 2_333)
  })
})
