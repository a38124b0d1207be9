/**
 * Refunds holds that outlived their time: those of requests whose node died. Runs on every node;
 * two that sweep the same hold decide the same, and the second one decides nothing.
 */
import { Clock, Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { Ledger } from "./Ledger.ts"
import * as orders from "./orders.ts"

/** A hold is given back at most this long after it expired. */
const sweepEvery = Duration.seconds(15)

/** One round; the next one takes what is left. */
const sweptMax = 500

interface Expired {
  readonly holdId: string
  readonly account: string
}

/** One round: answers how many holds it found. */
export const sweep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* Ledger
  const now = yield* Clock.currentTimeMillis
  const expired = yield* sql<Expired>`
    select hold_id as "holdId", account_id as "account" from es.hold
    where charged + refunded < credits and expires_at is not null
      and expires_at <= to_timestamp(${now / 1000}::float8)
    order by expires_at limit ${sweptMax}`
  yield* Effect.forEach(
    expired,
    ({ holdId, account }) => ledger.submit(account, orders.expire({ holdId, now })),
    { concurrency: "unbounded", discard: true }
  )
  if (expired.length > 0) yield* Effect.logInfo("Refunded expired holds", expired.length)
  return expired.length
})

/** For ever. A round that fails is told and tried again: nothing is lost by waiting. */
export const run = sweep.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Holds could not be swept", cause)),
  Effect.repeat(Schedule.spaced(sweepEvery))
)
