/**
 * Guards in Postgres: the pace, which outlives a guard, and the status of all guards on all nodes, for
 * operators. Neither is required: a database that does not respond delays no probe.
 */
import { PaceState } from "@rcpt/verifier/pacing/pace"
import { QueueStatus } from "@rcpt/verifier/pacing/QueueStatus"
import { Clock, Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { WriteSql } from "../platform/Database.ts"
import { decodeRows } from "../platform/decodeRows.ts"
import { vanishedHolders } from "../platform/NodeLease.ts"
import { nodeName } from "../platform/nodeName.ts"
import { readTimeout } from "../platform/readTimeout.ts"
import type { ProbeQueueKey } from "./queue/ProbeRow.ts"

/** The times of two clocks at the same moment, in epoch milliseconds. */
export interface Clocks {
  readonly node: number
  readonly database: number
}

const StoredPace = Schema.Struct({
  ...PaceState.fields,
  storedAt: Schema.Struct({ node: Schema.Finite, database: Schema.Finite })
})
const isStoredPace = Schema.is(StoredPace)

/** The time 0 stands for never. */
const moved = (time: number, by: number): number => (time === 0 ? 0 : time + by)

/**
 * The stored pace by the clock of this node. Its times are of the clock of the node that stored it, so that
 * clock and Postgres' are stored with it, and the times are moved by the difference of the two clocks.
 * Otherwise a group that moves from a node whose clock is ahead would not be asked until then.
 *
 * Anything that is not a stored pace is returned unchanged: the caller that restores it drops it.
 */
export const paceFrom = (stored: unknown, now: Clocks): unknown => {
  if (!isStoredPace(stored)) return stored
  const { storedAt, ...pace } = stored
  const by = now.node - now.database - (storedAt.node - storedAt.database)
  return {
    ...pace,
    startedAt: moved(pace.startedAt, by),
    slowedAt: moved(pace.slowedAt, by),
    ...(pace.pause && { pause: { ...pace.pause, until: pace.pause.until + by } }),
    answers: pace.answers.map((answer) => ({ ...answer, at: answer.at + by }))
  } satisfies PaceState
}

/** A guard whose pace is not there by then starts at the default one, which is slow enough. */
const loadWaitMax = Duration.seconds(1)

interface GuardStatus extends ProbeQueueKey {
  readonly node: string
  readonly status: QueueStatus
}

const ShownGuard = Schema.Struct({
  group: Schema.String,
  egress: Schema.String,
  node: Schema.String,
  status: QueueStatus,
  shownAt: Schema.Date
})
export type ShownGuard = typeof ShownGuard.Type

const decodeGuards = decodeRows(ShownGuard)

export class GuardRecords extends Context.Service<
  GuardRecords,
  {
    /**
     * Loads the stored pace by the clock of this node, not decoded. It is `undefined` if there is none, or if
     * the database failed.
     */
    readonly load: (key: ProbeQueueKey) => Effect.Effect<unknown>
    /**
     * Finds the guard that had this key last, before this guard is shown. The effect that it gives tells how
     * long that one may still have conversations, in milliseconds from now. The answer is 0 if it has ended
     * as it should, or so long ago that it has none, or was this node's, which has closed them. It is also 0
     * if the database does not tell.
     */
    readonly predecessorFor: (key: ProbeQueueKey) => Effect.Effect<Effect.Effect<number>>
    readonly save: (key: ProbeQueueKey, pace: PaceState) => Effect.Effect<void>
    readonly show: (guards: ReadonlyArray<GuardStatus>) => Effect.Effect<void>
  }
>()("@rcpt/service/probing/GuardRecords") {}

/**
 * A node that is frozen or cut off keeps its conversations until it notices. Mail servers may wait 5 minutes
 * for a command (RFC 5321 §4.5.3.2.7), but the guard would be slow for as long after each crash, where
 * nothing is open any more: a minute covers the freezes of virtual machines.
 */
const conversationsLast = Duration.minutes(1)

/** The shortest time between two looks for vanished nodes: guards start by the thousand. */
const vanishedKnownFor = Duration.seconds(1)

const none = Effect.succeed(0)

const makePredecessorFor = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const vanished = vanishedHolders(sql, conversationsLast)
  const hasAny = yield* Effect.cachedWithTTL(
    Effect.map(sql`select from (${vanished}) vanished limit 1`, (rows) => rows.length > 0),
    vanishedKnownFor
  )
  const lastNode = ({ group, egress }: ProbeQueueKey) =>
    sql<{ readonly node: string }>`
      select node from mx_guard
      where mx_group = ${group} and egress = ${egress} and node <> ${nodeName}`
  const silentFor = (node: string) =>
    sql<{ readonly millis: number }>`
      select min(silent_for)::float8 as millis from (${vanished}) vanished
      where starts_with(holder, ${node} || '/') having count(*) > 0`
  const orElse =
    <A>(value: A) =>
    <E, R>(read: Effect.Effect<A, E, R>) =>
      read.pipe(
        readTimeout(loadWaitMax),
        Effect.catchCause((cause) =>
          Effect.as(Effect.logWarning("The last node of a guard could not be read", cause), value)
        )
      )
  const openFor = (node: string) =>
    silentFor(node).pipe(
      Effect.map(([row]) =>
        row === undefined ? 0 : Math.max(0, Duration.toMillis(conversationsLast) - row.millis)
      ),
      orElse(0)
    )
  return (key: ProbeQueueKey) =>
    Effect.gen(function* () {
      if (!(yield* hasAny)) return none
      const [row] = yield* lastNode(key)
      return row === undefined ? none : openFor(row.node)
    }).pipe(orElse(none))
})

