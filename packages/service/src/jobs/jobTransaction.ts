/**
 * One step of a job as one transaction, tried again while the database is away for a moment. Every
 * step may be: whatever it decided before, it decides nothing the second time.
 */
import { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { WriteSql } from "../Database.ts"

/** A request that ends a job is answered in 5 s. Whoever works in the background comes back anyway. */
const patience = Duration.seconds(3)

const retries = Schedule.min([
  Schedule.exponential("20 millis"),
  Schedule.spaced("500 millis")
]).pipe(Schedule.upTo({ duration: patience }))

export type JobTransaction = <A, E>(
  step: Effect.Effect<A, E | StoreUnavailable | SqlError.SqlError, EventStore | SqlClient.SqlClient>
) => Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreUnavailable>

export const makeJobTransaction: Effect.Effect<JobTransaction, never, EventStore | WriteSql> =
  Effect.gen(function* () {
    const store = yield* EventStore
    const write = yield* WriteSql
    return (step) =>
      step.pipe(
        Effect.provideService(EventStore, store),
        Effect.provideService(SqlClient.SqlClient, write),
        write.withTransaction,
        unavailable,
        Effect.retry({
          while: (error) => error instanceof StoreUnavailable,
          schedule: retries
        })
      )
  })
