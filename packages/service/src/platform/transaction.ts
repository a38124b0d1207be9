/**
 * Runs a step as one transaction and retries it while the database is away for a moment. Every step is
 * idempotent: if its first attempt was committed, the second changes nothing. A step may fail or die
 * because of the lost database. If the database stays away, the transaction dies (`StoreUnavailable`).
 */
import { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { WriteSql } from "./Database.ts"

/** A request that ends a job must be answered within 5 s. Background work is retried later anyway. */
const retryTimeMax = Duration.seconds(3)

const retriesFor = (duration: Duration.Duration) =>
  Schedule.min([Schedule.exponential("20 millis"), Schedule.spaced("500 millis")]).pipe(
    Schedule.upTo({ duration })
  )

type Step<A, E> = Effect.Effect<
  A,
  E | StoreUnavailable | SqlError.SqlError,
  EventStore | SqlClient.SqlClient
>

type WriteTransaction = <A, E>(
  step: Step<A, E>,
  /** How long the step is retried. Default: 3 s. */
  retryTime?: Duration.Duration
) => Effect.Effect<A, Exclude<E, SqlError.SqlError | StoreUnavailable>>

export const makeWriteTransaction: Effect.Effect<WriteTransaction, never, EventStore | WriteSql> =
  Effect.gen(function* () {
    const store = yield* EventStore
    const write = yield* WriteSql
    return <A, E>(step: Step<A, E>, retryTime = retryTimeMax) =>
      step.pipe(
        Effect.provideService(EventStore, store),
        Effect.provideService(SqlClient.SqlClient, write),
        write.withTransaction,
        unavailable,
        Effect.retry({
          while: (error) => error instanceof StoreUnavailable,
          schedule: retriesFor(retryTime)
        }),
        Effect.catch((error) =>
          error instanceof StoreUnavailable
            ? Effect.die(error)
            : Effect.fail(error as Exclude<E, SqlError.SqlError | StoreUnavailable>)
        )
      )
  })
