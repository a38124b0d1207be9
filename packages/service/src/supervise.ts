/**
 * The service in several processes of one machine. The supervisor does the work that is done once: it runs the
 * database, brings its tables up to date, opens the owner's account and announces where the service is.
 * Then it keeps the workers running, each of which is the whole service (`work` in main.ts).
 *
 *   supervisor ── Postgres (its own, unless RCPT_DATABASE_URL names one)
 *    │ connections in turn, IPC
 *    ├── worker 1 ─┐
 *    ├── worker 2  ├─ actors of one cluster, over sockets on loopback
 *    └── worker 3 ─┘
 *
 * It stops the workers first, then the database. If it is killed, the kernel closes the IPC channels,
 * whereupon Node ends each worker at once, and stops its Postgres as that of any service.
 */
import { Effect, Layer, Redacted, Ref } from "effect"
import { SqlClient } from "effect/sql"

import * as Accounts from "./accounts/Accounts.ts"
import * as ApiKeys from "./accounts/ApiKeys.ts"
import { firstStart } from "./accounts/firstStart.ts"
import { announceOwner, announceReady } from "./operations/announce.ts"
import { Config } from "./platform/Config.ts"
import type { Loaded } from "./platform/Config.ts"
import * as Database from "./platform/Database.ts"
import { freePort } from "./platform/freePort.ts"
import { joinDatabase } from "./platform/joining/joinDatabase.ts"
import * as log from "./platform/log.ts"
import * as serveMetrics from "./platform/metrics/serveMetrics.ts"
import { portsFree } from "./platform/ports.ts"
import * as EmbeddedPostgres from "./platform/postgres/EmbeddedPostgres.ts"
import { connectionsMaxDefault } from "./platform/postgres/settings.ts"
import { connectionsSpare, connectionsWanted, fit } from "./platform/processes/Processes.ts"
import { makeSupervisor } from "./platform/processes/Supervisor.ts"
import * as Workers from "./platform/processes/Workers.ts"
import * as stopDeadline from "./platform/stopDeadline.ts"

/** The default of `superuser_reserved_connections`. */
const superuserReserved = 3

const databaseUrl = Effect.gen(function* () {
  const { databaseUrl: given, dataDir, processes } = yield* Config
  if (given !== undefined) return given
  const wanted = processes * connectionsWanted + connectionsSpare + superuserReserved
  const connectionsMax = Math.max(connectionsMaxDefault, wanted)
  const { url } = yield* EmbeddedPostgres.start({ dataDir, connectionsMax })
  return Redacted.make(url)
})

/**
 * Makes the tables and the owner's account, and closes its connections afterwards. Returns the API key if it was
 * made just now, and how many connections the database has room for.
 */
const prepare = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    const firstKey = yield* Ref.make<string | undefined>(undefined)
    yield* firstStart((secrets) =>
      Effect.andThen(Ref.set(firstKey, secrets.apiKey), announceOwner(secrets))
    )
    return { firstKey: yield* Ref.get(firstKey), room: yield* roomForConnections }
  }).pipe(
    Effect.provide(
      Layer.mergeAll(Accounts.layer, ApiKeys.layer).pipe(Layer.provideMerge(Database.layer(url)))
    )
  )

/** Connections that a role without special rights may open on this server, all together. */
const roomForConnections = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly room: number }>`
    select sum(setting::int * case name when 'max_connections' then 1 else -1 end)::int as room
    from pg_settings
    where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`
).pipe(
  Effect.map(([row]) => row!.room),
  Effect.orDie
)

/** Runs the service. `environment` takes precedence over that of this process, in the workers as well. */
export const supervise = (
  { config, warnings }: Loaded,
  environment: Readonly<Record<string, string>>,
  afterwards: Effect.Effect<void>
) =>
  Effect.gen(function* () {
    yield* Effect.forEach(warnings, (warning) => Effect.logWarning(warning))
    yield* portsFree
    const tellWorkers = yield* serveMetrics.listenForNode
    const url = yield* databaseUrl
    yield* joinDatabase(url)
    const { firstKey: apiKey, room } = yield* prepare(url)
    const { processes, dashboard = null } = config
    const { count, connectionsMax } = fit(processes, room)
    if (count < processes)
      yield* Effect.logWarning(
        `Postgres has room for ${room} connections, enough for ${count} of ${processes} processes. ` +
          `Raise its max_connections, or set RCPT_PROCESSES=${count}.`
      )
    const supervisor = makeSupervisor({
      count,
      connectionsMax,
      databaseUrl: Redacted.value(url),
      environment,
      // Chosen here: a port of the system's choice would change if all workers died together.
      port: config.port === 0 ? yield* freePort : config.port,
      dashboard
    })
    tellWorkers(supervisor)
    const base = yield* Workers.start(supervisor, count, config.shutdownDelay)
    yield* announceReady({ base, apiKey, hasDashboard: dashboard !== "off", role: config.role })
    yield* afterwards
    return yield* Effect.never
  }).pipe(
    Effect.scoped,
    Effect.provide(
      stopDeadline.layer.pipe(
        Layer.provideMerge(log.layer),
        Layer.provideMerge(Layer.succeed(Config, config))
      )
    )
  )
