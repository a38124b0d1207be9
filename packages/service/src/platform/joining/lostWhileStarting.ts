/**
 * A database that is lost between the moment a node joins it and the moment the node is ready. What is built then
 * cannot do without it and takes its errors for defects, which would end the start with a stack trace.
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

const isLost = ({ reason }: SqlError.SqlError): boolean => reason._tag === "ConnectionError"

export const refuseIfLost = <A, E, R>(
  start: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StartRefused, R> =>
  Effect.catchCause(start, (cause): Effect.Effect<never, E | StartRefused> => {
    const error = sqlErrorIn(cause)
    return error === undefined || !isLost(error)
      ? Effect.failCause(cause)
      : new StartRefused({
          sentence: `The database was lost while the service started (${because(error.reason.cause)}): start it again.`
        })
  })
