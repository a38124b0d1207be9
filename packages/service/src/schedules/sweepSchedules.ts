/** Deletes changes that are older than jobs are kept, and what removed schedules have left, a little at a time. */
import { Duration, Effect, Schedule } from "effect"
import type { SqlClient, Statement } from "effect/sql"

import { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"

const sweepEvery = Duration.minutes(1)

/** Rows of a statement, which may take 2 s. */
const sweptMax = 5_000

const someOf = (sql: SqlClient.SqlClient, table: string, where: Statement.Statement<object>) =>
  Effect.repeat(
    sql`
      delete from ${sql(table)} where ctid = any (array(
        select ctid from ${sql(table)} where ${where} limit ${sweptMax} for update skip locked))
      returning 1`.pipe(Effect.map((rows) => rows.length)),
    { until: (count) => count < sweptMax }
  )

/** Deletes what schedules have left that were removed or ended with their account. */
export const sweepRemoved = Effect.gen(function* () {
  const sql = yield* WriteSql
  const removed = yield* sql<{ readonly id: string }>`
    select schedule_id as id from schedule where removed_at is not null order by removed_at limit 100`
  for (const { id } of removed) {
    for (const table of ["schedule_contact", "schedule_change"])
      yield* someOf(sql, table, sql`schedule_id = ${id}`)
    yield* sql`delete from schedule where schedule_id = ${id}`
  }
}).pipe(Effect.orDie)

/** One round. */
const sweepSchedules = Effect.gen(function* () {
  const sql = yield* WriteSql
  const { retentionDays } = yield* Config
  yield* someOf(
    sql,
    "schedule_change",
    sql`created_at <= now() - make_interval(days => ${retentionDays}::int)`
  )
  yield* sweepRemoved
}).pipe(Effect.orDie)

/** Runs for ever. */
export const run = sweepSchedules.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Schedules could not be swept", cause)),
  Effect.repeat(Schedule.spaced(sweepEvery))
)
