/**
 * The database as a client sees it, on a connection of its own: how it is set up, not what is in it.
 * Nothing is written, and an embedded database that does not run is not started.
 */
import { PgConnection } from "@effect/sql-pg"
import { Cause, Clock, Duration, Effect, Option, Redacted, Schema } from "effect"

import { Config } from "../../platform/Config.ts"
import { decodeRows } from "../../platform/decodeRows.ts"
import { findRunning } from "../../platform/postgres/findRunning.ts"
import { because } from "../../platform/postgres/PostgresNotStarted.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { silenceMax } from "../admin/nodes.ts"
import { overdueQuery } from "../retention/overdueTables.ts"
import { latestMigrations } from "./latestMigrations.ts"
import { databaseConnectWaitMax, databaseWaitMax } from "./limits.ts"

interface Applied {
  /** 0: there is no table of migrations, so no service has run on this database. */
  readonly applied: number
  readonly latest: number
}

const Settings = Schema.Struct({
  /** As `server_version_num`: 180004. */
  versionNumber: Schema.Int,
  version: Schema.String,
  fsync: Schema.String,
  synchronousCommit: Schema.String,
  connectionsMax: Schema.Int,
  connectionsUsed: Schema.Int,
  isSuperuser: Schema.Boolean,
  database: Schema.String,
  hasService: Schema.Boolean,
  hasStore: Schema.Boolean,
  hasProxies: Schema.Boolean
})

export interface Reached extends Omit<
  typeof Settings.Type,
  "hasService" | "hasStore" | "hasProxies"
> {
  readonly _tag: "reached"
  readonly isEmbedded: boolean
  readonly migrations: { readonly service: Applied; readonly store: Applied }
  /** Tables with rows that should have gone. Empty also if the tables are of another release. */
  readonly overdue: ReadonlyArray<string>
  /** Peers of all nodes that name clients as a proxy does, and are not trusted. */
  readonly untrustedProxies: ReadonlyArray<string>
  /** Its clock minus ours, milliseconds. */
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
    (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
    current_database() as database,
    to_regclass('service_migrations') is not null as "hasService",
    to_regclass('store_migrations') is not null as "hasStore",
    exists (select from pg_attribute where attrelid = to_regclass('node')
      and attname = 'untrusted_proxy') as "hasProxies"`

const proxiesQuery = `
  select distinct untrusted_proxy as peer from node where untrusted_proxy is not null
    and seen_at > now() - make_interval(secs => ${Duration.toSeconds(silenceMax)})
  order by 1`

const proxiesIn = (connection: PgConnection.PgConnection, exists: boolean) =>
  exists
    ? Effect.map(
        decodePeers(Effect.map(connection.query(proxiesQuery), ({ rows }) => rows)),
        (rows) => rows.map(({ peer }) => peer)
      )
    : Effect.succeed([])

const decodePeers = decodeRows(Schema.Struct({ peer: Schema.String }))

const clockQuery = `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`

/** The only row of a result. */
const firstRow = <A>(row: Schema.Decoder<A>) => {
  const decode = decodeRows(row)
  return (connection: PgConnection.PgConnection, query: string) =>
    Effect.map(decode(Effect.map(connection.query(query), ({ rows }) => rows)), ([first]) => first!)
}

const settingsIn = firstRow(Settings)
const migrationsIn = firstRow(Schema.Struct({ applied: Schema.Int }))
const clockIn = firstRow(Schema.Struct({ now: Schema.Finite }))

const appliedIn = (connection: PgConnection.PgConnection, table: string, exists: boolean) =>
  exists
    ? Effect.map(
        migrationsIn(
          connection,
          `select coalesce(max(migration_id), 0)::int as applied from ${table}`
        ),
        ({ applied }) => applied
      )
    : Effect.succeed(0)

const decodeOverdue = decodeRows(Schema.Struct({ table: Schema.String }))

const overdueIn = (
  connection: PgConnection.PgConnection,
  retentionDays: number,
  { service, store }: Reached["migrations"]
) =>
  [service, store].every(({ applied, latest }) => applied === latest)
    ? decodeOverdue(
        Effect.map(connection.query(overdueQuery(retentionDays)), ({ rows }) => rows)
      ).pipe(Effect.map((rows) => rows.map(({ table }) => table)))
    : Effect.succeed([])

/** The answer is half a round trip old when it arrives. */
const clockOffsetOf = Effect.fnUntraced(function* (connection: PgConnection.PgConnection) {
  const before = yield* Clock.currentTimeMillis
  const { now } = yield* clockIn(connection, clockQuery)
  const after = yield* Clock.currentTimeMillis
  return now - (before + after) / 2
})

const look = (url: Redacted.Redacted, isEmbedded: boolean) =>
  Effect.gen(function* () {
    const { retentionDays } = yield* Config
    const connection = yield* PgConnection.make({
      url,
      applicationName: "rcpt doctor",
      connectTimeout: databaseConnectWaitMax
    })
    const { hasService, hasStore, hasProxies, ...more } = yield* settingsIn(
      connection,
      settingsQuery
    )
    const latest = latestMigrations()
    const service = yield* appliedIn(connection, "service_migrations", hasService)
    const store = yield* appliedIn(connection, "store_migrations", hasStore)
    const migrations = {
      service: { applied: service, latest: latest.service },
      store: { applied: store, latest: latest.store }
    }
    return {
      _tag: "reached",
      isEmbedded,
      ...more,
      migrations,
      overdue: yield* overdueIn(connection, retentionDays, migrations),
      untrustedProxies: yield* proxiesIn(connection, hasProxies),
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
  readTimeout(databaseWaitMax),
  Effect.catchTag("SqlError", ({ reason }) => unreachable(because(reason.cause))),
  Effect.catchDefect((defect) =>
    Cause.isTimeoutError(defect) ? unreachable("it does not answer") : Effect.die(defect)
  )
)
