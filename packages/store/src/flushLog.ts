/**
 * Positions in the log are assigned by rounds that do not wait for the disk (`Projector.ts`). After a
 * crash they could be assigned again in another order. So code that passes positions, or anything in
 * their order, out of the database flushes them first.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

/** Everything that was committed before is on disk afterwards. Costs nothing when it is there already. */
export const flushLog: Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient> =
  SqlClient.SqlClient.use((sql) => sql`select es.flush_log()`).pipe(Effect.asVoid)
