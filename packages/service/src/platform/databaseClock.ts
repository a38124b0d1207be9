/**
 * The clock of the database, which all nodes share: what one node writes and another compares is of its time,
 * since their own clocks may differ.
 */
import { Clock, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The database's time in epoch milliseconds; in a transaction, the time at which that began. */
export const databaseNow: Effect.Effect<number, never, SqlClient.SqlClient> =
  SqlClient.SqlClient.use((sql) => sql<{ readonly at: Date }>`select now() as at`).pipe(
    Effect.map(([row]) => row!.at.getTime()),
    Effect.orDie
  )

/** SQL: a time so long from now, by the clock of Postgres. */
export const fromNow = (sql: SqlClient.SqlClient, wait: Duration.Duration) =>
  sql`now() + make_interval(secs => ${Duration.toSeconds(wait)}::float8)`

/** Asks for the time in epoch milliseconds as "now". Unlike `now()` it goes on in a transaction. */
export const clockQuery = "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now"

/**
 * Returns how many milliseconds the clock of this machine is ahead of the database's. The answer to `ask` is
 * half a round trip old when it arrives.
 */
export const clockAheadOf = <E, R>(
  ask: Effect.Effect<{ readonly now: number }, E, R>
): Effect.Effect<number, E, R> =>
  Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis
    const { now } = yield* ask
    const after = yield* Clock.currentTimeMillis
    return (before + after) / 2 - now
  })
