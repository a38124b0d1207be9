/**
 * Guards in Postgres: the pace that outlives one, and what operators see of all of them, whichever
 * node they are on. A convenience both ways: a database that does not answer slows no question down.
 */
import { LineStatus } from "@rcpt/verifier/mx/LineStatus"
import type { PaceState } from "@rcpt/verifier/mx/pace"
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { answerWithin } from "../answerWithin.ts"
import { WriteSql } from "../Database.ts"
import type { Line } from "../probes/ProbeRow.ts"

/** A guard that has to start without its past starts politely enough. */
const loadWaitMax = Duration.seconds(1)

export interface GuardStatus extends Line {
  readonly node: string
  readonly status: LineStatus
}

export interface ShownGuard extends GuardStatus {
  readonly shownAt: Date
}

export class GuardRecords extends Context.Service<
  GuardRecords,
  {
    /** Whatever was kept; `undefined`: nothing, or the database does not say. */
    readonly load: (line: Line) => Effect.Effect<unknown>
    readonly save: (line: Line, pace: PaceState) => Effect.Effect<void>
    readonly show: (guards: ReadonlyArray<GuardStatus>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@rcpt/service/guards/GuardRecords") {}

const encode = Schema.encodeSync(LineStatus)
const decode = Schema.decodeUnknownSync(LineStatus)

export const layer: Layer.Layer<GuardRecords, never, WriteSql | SqlClient.SqlClient> = Layer.effect(
  GuardRecords,
  Effect.gen(function* () {
    const read = yield* SqlClient.SqlClient
    const write = yield* WriteSql
    return GuardRecords.of({
      load: ({ group, egress }) =>
        read<{ readonly pace: unknown }>`
          select pace from mx_guard where mx_group = ${group} and egress = ${egress}`.pipe(
          Effect.map(([row]) => row?.pace ?? undefined),
          answerWithin(loadWaitMax),
          Effect.catchCause((cause) =>
            Effect.as(Effect.logWarning("The pace of a guard could not be read", cause), undefined)
          )
        ),
      save: ({ group, egress }, pace) =>
        write`
          insert into mx_guard (mx_group, egress, pace, shown_at)
          values (${group}, ${egress}, ${JSON.stringify(pace)}::text::jsonb, now())
          on conflict (mx_group, egress) do update set pace = excluded.pace`.pipe(
          Effect.catchCause((cause) => Effect.logWarning("The pace of a guard is not kept", cause)),
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
                as given (mx_group, egress, node, status)
              on conflict (mx_group, egress) do update set
                node = excluded.node, status = excluded.status, shown_at = excluded.shown_at`.pipe(
              Effect.asVoid
            )
    })
  })
)

/** Those that were shown since, the busiest first. Also for a command line without a service. */
export const shownSince = (
  since: Duration.Duration,
  limit: number
): Effect.Effect<ReadonlyArray<ShownGuard>, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<Omit<ShownGuard, "status"> & { readonly status: unknown }>`
      select mx_group as "group", egress, node, status, shown_at as "shownAt" from mx_guard
      where status is not null
        and shown_at > now() - make_interval(secs => ${Duration.toSeconds(since)}::float8)
      order by (status ->> 'isBlocked')::boolean desc, status ->> 'circuit' = 'closed',
        (status ->> 'open')::int desc, mx_group, egress
      limit ${limit}`
  ).pipe(Effect.map((rows) => rows.map((row) => ({ ...row, status: decode(row.status) }))))

const troubleFor = Duration.hours(2)

/** Groups of mail servers that are not asked now, and those that refuse us altogether: the alarm. */
export const troubledGuards = (
  limit: number
): Effect.Effect<ReadonlyArray<ShownGuard>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.map(shownSince(troubleFor, limit), (guards) =>
    guards.filter(({ status }) => status.isBlocked || status.circuit !== "closed")
  )
