/** Deletes changes that are older than jobs are kept, and what removed schedules have left, a little at a time. */
import { Effect } from "effect"

import { Config } from "../platform/Config.ts"
import { WriteSql } from "../platform/Database.ts"
import { deleteRows } from "../platform/deleteRows.ts"

/** Rows of a statement, which may take 2 s. */
const sweptMax = 5_000

/** Deletes what schedules have left that were removed or ended with their account. */
export const sweepRemoved = Effect.gen(function* () {
  const sql = yield* WriteSql
  const removed = yield* sql<{ readonly id: string }>`
    select schedule_id as id from schedule where removed_at is not null order by removed_at limit 100`
  for (const { id } of removed) {
    for (const table of ["schedule_contact", "schedule_change"])
      yield* deleteRows(sql, { table, where: sql`schedule_id = ${id}`, atOnce: sweptMax })
    yield* sql`delete from schedule where schedule_id = ${id}`
  }
}).pipe(Effect.orDie)

/** One round. */
export const sweepSchedules = Effect.gen(function* () {
  const sql = yield* WriteSql
  const { retentionDays } = yield* Config
  yield* deleteRows(sql, {
    table: "schedule_change",
    where: sql`created_at <= now() - make_interval(days => ${retentionDays}::int)`,
    atOnce: sweptMax
  })
  yield* sweepRemoved
}).pipe(Effect.orDie)