const encode = Schema.encodeSync(QueueStatus)

export const layer: Layer.Layer<GuardRecords, never, WriteSql | SqlClient.SqlClient> = Layer.effect(
  GuardRecords,
  Effect.gen(function* () {
    const read = yield* SqlClient.SqlClient
    const write = yield* WriteSql
    const predecessorFor = yield* makePredecessorFor(read)
    return GuardRecords.of({
      predecessorFor,
      load: ({ group, egress }) =>
        read<{ readonly pace: unknown; readonly database: number }>`
          select pace, (extract(epoch from now()) * 1000)::float8 as database from mx_guard
          where mx_group = ${group} and egress = ${egress} and pace is not null`.pipe(
          Effect.zip(Clock.currentTimeMillis),
          Effect.map(
            ([[row], node]) => row && paceFrom(row.pace, { node, database: row.database })
          ),
          readTimeout(loadWaitMax),
          Effect.catchCause((cause) =>
            Effect.as(Effect.logWarning("The pace of a guard could not be read", cause), undefined)
          )
        ),
      save: ({ group, egress }, pace) =>
        Effect.flatMap(
          Clock.currentTimeMillis,
          (node) => write`
            insert into mx_guard (mx_group, egress, pace, shown_at)
            values (${group}, ${egress}, ${JSON.stringify(pace)}::text::jsonb
              || jsonb_build_object('storedAt', jsonb_build_object('node', ${node}::float8,
                'database', extract(epoch from now()) * 1000)), now())
            on conflict (mx_group, egress) do update set pace = excluded.pace,
              shown_at = excluded.shown_at`
        ).pipe(
          Effect.catchCause((cause) =>
            Effect.logWarning("The pace of a guard could not be stored", cause)
          ),
          Effect.asVoid
        ),
      show: (guards) =>
        guards.length === 0
          ? Effect.void
          : write`
              insert into mx_guard (mx_group, egress, node, status, shown_at)
              select mx_group, egress, node, status::jsonb, now()
              from unnest(${guards.map(({ group }) => group)}::text[],
                ${guards.map(({ egress }) => egress)}::text[],
                ${guards.map(({ node }) => node)}::text[],
                ${guards.map(({ status }) => JSON.stringify(encode(status)))}::text[])
                as shown (mx_group, egress, node, status)
              on conflict (mx_group, egress) do update set
                node = excluded.node, status = excluded.status, shown_at = excluded.shown_at`.pipe(
              Effect.orDie,
              Effect.asVoid
            )
    })
  })
)

/** The stored paces of these groups by the clock of this node, not decoded. */
export const pacesOf = (groups: ReadonlyArray<string>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<ProbeQueueKey & { readonly pace: unknown; readonly database: number }>`
      select mx_group as "group", egress, pace, (extract(epoch from now()) * 1000)::float8 as database
      from mx_guard where mx_group = any(${groups}::text[]) and pace is not null`
  ).pipe(
    Effect.zip(Clock.currentTimeMillis),
    Effect.map(([rows, node]) => {
      const paces = new Map(
        rows.map(({ group, egress, pace, database }) => [
          `${group} ${egress}`,
          paceFrom(pace, { node, database })
        ])
      )
      return ({ group, egress }: ProbeQueueKey): unknown => paces.get(`${group} ${egress}`)
    }),
    Effect.orDie
  )

/**
 * Guards with a status from that time on, blocked and paused ones first, then the busiest. The error is
 * typed because `rcpt guards` runs without a service and reports a database without the table.
 */
export const shownSince = (
  since: Duration.Duration,
  limit: number
): Effect.Effect<ReadonlyArray<ShownGuard>, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      select mx_group as "group", egress, node, status, shown_at as "shownAt" from mx_guard
      where status is not null
        and shown_at > now() - make_interval(secs => ${Duration.toSeconds(since)}::float8)
      order by (status ->> 'isBlocked')::boolean desc, status ->> 'circuit' = 'closed',
        (status ->> 'open')::int desc, mx_group, egress
      limit ${limit}`
  ).pipe(decodeGuards)

const troubleFor = Duration.hours(2)

/** Groups of mail servers that are paused or that block this service: what an alarm is for. */
export const troubledGuards = (
  limit: number
): Effect.Effect<ReadonlyArray<ShownGuard>, never, SqlClient.SqlClient> =>
  shownSince(troubleFor, limit).pipe(
    Effect.map((guards) =>
      guards.filter(({ status }) => status.isBlocked || status.circuit !== "closed")
    ),
    Effect.orDie
  )
