/** Many lists of one account at once: they wait for each other, and nobody else waits for them. */
import { ledgerStream } from "@rcpt/service/ledger/ledgerRows"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { lockRows } from "../../support/lockRows.ts"
import { assert, describe, it } from "../../support/vitest.ts"
import { customer, database, emailsTo, nodeLayer, submitted } from "./jobsWorld.ts"

const world = Layer.unwrap(Effect.map(database, nodeLayer))

/** More than a node has connections. */
const uploads = 20

describe("Lists of one account", () => {
  it.live("wait for a locked ledger without connections, which other accounts need", () =>
    Effect.gen(function* () {
      const account = yield* customer(1_000)
      const other = yield* customer(1_000)
      const sql = yield* SqlClient.SqlClient
      const release = yield* lockRows(
        sql`select from es.stream where stream_id = ${ledgerStream(account)} for update`
      )
      const waiting = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: uploads }, () => submitted({ account, emails: emailsTo(10) })),
          { concurrency: "unbounded" }
        )
      )
      // As long as it takes until an upload of the locked account would have given up after 3 s.
      const meanwhile: Array<string> = []
      const until = Date.now() + 4_000
      while (Date.now() < until) {
        const job = yield* submitted({ account: other, emails: emailsTo(1) })
        meanwhile.push(job.id)
      }
      assert.isTrue(waiting.pollUnsafe() === undefined)
      yield* release
      const jobs = yield* Fiber.join(waiting)
      assert.strictEqual(new Set(jobs.map(({ id }) => id)).size, uploads)
      assert.isAtLeast(meanwhile.length, 10)
    }).pipe(Effect.scoped, Effect.provide(world))
  )
})
