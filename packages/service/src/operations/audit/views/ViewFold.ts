/** A view that the audit makes again in memory from the log, as a rebuild would, to compare it. */
import type { Broken } from "@rcpt/store/audit/AuditFinding"
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import type { AuditedLogCommit } from "../AuditedEvent.ts"

/** The first contradiction, if any. */
export type Compared = Effect.Effect<Broken | undefined, SqlError.SqlError, SqlClient.SqlClient>

export interface ViewFold {
  /** The next commits of the log. */
  readonly add: (commits: ReadonlyArray<AuditedLogCommit>) => Compared
  /** After the last commit that the view has applied. */
  readonly finish: Compared
}

/** Makes the fold of one generation. */
export type MakeFold = (generation: number) => ViewFold
