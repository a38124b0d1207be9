/** Says why there is no database, in a sentence for the operator, with the last lines of Postgres's log. */
import { Runtime, Schema } from "effect"

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

/** Returns the message of a failed system call, such as `EACCES: permission denied, mkdir '/data'`. */
export const because = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause)
