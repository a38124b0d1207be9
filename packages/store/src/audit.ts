/**
 * Reads the whole store and reports the first contradiction of each check. It writes nothing, uses
 * constant memory and computes every hash again.
 *
 * An attacker who can write to the database can rewrite a whole stream consistently. Only a checkpoint that
 * was published before shows that (`Evidence`).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { AuditFinding } from "./audit/AuditFinding.ts"
import { findContradictions } from "./audit/contradictions.ts"
import { walkCommits } from "./audit/walkCommits.ts"
import { walkStreams } from "./audit/walkStreams.ts"
import { walkTree } from "./audit/walkTree.ts"
import type { Evidence } from "./audit/walkTree.ts"

/**
 * All queries of the effect see the same snapshot, while writers go on. A snapshot of several minutes
 * keeps VACUUM from removing old row versions, which makes busy accounts slower until it ends.
 */
export const inSnapshot = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R | SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) => sql.withTransaction(effect)).pipe(
    Effect.provideService(
      SqlClient.BeginTransaction,
      "begin isolation level repeatable read, read only"
    )
  )

/** Run it in a snapshot. Findings are in reading order: events first, then commits, then the rest. */
export const auditAgainst = (
  evidence: Evidence
): Effect.Effect<ReadonlyArray<AuditFinding>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const streams = yield* walkStreams
    const commits = yield* walkCommits
    const tree = yield* walkTree(evidence)
    return [...streams, commits, ...tree, ...(yield* findContradictions)]
  })

export const audit = auditAgainst({})
