/** Forgets requests with an Idempotency-Key, and their replies, a day after they were answered. */
import { Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../Database.ts"
import { sweep } from "./claims.ts"

/** Whoever comes back in between finds his key free all the same: old rows are not believed. */
const sweepEvery = Duration.minutes(1)

/** For ever, and until nothing is left each time. */
export const run = WriteSql.use((write) =>
  Effect.repeat(sweep, { until: (forgotten) => forgotten === 0 }).pipe(
    Effect.catchCause((cause) => Effect.logWarning("Old keys could not be forgotten", cause)),
    Effect.repeat(Schedule.spaced(sweepEvery)),
    Effect.provideService(SqlClient.SqlClient, write)
  )
)
