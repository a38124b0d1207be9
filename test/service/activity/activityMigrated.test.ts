/** Rows of activity from the time when each named its request. */
import { randomBytes, randomUUIDv7 } from "node:crypto"

import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { migrate, migrateUpTo } from "@rcpt/service/platform/migrate"
import { secretBox } from "@rcpt/service/platform/SecretBox"
import { listActivity } from "@rcpt/service/views/activity/listActivity"
import { migrate as migrateStore } from "@rcpt/store/migrate"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { emptyDatabase } from "../../support/freshDatabase.ts"

const before = 38

describe("Activity from before checks had the id of their request", () => {
  it.live("is found by request as it was", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase()
      const ids = Array.from({ length: 5 }, () => randomUUIDv7())
      const [account, ofCheck, check, ofBatch, item] = ids.toSorted()
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* migrateStore
        yield* migrateUpTo(before)
        const add = (what: string, id: string, request: string) => sql`
          insert into activity
            (account_id, id, request_id, millis, credits, is_replay, is_loose, what)
          values (${account!}, ${id}, ${request}, 1, 1, false, false, ${what})`
        yield* add("check", check!, ofCheck!)
        yield* add("batch", ofBatch!, ofBatch!)
        yield* add("batch_item", item!, ofBatch!)

        yield* migrate
        const found = (request: string) =>
          listActivity(
            secretBox(randomBytes(32)),
            { accountId: account!, addressKey: randomBytes(32) },
            { limit: 10, request_id: request }
          ).pipe(Effect.map(({ rows }) => rows.map((row) => [row.what, row.id, row.request_id])))
        assert.deepStrictEqual(yield* found(ofCheck!), [["check", check, ofCheck]])
        assert.deepStrictEqual(yield* found(ofBatch!), [
          ["batch_item", item, ofBatch],
          ["batch", ofBatch, ofBatch]
        ])
        // The id of a row is not that of its request.
        assert.deepStrictEqual(yield* found(check!), [])
      }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url) })))
    }).pipe(Effect.scoped)
  )
})
