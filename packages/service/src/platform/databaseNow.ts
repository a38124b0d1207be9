/**
 * What time it is by Postgres' clock, in epoch milliseconds. All nodes share it, while their own clocks may
 * differ: what one node writes and another compares is of this time. In a transaction, when that began.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const databaseNow: Effect.Effect<number, never, SqlClient.SqlClient> =
  SqlClient.SqlClient.use((sql) => sql<{ readonly at: Date }>`select now() as at`).pipe(
    Effect.map(([row]) => row!.at.getTime()),
    Effect.orDie
  )
