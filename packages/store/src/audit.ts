/**
 * Looks at everything that is kept, and names the first fact that cannot be true. Reads only, with
 * memory that does not grow, and computes every hash a second time.
 *
 * Somebody who may write to the database can rewrite a whole stream so that it is consistent: against
 * him only a hash helps that was published before.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { findContradictions } from "./audit/contradictions.ts"
import type { Finding } from "./audit/Finding.ts"
import { walkCommits } from "./audit/walkCommits.ts"
import { walkStreams } from "./audit/walkStreams.ts"

/**
 * All queries of an effect see the same moment, while others go on writing. A snapshot that lives for
 * minutes keeps old row versions from being cleaned up: busy accounts become slower until it ends.
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

/** To be asked in a snapshot. In the order in which a reader would go: what is first broken is first. */
export const audit: Effect.Effect<
  ReadonlyArray<Finding>,
  SqlError.SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const streams = yield* walkStreams
  const commits = yield* walkCommits
  return [...streams, commits, ...(yield* findContradictions)]
})
