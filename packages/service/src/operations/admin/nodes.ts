/**
 * The nodes that work on this database. Each node updates its row every few seconds and deletes it when
 * it stops in order. The row of a node that was killed stays for a day, shown as not alive.
 */
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import { Duration, Effect, Ref } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import { clockAheadOf, clockQuery } from "../../platform/databaseClock.ts"
import { clockSkewMax, lag } from "../../platform/joining/mayJoin.ts"
import { nodeName, nodeSilenceMax } from "../../platform/nodeName.ts"
import { UntrustedProxy } from "../../platform/UntrustedProxy.ts"

const heartbeatEvery = Duration.seconds(5)

const rememberedFor = Duration.hours(24)

/** The largest difference that the column takes, in milliseconds: 24 days. */
const clockMax = 2 ** 31 - 1

/** A node that stops has 15 s in all. */
const leaveWaitMax = Duration.seconds(1)

export interface Node {
  readonly name: string
  readonly startedAt: Date
  readonly seenAt: Date
  readonly alive: boolean
}

export const seconds = (duration: Duration.Duration): number => Duration.toSeconds(duration)

const clockAhead = WriteSql.use((sql) =>
  clockAheadOf(Effect.map(sql.unsafe<{ readonly now: number }>(clockQuery), ([row]) => row!))
).pipe(Effect.map(Math.round))

/** Logs a wrong clock when it begins, not with every heartbeat. */
const sayClock = (ahead: number, isSaid: Ref.Ref<boolean>) =>
  Effect.gen(function* () {
    const isWrong = Math.abs(ahead) > clockSkewMax * 1_000
    const before = yield* Ref.getAndSet(isSaid, isWrong)
    if (isWrong && !before)
      yield* Effect.logWarning(
        `The clock of this machine is ${lag(ahead)} the database's: let NTP set both (chrony, ` +
          "systemd-timesyncd). Waits that nodes tell each other are wrong by as much."
      )
  })

/**
 * Writes the node's row, with its role from the first heartbeat on: a node without a known role counts as one that asks
 * mail servers.
 */
const beat = Effect.fnUntraced(function* (isSaid: Ref.Ref<boolean>) {
  const sql = yield* WriteSql
  const { role } = yield* Config
  const { seen } = yield* Effect.service(UntrustedProxy)
  const ahead = yield* clockAhead
  yield* sayClock(ahead, isSaid)
  yield* sql`
    with old as (
      delete from node
      where seen_at < now() - make_interval(secs => ${seconds(rememberedFor)}::float8))
    insert into node (name, role, started_at, seen_at, untrusted_proxy, clock_ahead_ms)
    values (${nodeName}, ${role}, now() - make_interval(secs => ${process.uptime()}::float8), now(),
      ${seen() ?? null}, ${Math.max(-clockMax, Math.min(clockMax, ahead))})
    on conflict (name) do update
      set seen_at = excluded.seen_at, untrusted_proxy = excluded.untrusted_proxy,
        clock_ahead_ms = excluded.clock_ahead_ms`
})

const leave = WriteSql.use((sql) => sql`delete from node where name = ${nodeName}`).pipe(
  Effect.timeout(leaveWaitMax),
  Effect.ignore
)

/** Runs for ever. */
export const heartbeat: Effect.Effect<unknown, never, Config | WriteSql> = Ref.make(false).pipe(
  Effect.flatMap((isSaid) =>
    beat(isSaid).pipe(
      // A lost database is reported by other parts, at a higher level.
      Effect.catchCause((cause) =>
        Effect.logDebug("The heartbeat of this node could not be stored", cause)
      ),
      Effect.repeat(alignedSchedule(heartbeatEvery))
    )
  ),
  Effect.onExit(() => leave)
)

/** Live nodes whose clock an operator should set, and by how much it is ahead of the database's. */
export const wrongClocksQuery = `
  select name, clock_ahead_ms as ahead from node
  where abs(clock_ahead_ms) > ${clockSkewMax * 1_000}
    and seen_at > now() - make_interval(secs => ${Duration.toSeconds(nodeSilenceMax)})
  order by 1`

/** Peers that live nodes have seen name clients as a proxy does, and do not trust. */
export const untrustedPeers: Effect.Effect<
  ReadonlyArray<string>,
  never,
  SqlClient.SqlClient
> = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly peer: string }>`
    select distinct untrusted_proxy as peer from node where untrusted_proxy is not null
      and seen_at > now() - make_interval(secs => ${seconds(nodeSilenceMax)}::float8)
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
      seen_at > now() - make_interval(secs => ${seconds(nodeSilenceMax)}::float8) as alive
    from node order by started_at, name`
).pipe(Effect.orDie)
