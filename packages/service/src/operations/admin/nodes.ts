/**
 * The nodes that work on this database. Each node updates its row every few seconds and deletes it when
 * it stops in order. The row of a node that was killed stays for a day, shown as not alive.
 */
import { Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { nodeName } from "../../platform/nodeName.ts"
import { UntrustedProxy } from "../../platform/UntrustedProxy.ts"

const heartbeatEvery = Duration.seconds(5)

/** Longer than some heartbeats, which may be lost while the database is away. */
export const silenceMax = Duration.seconds(30)

const rememberedFor = Duration.hours(24)

/** A node that stops has 15 s in all. */
const leaveWaitMax = Duration.seconds(1)

export interface Node {
  readonly name: string
  readonly startedAt: Date
  readonly seenAt: Date
  readonly alive: boolean
}

const seconds = (duration: Duration.Duration): number => Duration.toSeconds(duration)

const beat = Effect.gen(function* () {
  const sql = yield* WriteSql
  const { seen } = yield* Effect.service(UntrustedProxy)
  yield* sql`
    with old as (
      delete from node
      where seen_at < now() - make_interval(secs => ${seconds(rememberedFor)}::float8))
    insert into node (name, started_at, seen_at, untrusted_proxy)
    values (${nodeName}, now() - make_interval(secs => ${process.uptime()}::float8), now(),
      ${seen() ?? null})
    on conflict (name) do update
      set seen_at = excluded.seen_at, untrusted_proxy = excluded.untrusted_proxy`
})

const leave = WriteSql.use((sql) => sql`delete from node where name = ${nodeName}`).pipe(
  Effect.timeout(leaveWaitMax),
  Effect.ignore
)

/** Runs for ever. */
export const heartbeat: Effect.Effect<unknown, never, WriteSql> = beat.pipe(
  // A lost database is reported by other parts, at a higher level.
  Effect.catchCause((cause) =>
    Effect.logDebug("The heartbeat of this node could not be stored", cause)
  ),
  Effect.repeat(Schedule.spaced(heartbeatEvery)),
  Effect.onExit(() => leave)
)

/** Peers that live nodes have seen name clients as a proxy does, and do not trust. */
export const untrustedPeers: Effect.Effect<
  ReadonlyArray<string>,
  never,
  SqlClient.SqlClient
> = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly peer: string }>`
    select distinct untrusted_proxy as peer from node where untrusted_proxy is not null
      and seen_at > now() - make_interval(secs => ${seconds(silenceMax)}::float8)
    order by 1`
).pipe(
  Effect.map((rows) => rows.map(({ peer }) => peer)),
  Effect.orDie
)

export const nodes: Effect.Effect<
  ReadonlyArray<Node>,
  never,
  SqlClient.SqlClient
> = SqlClient.SqlClient.use(
  (sql) => sql<Node>`
    select name, started_at as "startedAt", seen_at as "seenAt",
      seen_at > now() - make_interval(secs => ${seconds(silenceMax)}::float8) as alive
    from node order by started_at, name`
).pipe(Effect.orDie)
