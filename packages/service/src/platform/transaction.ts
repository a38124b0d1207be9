/**
 * One step of a job as one transaction, tried again while the database is away for a moment. Every
 * step may be: whatever it decided before, it decides nothing the second time. A step may fail or die
 * of the lost database; the transaction dies of it (`StoreUnavailable`) when it stays away.
 */
import { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { WriteSql } from "./Database.ts"

/** A request that ends a job is answered in 5 s. Whoever works in the background comes back anyway. */
const patience = Duration.seconds(3)

const retries = Schedule.min([
  Schedule.exponential("20 millis"),
  Schedule.spaced("500 millis")
]).pipe(Schedule.upTo({ duration: patience }))

type Step<A, E> = Effect.Effect<
  A,
  E | StoreUnavailable | SqlError.SqlError,
  EventStore | SqlClient.SqlClient
>

export type WriteTransaction = <A, E>(
  step: Step<A, E>
) => Effect.Effect<A, Exclude<E, SqlError.SqlError | StoreUnavailable>>

export const makeWriteTransaction: Effect.Effect<WriteTransaction, never, EventStore | WriteSql> =
  Effect.gen(function* () {
    const store = yield* EventStore
    const write = yield* WriteSql
    return <A, E>(step: Step<A, E>) =>
      step.pipe(
        Effect.provideService(EventStore, store),
        Effect.provideService(SqlClient.SqlClient, write),
        write.withTransaction,
        unavailable,
        Effect.retry({
          while: (error) => error instanceof StoreUnavailable,
          schedule: retries
        }),
        Effect.catch((error) =>
          error instanceof StoreUnavailable
            ? Effect.die(error)
            : Effect.fail(error as Exclude<E, SqlError.SqlError | StoreUnavailable>)
        )
      )
  })
