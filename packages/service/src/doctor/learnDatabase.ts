/**
 * The database as a client sees it, on a connection of its own: how it is set up, not what is in it.
 * Nothing is written, and an embedded database that does not run is not started.
 */
import { PgConnection } from "@effect/sql-pg"
import { Clock, Effect, Option, Redacted } from "effect"

import { answerWithin } from "../answerWithin.ts"
import { Config } from "../Config.ts"
import { findRunning } from "../postgres/findRunning.ts"
import { because } from "../postgres/PostgresNotStarted.ts"
import { latestMigrations } from "./latestMigrations.ts"
import { databaseConnectWaitMax, databaseWaitMax } from "./limits.ts"

interface Applied {
  /** 0: the table of migrations is not there, so no service has ever run on it. */
  readonly applied: number
  readonly latest: number
}

export interface Reached {
  readonly _tag: "reached"
  readonly isEmbedded: boolean
  /** As `server_version_num`: 180004. */
  readonly versionNumber: number
  readonly version: string
  readonly migrations: { readonly service: Applied; readonly store: Applied }
  readonly fsync: string
  readonly synchronousCommit: string
  readonly connectionsMax: number
  readonly connectionsUsed: number
  /** Its clock less ours, milliseconds. */
  readonly clockOffset: number
}

export type DatabaseLearnt =
  | Reached
  | { readonly _tag: "notRunning" }
  | { readonly _tag: "unreachable"; readonly why: string }

const settingsQuery = `
  select current_setting('server_version_num')::int as "versionNumber",
    current_setting('server_version') as version,
    current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('max_connections')::int
      - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0) as "connectionsMax",
    (select count(*)::int from pg_stat_activity
      where backend_type = 'client backend') as "connectionsUsed",
    to_regclass('service_migrations') is not null as "hasService",
    to_regclass('store_migrations') is not null as "hasStore"`

const clockQuery = `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`

type Settings = Omit<Reached, "_tag" | "isEmbedded" | "migrations" | "clockOffset"> & {
  readonly hasService: boolean
  readonly hasStore: boolean
}

const firstRow = (connection: PgConnection.PgConnection, query: string) =>
  Effect.map(connection.query(query), ({ rows }) => rows[0] as unknown)

const appliedIn = (connection: PgConnection.PgConnection, table: string, exists: boolean) =>
  exists
    ? Effect.map(
        firstRow(connection, `select coalesce(max(migration_id), 0)::int as applied from ${table}`),
        (row) => (row as { readonly applied: number }).applied
      )
    : Effect.succeed(0)

/** Half of the way there and back is what the answer was old when it came. */
const clockOffsetOf = Effect.fnUntraced(function* (connection: PgConnection.PgConnection) {
  const before = yield* Clock.currentTimeMillis
  const { now } = (yield* firstRow(connection, clockQuery)) as { readonly now: number }
  const after = yield* Clock.currentTimeMillis
  return now - (before + after) / 2
})

const look = (url: Redacted.Redacted, isEmbedded: boolean) =>
  Effect.gen(function* () {
    const connection = yield* PgConnection.make({
      url,
      applicationName: "rcpt doctor",
      connectTimeout: databaseConnectWaitMax
    })
    const settings = (yield* firstRow(connection, settingsQuery)) as Settings
    const { hasService, hasStore, ...more } = settings
    const latest = latestMigrations()
    const service = yield* appliedIn(connection, "service_migrations", hasService)
    const store = yield* appliedIn(connection, "store_migrations", hasStore)
    return {
      _tag: "reached",
      isEmbedded,
      ...more,
      migrations: {
        service: { applied: service, latest: latest.service },
        store: { applied: store, latest: latest.store }
      },
      clockOffset: yield* clockOffsetOf(connection)
    } satisfies Reached
  }).pipe(Effect.scoped)

const unreachable = (why: string) => Effect.succeed({ _tag: "unreachable", why } as const)

export const learnDatabase: Effect.Effect<DatabaseLearnt, never, Config> = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* Config
  if (databaseUrl !== undefined) return yield* look(databaseUrl, false)
  const running = yield* findRunning(dataDir)
  if (Option.isNone(running)) return { _tag: "notRunning" } as const
  return yield* look(Redacted.make(running.value), true)
}).pipe(
  answerWithin(databaseWaitMax),
  Effect.catchTag("SqlError", ({ reason }) => unreachable(because(reason.cause))),
  Effect.catchTag("TimeoutError", () => unreachable("it does not answer"))
)
