/** Which SQL errors mean "retry later", and which are bugs. */
import { Duration, Effect, Schedule } from "effect"
import { SqlError } from "effect/sql"

import { StoreUnavailable, StreamLocked } from "./EventStore.ts"
import { isPartitionMissing } from "./partitions.ts"

/** SQLSTATE 53300, `too_many_connections`: the server has no connection left. */
const isFull = (error: unknown): boolean =>
  SqlError.isSqlError(error) &&
  (error.reason.cause as { readonly code?: unknown } | undefined)?.code === "53300"

/** In all, and between two attempts: below the 3 s that an order waits. */
const fullWaitMax = Duration.millis(1_500)
const fullWait = Duration.millis(20)
const fullWaits = Schedule.spaced(fullWait).pipe(Schedule.upTo({ duration: fullWaitMax }))

/**
 * Repeats what a full server refused a connection. A pool that tries to open one tells its failure to whoever waits longest,
 * also where that is for a moment only, and an open connection would have come back within the next. Nothing was sent, so all
 * may be repeated; `isBegun` says of a transaction that its steps have run.
 */
export const whenConnected = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  isBegun = () => false
): Effect.Effect<A, E, R> => {
  const isRefused = (error: E) => isFull(error) && !isBegun()
  return Effect.catchIf(effect, isRefused, () =>
    Effect.retry(Effect.delay(effect, fullWait), { while: isRefused, schedule: fullWaits })
  )
}

/**
 * Losing the database is expected and a typed error; any other SQL error is a bug and a defect.
 *
 * Defects that only mean that the database is lost become failures again. There are two kinds. When
 * the connection breaks within a transaction, its ROLLBACK fails too, and Effect makes a defect of
 * that. And a step inside a transaction may die of a lost database, because only the transaction as a
 * whole can be tried again.
 */
export const unavailable = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError.SqlError, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreUnavailable, R> =>
  whenConnected(effect).pipe(
    Effect.catchDefect((defect) =>
      SqlError.isSqlError(defect) || defect instanceof StoreUnavailable
        ? Effect.fail(defect)
        : Effect.die(defect)
    ),
    Effect.catch((error): Effect.Effect<never, Exclude<E, SqlError.SqlError> | StoreUnavailable> =>
      !SqlError.isSqlError(error)
        ? Effect.fail(error as Exclude<E, SqlError.SqlError>)
        : isTransient(error)
          ? Effect.fail(new StoreUnavailable({ cause: error }))
          : Effect.die(error)
    )
  )

/**
 * Temporary conditions: the server is down, restarting or full, a lock is held too long, or a partition is
 * still to be made.
 */
const isTransient = (error: SqlError.SqlError): boolean => {
  const { reason } = error
  if (transientTags.has(reason._tag) || isPartitionMissing(error)) return true
  const code = (reason.cause as { readonly code?: unknown } | undefined)?.code
  return typeof code === "string" && transientStates.test(code)
}

/** Whether a defect only means that the database is away or too slow, so that the same request may succeed later. */
export const isUnavailable = (defect: unknown): boolean =>
  defect instanceof StoreUnavailable || (SqlError.isSqlError(defect) && isTransient(defect))

const transientTags: ReadonlySet<string> = new Set([
  "ConnectionError",
  "DeadlockError",
  "LockTimeoutError",
  "StatementTimeoutError",
  "SerializationError"
])

/**
 * PostgreSQL appendix A: 57P.. shutdown, crash and start-up; 53… out of disk, memory or connections;
 * 58… system error; 25P03 and 25P04 a transaction that was idle or open too long.
 */
const transientStates = /^(57P|53|58|25P0[34])/

/** Another writer held a lock for longer than this one would wait. Nothing was written. */
export const isLocked = (error: unknown): boolean =>
  error instanceof StoreUnavailable &&
  (error.cause instanceof StreamLocked ||
    (SqlError.isSqlError(error.cause) && error.cause.reason._tag === "LockTimeoutError"))

/** A statement took longer than it may: the same work in smaller parts may succeed. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof StoreUnavailable &&
  SqlError.isSqlError(error.cause) &&
  error.cause.reason._tag === "StatementTimeoutError"
