import { PgConnection } from "@effect/sql-pg"
import { Effect, Fiber, Redacted, Schedule } from "effect"

import { emptyDatabase } from "../support/freshDatabase.ts"
import * as service from "../support/service.ts"
import { assert, describe, it } from "../support/vitest.ts"
import { query } from "./world.ts"

/** The lock of `firstStart`: "rcpt", and 1. */
const lock = "select pg_advisory_xact_lock(1919119476, 1)::text"

/** It has got to where it needs the lock: what comes before is there. */
const isWaiting = `
  select from pg_stat_activity where datname = current_database()
    and application_name = 'rcpt write' and query like '%advisory_xact_lock%'`

/** Longer than any other statement of the service may wait or run: 2 s. */
const slowStart = "3 seconds"

describe("A node that is started with others on an empty database", () => {
  it.live("waits for the one that opens the owner's account, also on a slow machine", () =>
    Effect.gen(function* () {
      const databaseUrl = yield* emptyDatabase()
      const slow = yield* PgConnection.make({ url: Redacted.make(databaseUrl) })
      yield* slow.query("begin")
      yield* slow.query(lock)
      const starting = yield* Effect.forkChild(service.start({ databaseUrl, credits: 7 }))
      yield* Effect.repeat(query(databaseUrl, isWaiting), {
        until: (rows) => rows.length > 0,
        schedule: Schedule.spaced("50 millis")
      })
      yield* Effect.sleep(slowStart)
      yield* slow.query("rollback")
      const running = yield* Fiber.join(starting)
      const { json } = yield* running.get("/api/v1/account")
      assert.strictEqual(Object(json).credits, 7)
    }).pipe(Effect.scoped)
  )
})
