/**
 * Partitions of the log (`es.extend_partitions` in functions/tableFunctions.ts): there is always a whole one that nothing was
 * written to yet, so an append finds the one that it needs.
 */
import { Effect } from "effect"
import { SqlClient, SqlError } from "effect/sql"

/**
 * Commit numbers of a partition: 95 GB at one check a commit. At a thousand commits a second the next one
 * is filled after 14 hours, and can be made at any time until then.
 */
export const partitionSize = 50_000_000

/**
 * Makes the next partitions if need be, and returns how many. It is safe on several nodes at once. Appends and
 * readers do not wait for it; it gives up (`LockTimeoutError`) if another session holds the tables.
 */
export const extendPartitions = (
  size: number = partitionSize
): Effect.Effect<number, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly made: number }>`select es.extend_partitions(${size}::bigint) as made`
  ).pipe(Effect.map(([row]) => row!.made))

/**
 * Whether the row of a failed insert has no partition: PostgreSQL appendix A, 23514, "check_violation", which
 * names a constraint in all other cases.
 */
export const isPartitionMissing = (error: unknown): boolean => {
  if (!SqlError.isSqlError(error)) return false
  const { code, constraint } = Object(error.reason.cause)
  return code === "23514" && !constraint
}

/** Makes the partition that an append has not found, and appends again. The first attempt wrote nothing. */
export const withPartitions = <A, E, R>(
  append: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R | SqlClient.SqlClient> =>
  Effect.catchIf(append, isPartitionMissing, () => Effect.andThen(extendPartitions(), append))
