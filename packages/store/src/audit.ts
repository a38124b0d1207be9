/**
 * Reads the whole store and reports the first contradiction of each check. It writes nothing, keeps
 * nothing but the head of each stream, and computes every hash again.
 *
 * An attacker who can write to the database can rewrite a whole stream consistently. Only a checkpoint that
 * was published before shows that (`Evidence`).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { AuditFinding } from "./audit/AuditFinding.ts"
import { findContradictions } from "./audit/contradictions.ts"
import { walkLog } from "./audit/walkLog.ts"
import type { Follower } from "./audit/walkLog.ts"
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

/**
 * Run it in a snapshot. Findings are in reading order: events first, then commits, then the rest. The
 * follower is given the log, which is read once.
 */
export const auditAgainst = (
  evidence: Evidence,
  follower?: Follower
): Effect.Effect<ReadonlyArray<AuditFinding>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const log = yield* walkLog(follower)
    const tree = yield* walkTree(evidence)
    return [...log, ...tree, ...(yield* findContradictions)]
  })

export const audit = auditAgainst({})
