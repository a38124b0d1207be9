/** Says why there is no database, in a sentence for the operator, with the last lines of Postgres's log. */
import { Runtime, Schema } from "effect"
import { SqlError } from "effect/sql"

import { unavailableCode } from "../StartRefused.ts"

export class PostgresNotStarted extends Schema.TaggedError<PostgresNotStarted>()(
  "PostgresNotStarted",
  { reason: Schema.String, log: Schema.Array(Schema.String) }
) {
  override readonly [Runtime.errorExitCode] = unavailableCode
  override get message(): string {
    return [this.reason, ...this.log].join("\n  ")
  }
}

export const notStarted = (reason: string, log: ReadonlyArray<string> = []) =>
  new PostgresNotStarted({ reason, log })

/**
 * Returns the message of a failed system call, such as `EACCES: permission denied, mkdir '/data'`. Of an error of the
 * database it returns the words of Postgres: what stands around them says only that a query or a migration failed.
 */
export const because = (error: unknown): string => {
  if (SqlError.isSqlError(error)) return because(error.reason.cause)
  const { _tag, cause } = Object(error)
  if (isWrapper(_tag) && cause !== undefined) return because(cause)
  return error instanceof Error ? error.message : String(error)
}

/** Errors that have what went wrong as their cause, and no words of their own about it. */
const isWrapper = (tag: unknown): boolean => tag === "MigrationError" || tag === "StoreUnavailable"
