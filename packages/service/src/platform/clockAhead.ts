/** How far the clock of this machine is ahead of the database's. */
import { Clock, Effect } from "effect"

/** Epoch milliseconds, as "now". Not `now()`, which stands still in a transaction. */
export const clockQuery = "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now"

/** Milliseconds. What `ask` answers is half a round trip old when it arrives. */
export const clockAheadOf = <E, R>(
  ask: Effect.Effect<{ readonly now: number }, E, R>
): Effect.Effect<number, E, R> =>
  Effect.gen(function* () {
    const before = yield* Clock.currentTimeMillis
    const { now } = yield* ask
    const after = yield* Clock.currentTimeMillis
    return (before + after) / 2 - now
  })
