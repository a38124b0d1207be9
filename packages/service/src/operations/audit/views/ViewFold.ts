/** A view that the audit makes again in memory from the log, as a rebuild would, to compare it. */
import type { Broken } from "@rcpt/store/audit/AuditFinding"
import { readable } from "@rcpt/store/audit/readable"
import type { Checked } from "@rcpt/store/audit/readable"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import type { AuditedLogCommit } from "../AuditedEvent.ts"

/** The first contradiction, if any. */
export type Compared = Effect.Effect<Broken | undefined, SqlError.SqlError, SqlClient.SqlClient>

/** One that cannot be read is none that is as the events say. */
export const compared = (query: Compared): Compared =>
  Effect.map(readable(query), (answer) => (answer._tag === "Read" ? answer.value : answer.broken))

export interface ViewFold {
  /** Reads what is compared with the next commits. */
  readonly ahead?: Checked<void>
  /** The next commits of the log. What it reads, it reads as `compared` does. */
  readonly add: (commits: ReadonlyArray<AuditedLogCommit>) => Compared
  /** After the last commit that the view has applied. */
  readonly finish: Compared
}

/** Makes the fold of one generation. */
export type MakeFold = (generation: number) => ViewFold
