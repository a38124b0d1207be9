/**
 * Guards are woken in rounds, one after the other for the whole cluster: the node that asks first does the
 * next one. If all nodes did all rounds, fifty of them would send half a million messages a
 * second to ten thousand guards, and read the queue fifty times.
 *
 * There is nothing to hand over: the round of a node that dies is followed by that of another.
 */
import { Duration, Effect } from "effect"
import type { SqlClient } from "effect/sql"

import { fromNow } from "../../platform/databaseClock.ts"

/** The time between two asks of a node, and the longest that a due row waits to be noticed. */
export const wakeEvery = Duration.seconds(1)

/** A little less, so that a node that is alone misses none of its own. */
const roundEvery = Duration.millis(750)

export interface Glance {
  readonly hasRows: boolean
  /** There are rows on which the work broke off before, which a pull leaves out. */
  readonly hasSuspects: boolean
}

/** Looks at the queue before a round: each node does so, with one statement for both answers. */
export const glance = (sql: SqlClient.SqlClient): Effect.Effect<Glance> =>
  sql<Glance>`
    select exists (select from probe_queue) as "hasRows",
      exists (select from probe_queue where failures > 0) as "hasSuspects"`.pipe(
    Effect.map(([row]) => row!),
    Effect.orDie
  )

/** Answers whether the caller does the next round. It writes nothing while the queue is empty. */
export const takeRound = (sql: SqlClient.SqlClient): Effect.Effect<boolean> =>
  sql`
    update wake_round set next_at = ${fromNow(sql, roundEvery)}
    where next_at <= now() and exists (select from probe_queue) returning 1`.pipe(
    Effect.map((rows) => rows.length > 0),
    Effect.orDie
  )
