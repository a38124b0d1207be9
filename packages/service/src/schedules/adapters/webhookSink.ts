/** A sink that tells the account's webhook endpoints what changed, as messages with some contacts each. */
import type { SinkSettings } from "@rcpt/api/scheduleKinds"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { databaseNow } from "../../platform/databaseClock.ts"
import { announce } from "../../webhooks/messageRows.ts"
import { SinkFailed } from "./Adapter.ts"
import type { SinkAdapter } from "./Adapter.ts"

/** Some 20 kB, well below what receivers take. */
const changesPerMessage = 100

const noEndpoint = new SinkFailed({
  code: "bad_settings",
  sentence: "No webhook endpoint of the account gets list.changed: add the event to one.",
  mayHelp: false
})

const countEndpoints = (sql: SqlClient.SqlClient, account: string) =>
  sql<{ readonly count: number }>`
    select count(*)::int as count from webhook
    where account_id = ${account} and disabled_at is null and 'list.changed' = any (events)`.pipe(
    Effect.map(([row]) => row!.count),
    Effect.orDie
  )

export const webhookSink: Effect.Effect<
  SinkAdapter<SinkSettings["webhook"]>,
  never,
  SqlClient.SqlClient | WriteSql
> = Effect.gen(function* () {
  const read = yield* SqlClient.SqlClient
  const write = yield* WriteSql
  return {
    open: ({ account }) => ({
      write: ({ schedule, name, run }, changes) =>
        Effect.gen(function* () {
          const at = new Date(yield* databaseNow)
          for (const some of Array.chunksOf(changes, changesPerMessage))
            yield* announce({
              account,
              type: "list.changed",
              at,
              data: { schedule_id: schedule, name, run_id: run, changes: some }
            })
        }).pipe(
          Effect.provideService(SqlClient.SqlClient, write),
          write.withTransaction,
          Effect.orDie
        ),
      tryOut: Effect.gen(function* () {
        const count = yield* countEndpoints(read, account)
        if (count === 0) return yield* noEndpoint
        return [`${count} webhook ${count === 1 ? "endpoint gets" : "endpoints get"} list.changed.`]
      })
    })
  }
})
