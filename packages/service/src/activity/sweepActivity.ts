/** Deletes rows of activity that are past their days, account by account: their keys begin with it. */
import { Effect } from "effect"

import { WriteSql } from "../platform/Database.ts"
import { firstIdAt } from "./uuidTime.ts"

/** Rows per statement, which may take 2 s. */
const sweepBatch = 1_000

const activityTables = ["activity", "activity_answers", "activity_hour"] as const

/** `before`: epoch milliseconds. Without an account: of all. Answers how many rows it deleted. */
export const deleteActivity = Effect.fnUntraced(function* (before: number, account?: string) {
  const sql = yield* WriteSql
  const accounts = account === undefined ? sql`true` : sql`a.account_id = ${account}`
  const ofId = sql`r.id < ${firstIdAt(before)} order by r.id`
  const ofHour = sql`r.hour < to_timestamp(${before / 1_000}::float8) order by r.hour`
  let deleted = 0
  for (const table of activityTables)
    for (let more = true; more;) {
      const rows = yield* sql`
        delete from ${sql(table)} where ctid = any (array(
          select old.ctid from account a, lateral (
            select r.ctid from ${sql(table)} r
            where r.account_id = a.account_id and ${table === "activity_hour" ? ofHour : ofId}
            limit ${sweepBatch} for update skip locked) old
          where ${accounts} limit ${sweepBatch}))
        returning 1`
      deleted += rows.length
      more = rows.length === sweepBatch
    }
  return deleted
}, Effect.orDie)

/** A time later than any id, and than any hour. */
const everything = 2 ** 48 - 1

export const deleteAllActivity = (account: string) => deleteActivity(everything, account)
