/** Runs an effect in one transaction of the provided `SqlClient`. */
import type { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

export const transaction = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R | SqlClient.SqlClient> =>
  SqlClient.SqlClient.use((sql) => sql.withTransaction(effect))
