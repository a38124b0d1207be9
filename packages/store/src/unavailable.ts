/** Which SQL errors mean "ask again later", and which mean that we have a bug. */
import { Effect } from "effect"
import { SqlError } from "effect/sql"

import { StoreUnavailable } from "./EventStore.ts"

/**
 * Losing the database is expected and typed; anything else that SQL refuses is a bug, and dies. When
 * the wire breaks within a transaction, its ROLLBACK fails too, and Effect makes a defect of that:
 * it says no more than that the database is lost.
 */
export const unavailable = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError.SqlError, R>
): Effect.Effect<A, Exclude<E, SqlError.SqlError> | StoreUnavailable, R> =>
  effect.pipe(
    Effect.catchDefect((defect) =>
      SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)
    ),
    Effect.catch((error): Effect.Effect<never, Exclude<E, SqlError.SqlError> | StoreUnavailable> =>
      !SqlError.isSqlError(error)
        ? Effect.fail(error as Exclude<E, SqlError.SqlError>)
        : isPassing(error.reason)
          ? Effect.fail(new StoreUnavailable({ cause: error }))
          : Effect.die(error)
    )
  )

/** What goes away by itself: the server is down, restarting, full, or a lock is held too long. */
const isPassing = (reason: SqlError.SqlErrorReason): boolean => {
  if (passingTags.has(reason._tag)) return true
  const code = (reason.cause as { readonly code?: unknown } | undefined)?.code
  return typeof code === "string" && passingStates.test(code)
}

const passingTags: ReadonlySet<string> = new Set([
  "ConnectionError",
  "DeadlockError",
  "LockTimeoutError",
  "StatementTimeoutError",
  "SerializationError"
])

/**
 * PostgreSQL appendix A: 57P.. shutdown, crash and start-up; 53… out of disk, memory or connections;
 * 58… the system under it failed; 25P03 and 25P04 a transaction that was idle or open too long.
 */
const passingStates = /^(57P|53|58|25P0[34])/
