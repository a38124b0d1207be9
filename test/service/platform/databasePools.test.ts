import { PgClient } from "@effect/sql-pg"
import * as Database from "@rcpt/service/platform/Database"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

import { freshDatabase } from "../../support/freshDatabase.ts"
import { assert, describe, it } from "../../support/vitest.ts"

/** As many as readers have connections, and more. */
const listenersMax = 8

describe("A reader of the database", () => {
  it.live("never waits for those who listen, and they never leave", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase()
      const layer = Layer.fresh(Database.layer(Redacted.make(url)))
      yield* Effect.gen(function* () {
        const { listen } = yield* PgClient.PgClient
        const sql = yield* SqlClient.SqlClient
        for (let n = 0; n < listenersMax; n++) yield* Effect.forkScoped(listen(`channel_${n}`))
        yield* Effect.sleep("300 millis")
        const read = sql<{ readonly one: number }>`select 1 as one`
        const rows = yield* Effect.timeoutOption(read, "10 seconds")
        assert.deepStrictEqual(rows._tag === "Some" ? rows.value : "nothing", [{ one: 1 }])
      }).pipe(Effect.scoped, Effect.provide(layer))
    }).pipe(Effect.scoped)
  )
})
