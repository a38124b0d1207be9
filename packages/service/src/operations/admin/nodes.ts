/**
 * Who works on this database. Each node says so every few seconds; one that stops in order takes itself
 * off the list, and one that was killed stays for a day as what it is: gone.
 */
import { Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { nodeName } from "../../platform/nodeName.ts"

const sayEvery = Duration.seconds(5)

/** Some rounds may be lost while the database is away. */
const silenceMax = Duration.seconds(30)

const rememberedFor = Duration.hours(24)

/** A node that stops has 15 s in all. */
const farewellWaitMax = Duration.seconds(1)

export interface Node {
  readonly name: string
  readonly startedAt: Date
  readonly seenAt: Date
  readonly alive: boolean
}

const seconds = (duration: Duration.Duration): number => Duration.toSeconds(duration)

const sayHere = WriteSql.use(
  (sql) => sql`
    with old as (
      delete from node
      where seen_at < now() - make_interval(secs => ${seconds(rememberedFor)}::float8))
    insert into node (name, started_at, seen_at)
    values (${nodeName}, now() - make_interval(secs => ${process.uptime()}::float8), now())
    on conflict (name) do update set seen_at = excluded.seen_at`
)

const leave = WriteSql.use((sql) => sql`delete from node where name = ${nodeName}`).pipe(
  Effect.timeout(farewellWaitMax),
  Effect.ignore
)

/** For ever. */
export const heartbeat: Effect.Effect<unknown, never, WriteSql> = sayHere.pipe(
  // That the database is away, others say louder.
  Effect.catchCause((cause) => Effect.logDebug("This node could not say that it is here", cause)),
  Effect.repeat(Schedule.spaced(sayEvery)),
  Effect.onExit(() => leave)
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
