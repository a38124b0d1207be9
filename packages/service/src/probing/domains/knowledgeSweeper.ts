/**
 * Deletes expired observations about domains, which are no longer read and only take space. Every node
 * does so; two at once delete different rows.
 */
import { Clock, Duration, Effect, Schedule } from "effect"

import { WriteSql } from "../../platform/Database.ts"

/** Observations live for a day or longer, so an hour more makes the table hardly larger. */
const sweepEvery = Duration.hours(1)

/** Rows per statement, which may take 2 s. */
const sweepBatch = 1_000

/** One round. Returns how many rows it deleted. */
export const sweep = Effect.gen(function* () {
  const sql = yield* WriteSql
  const now = yield* Clock.currentTimeMillis
  for (let swept = 0; ;) {
    const rows = yield* sql`
      with expired as (select domain, topic from domain_knowledge
        where expires_at <= to_timestamp(${now / 1_000}::float8)
        order by expires_at limit ${sweepBatch} for update skip locked)
      delete from domain_knowledge using expired
      where domain_knowledge.domain = expired.domain and domain_knowledge.topic = expired.topic
      returning 1`
    swept += rows.length
    if (rows.length < sweepBatch) return swept
  }
}).pipe(Effect.orDie)

/** Runs forever. A failed round is logged and repeated after the usual wait. */
export const run = sweep.pipe(
  Effect.catchCause((cause) =>
    Effect.logWarning("Expired observations could not be deleted", cause)
  ),
  Effect.repeat(Schedule.spaced(sweepEvery))
)
