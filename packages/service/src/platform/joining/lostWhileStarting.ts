/**
 * A database that is lost, or answers too late, between the moment a node joins it and the moment the node is ready.
 * What is built then cannot do without it and takes its errors for defects, which would end the start with a stack trace.
 */
import type { Cause } from "effect"
import { Effect } from "effect"
import { SqlError } from "effect/sql"

import { because } from "../postgres/PostgresNotStarted.ts"
import { StartRefused } from "../StartRefused.ts"

const sqlErrorIn = (cause: Cause.Cause<unknown>): SqlError.SqlError | undefined => {
  for (const reason of cause.reasons) {
    const thrown =
      reason._tag === "Die" ? reason.defect : reason._tag === "Fail" ? reason.error : undefined
    if (SqlError.isSqlError(thrown)) return thrown
  }
  return undefined
}

/** What the database did, by the kind of error; of any other kind, the error is a defect of ours. */
const saidOf: Partial<Readonly<Record<SqlError.SqlErrorReason["_tag"], string>>> = {
  ConnectionError: "was lost",
  // Something else holds a lock for long, or the server was stopped for a while.
  LockTimeoutError: "did not answer in time",
  StatementTimeoutError: "did not answer in time"
}

export const refuseIfLost = <A, E, R>(
  start: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StartRefused, R> =>
  Effect.catchCause(start, (cause): Effect.Effect<never, E | StartRefused> => {
    const error = sqlErrorIn(cause)
    const said = error && saidOf[error.reason._tag]
    return error === undefined || said === undefined
      ? Effect.failCause(cause)
      : new StartRefused({
          sentence: `The database ${said} while the service started (${because(error.reason.cause)}): start it again.`
        })
  })
