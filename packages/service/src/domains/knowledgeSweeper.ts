/**
 * Deletes what is known of domains once it is not believed any more. Nobody reads it then, so it only
 * takes space; every node does it, and two at once take different rows.
 */
import { Clock, Duration, Effect, Schedule } from "effect"

import { WriteSql } from "../Database.ts"

/** Lessons live for a day or longer: a table that is an hour late is hardly larger for it. */
const sweepEvery = Duration.hours(1)

/** Rows of one statement, which may take 2 s. */
const sweptAtOnce = 1_000

/** One round: answers how many it deleted. */
export const sweep = Effect.gen(function* () {
  const sql = yield* WriteSql
  const now = yield* Clock.currentTimeMillis
  for (let swept = 0; ;) {
    const rows = yield* sql`
      with expired as (select domain, topic from domain_knowledge
        where expires_at <= to_timestamp(${now / 1_000}::float8)
        order by expires_at limit ${sweptAtOnce} for update skip locked)
      delete from domain_knowledge using expired
      where domain_knowledge.domain = expired.domain and domain_knowledge.topic = expired.topic
      returning 1`
    swept += rows.length
    if (rows.length < sweptAtOnce) return swept
  }
})

/** For ever. A round that fails is told and tried again: nothing is lost by waiting. */
export const run = sweep.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Old knowledge could not be swept", cause)),
  Effect.repeat(Schedule.spaced(sweepEvery))
)
