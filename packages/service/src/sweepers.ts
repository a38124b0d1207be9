/**
 * Everything that deletes or ends what is over, and how often. The first process of every node does so: two nodes take
 * different rows, or what the second does changes nothing. A round that fails is logged and repeated after the usual
 * wait, since these rows are not read any more.
 */
import { Clock, Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { deleteActivity } from "./activity/sweepActivity.ts"
import { eraseLeft } from "./erasure/eraseClosed.ts"
import * as jobSweeper from "./jobs/jobSweeper.ts"
import * as holdSweeper from "./ledger/holdSweeper.ts"
import * as claims from "./ledger/idempotency/claims.ts"
import { expiringTables, sweepExpired } from "./operations/retention/sweepExpired.ts"
import { Config } from "./platform/Config.ts"
import { WriteSql } from "./platform/Database.ts"
import { sweepSchedules } from "./schedules/sweepSchedules.ts"
import * as ledgerView from "./views/ledger/ledgerView.ts"
import * as dispatch from "./webhooks/dispatch.ts"

const logged = <E, R>(round: Effect.Effect<unknown, E, R>, trouble: string) =>
  Effect.catchCause(round, (cause) => Effect.logWarning(trouble, cause))

const sweeping = <E, R>(
  every: Duration.Input,
  round: Effect.Effect<unknown, E, R>,
  trouble: string
) => Effect.repeat(logged(round, trouble), Schedule.spaced(every))

/** A round takes a few; the next ones take the rest at once. */
const untilNone = <E, R>(few: Effect.Effect<number, E, R>) =>
  Effect.repeat(few, { until: (count) => count === 0 })

const retention = Effect.map(Config, ({ retentionDays }) => Duration.days(retentionDays))

/** With activity off, what is left of it goes in the first round. */
const oldActivity = Effect.gen(function* () {
  const { activityDays } = yield* Config
  const now = yield* Clock.currentTimeMillis
  yield* deleteActivity(now - Duration.toMillis(Duration.days(activityDays)))
})

const oldKeys = WriteSql.use((sql) =>
  Effect.provideService(untilNone(claims.sweep), SqlClient.SqlClient, sql)
)

const oldJobs = Effect.flatMap(retention, (kept) => untilNone(jobSweeper.removeOld(kept)))

const expired = Effect.forEach(
  expiringTables,
  (expiring) =>
    logged(sweepExpired(expiring), `Expired rows of ${expiring.table} could not be deleted`),
  { discard: true }
)

export const sweepers = [
  // A hold is refunded at most this long after it expired.
  sweeping("15 seconds", holdSweeper.sweep, "Expired holds could not be refunded"),
  sweeping("15 seconds", oldJobs, "Old jobs could not be removed"),
  sweeping("15 seconds", untilNone(jobSweeper.discardDueRows), "Rows of jobs could not be erased"),
  sweeping("1 minute", oldKeys, "Old idempotency keys could not be deleted"),
  sweeping("1 minute", ledgerView.sweep, "Old ledger views are not swept"),
  sweeping(
    "1 minute",
    Effect.flatMap(retention, dispatch.removeOld),
    "Old deliveries could not be removed"
  ),
  sweeping("1 minute", sweepSchedules, "Schedules could not be swept"),
  sweeping("1 minute", eraseLeft, "What closed accounts have left could not be erased"),
  sweeping("1 hour", oldActivity, "Old activity could not be deleted"),
  // Rows live for a day or longer, so an hour more makes the tables hardly larger.
  sweeping("1 hour", expired, "Expired rows could not be deleted")
]
