/**
 * Whether the database is safe to keep a ledger in. It is looked at as a client sees it, on a connection of its own:
 * how it is set up, not what is in it. Nothing is written, and an embedded database that does not run is not started.
 */
import { PgConnection } from "@effect/sql-pg"
import { partitionSize } from "@rcpt/store/partitions"
import { Cause, Duration, Effect, Option, Redacted, Schema } from "effect"

import { Config } from "../../platform/Config.ts"
import { clockAheadOf, clockQuery } from "../../platform/databaseClock.ts"
import { connectionTo, lineOf } from "../../platform/databaseLine.ts"
import type { Line } from "../../platform/databaseLine.ts"
import { decodeRows } from "../../platform/decodeRows.ts"
import { failureOf } from "../../platform/joining/connectFailures.ts"
import {
  isExcluded,
  lastOfOldNumbering,
  oldNumberingQuery,
  versionMin
} from "../../platform/joining/mayJoin.ts"
import type { Level } from "../../platform/joining/mayJoin.ts"
import { latestMigrations } from "../../platform/migrate.ts"
import { nodeSilenceMax } from "../../platform/nodeName.ts"
import { findRunning } from "../../platform/postgres/EmbeddedPostgres.ts"
import { plainRole } from "../../platform/postgres/serviceRole.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { wrongClocksQuery } from "../admin/nodes.ts"
import { overdueQuery } from "../retention/tableFacts.ts"
import type { Kept } from "../retention/tableFacts.ts"
import { note, ok, problem, warning } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import { connectionsFreeMin, databaseConnectWaitMax, databaseWaitMax } from "./limits.ts"

interface Applied {
  /** 0: there is no table of migrations, so no service has run on this database. */
  readonly applied: number
  readonly latest: number
}

const Settings = Schema.Struct({
  /** The version as in `server_version_num`: 180004. */
  versionNumber: Schema.Int,
  version: Schema.String,
  fsync: Schema.String,
  synchronousCommit: Schema.String,
  connectionsMax: Schema.Int,
  connectionsUsed: Schema.Int,
  isSuperuser: Schema.Boolean,
  database: Schema.String,
  /** The version of TLS on this connection, such as TLSv1.3. */
  encryption: Schema.NullOr(Schema.String),
  hasService: Schema.Boolean,
  hasStore: Schema.Boolean,
  hasProxies: Schema.Boolean,
  hasClocks: Schema.Boolean,
  hasPartitions: Schema.Boolean
})

export interface Reached extends Omit<
  typeof Settings.Type,
  "hasService" | "hasStore" | "hasProxies" | "hasClocks" | "hasPartitions"
> {
  readonly _tag: "reached"
  readonly isEmbedded: boolean
  readonly line: Pick<Line, "mode" | "isLocal">
  readonly migrations: { readonly service: Applied; readonly store: Applied }
  /** Tables with rows that should have gone. Empty also if the tables are of another release. */
  readonly overdue: ReadonlyArray<string>
  /** Commits that the partitions of the log have room for; undefined: its release has none. */
  readonly commitsFree: number | undefined
  /** Peers of all nodes that name clients as a proxy does, and are not trusted. */
  readonly untrustedProxies: ReadonlyArray<string>
  /** Its clock minus ours, milliseconds. */
  readonly clockOffset: number
  /** Running nodes whose clock is wrong: by how many milliseconds it is ahead of the database's. */
  readonly wrongClocks: ReadonlyArray<WrongClock>
  /** Its migrations have the numbers from before 1.0.0. */
  readonly isOldNumbering: boolean
  /** The oldest program that may run on the tables; `undefined`: they name none. */
  readonly oldest: Level | undefined
}

export type DatabaseLearnt =
  | Reached
  | { readonly _tag: "notRunning" }
  /** `why`: a sentence with the way on, as at the start of the service. */
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
    (select version from pg_stat_ssl where pid = pg_backend_pid()) as encryption,
    to_regclass('service_migrations') is not null as "hasService",
    to_regclass('store_migrations') is not null as "hasStore",
    exists (select from pg_attribute where attrelid = to_regclass('node')
      and attname = 'untrusted_proxy') as "hasProxies",
    exists (select from pg_attribute where attrelid = to_regclass('node')
      and attname = 'clock_ahead_ms') as "hasClocks",
    to_regprocedure('es.partitions_end()') is not null as "hasPartitions"`

const proxiesQuery = `
  select distinct untrusted_proxy as peer from node where untrusted_proxy is not null
    and seen_at > now() - make_interval(secs => ${Duration.toSeconds(nodeSilenceMax)})
  order by 1`

const proxiesIn = (connection: PgConnection.PgConnection, exists: boolean) =>
  exists
    ? Effect.map(
        decodePeers(Effect.map(connection.query(proxiesQuery), ({ rows }) => rows)),
        (rows) => rows.map(({ peer }) => peer)
      )
    : Effect.succeed([])

const decodePeers = decodeRows(Schema.Struct({ peer: Schema.String }))

const partitionsQuery = `
  select (es.partitions_end() - last_value)::float8 as "commitsFree" from es.commit_commit_id_seq`
const WrongClock = Schema.Struct({ name: Schema.String, ahead: Schema.Int })
export type WrongClock = typeof WrongClock.Type

const decodeClocks = decodeRows(WrongClock)

const clocksIn = (connection: PgConnection.PgConnection, exists: boolean) =>
  exists
    ? decodeClocks(Effect.map(connection.query(wrongClocksQuery), ({ rows }) => rows))
    : Effect.succeed([])

const oldestQuery = "select service, store from oldest_program"

const oldestIn = (connection: PgConnection.PgConnection, exists: boolean) =>
  exists ? levelIn(connection, oldestQuery) : Effect.succeed(undefined)

/** Returns the only row of a result. */
const firstRow = <A>(row: Schema.Decoder<A>) => {
  const decode = decodeRows(row)
  return (connection: PgConnection.PgConnection, query: string) =>
    Effect.map(decode(Effect.map(connection.query(query), ({ rows }) => rows)), ([first]) => first!)
}

const settingsIn = firstRow(Settings)
const migrationsIn = firstRow(Schema.Struct({ applied: Schema.Int }))
const numberingIn = firstRow(Schema.Struct({ isOld: Schema.Boolean }))
const partitionsIn = firstRow(Schema.Struct({ commitsFree: Schema.Finite }))
const levelIn = firstRow(Schema.Struct({ service: Schema.Int, store: Schema.Int }))
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
  kept: Kept,
  { service, store }: Reached["migrations"]
) =>
  [service, store].every(({ applied, latest }) => applied === latest)
    ? decodeOverdue(Effect.map(connection.query(overdueQuery(kept)), ({ rows }) => rows)).pipe(
        Effect.map((rows) => rows.map(({ table }) => table))
      )
    : Effect.succeed([])

const clockOffsetOf = (connection: PgConnection.PgConnection) =>
  Effect.map(clockAheadOf(clockIn(connection, clockQuery)), (ahead) => 0 - ahead)

const look = (url: Redacted.Redacted, isEmbedded: boolean) =>
  Effect.gen(function* () {
    const kept = yield* Config
    const connection = yield* PgConnection.make({
      ...connectionTo(url),
      applicationName: "rcpt doctor",
      connectTimeout: databaseConnectWaitMax
    })
    const { hasService, hasStore, hasProxies, hasClocks, hasPartitions, ...more } =
      yield* settingsIn(connection, settingsQuery)
    const latest = yield* latestMigrations
    const service = yield* appliedIn(connection, "service_migrations", hasService)
    const store = yield* appliedIn(connection, "store_migrations", hasStore)
    const migrations = {
      service: { applied: service, latest: latest.service },
      store: { applied: store, latest: latest.store }
    }
    return {
      _tag: "reached",
      isEmbedded,
      line: lineOf(url),
      ...more,
      migrations,
      overdue: yield* overdueIn(connection, kept, migrations),
      commitsFree: hasPartitions
        ? (yield* partitionsIn(connection, partitionsQuery)).commitsFree
        : undefined,
      untrustedProxies: yield* proxiesIn(connection, hasProxies),
      // Both come with the same migration.
      wrongClocks: yield* clocksIn(connection, hasClocks),
      isOldNumbering: hasService && (yield* numberingIn(connection, oldNumberingQuery)).isOld,
      oldest: yield* oldestIn(connection, hasClocks),
      clockOffset: yield* clockOffsetOf(connection)
    } satisfies Reached
  }).pipe(Effect.scoped)

const unreachable = (why: string) => Effect.succeed({ _tag: "unreachable", why } as const)

/** The sentence of the start: about a certificate, a password or a name, too. */
const lookOrSay = (url: Redacted.Redacted, isEmbedded: boolean) =>
  look(url, isEmbedded).pipe(
    readTimeout(databaseWaitMax),
    Effect.catchTag("SqlError", (error) =>
      unreachable(failureOf(error, Redacted.value(url)).sentence)
    ),
    Effect.catchDefect((defect) =>
      Cause.isTimeoutError(defect)
        ? unreachable("The database does not answer: start it, or correct RCPT_DATABASE_URL.")
        : Effect.die(defect)
    )
  )

export const learnDatabase: Effect.Effect<DatabaseLearnt, never, Config> = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* Config
  if (databaseUrl !== undefined) return yield* lookOrSay(databaseUrl, false)
  const running = yield* findRunning(dataDir)
  if (Option.isNone(running)) return { _tag: "notRunning" } as const
  return yield* lookOrSay(Redacted.make(running.value), true)
})

const versionOf = ({ versionNumber, version }: Reached): Finding =>
  versionNumber >= versionMin
    ? ok("db.version", `It is Postgres ${version}.`)
    : problem(
        "db.version",
        `It is Postgres ${version}, which is too old.`,
        "Bring it to version 15 or newer."
      )

const migrationsOf = ({
  migrations: { service, store },
  isOldNumbering,
  oldest
}: Reached): Finding => {
  if (isOldNumbering)
    return problem(
      "db.migrations",
      `Its tables are of a program from before 1.0.0, of which commit ${lastOfOldNumbering} was the last.`,
      "Write a backup with `rcpt backup`, and restore it into a new database with `rcpt restore`."
    )
  const both = [service, store]
  if (both.every(({ applied }) => applied === 0))
    return note("db.migrations", "It is empty: a service makes its tables when it first starts.")
  const states = `service ${service.applied} of ${service.latest}, store ${store.applied} of ${store.latest}`
  if (both.some(({ applied, latest }) => applied > latest))
    return isExcluded({ service: service.latest, store: store.latest }, oldest)
      ? problem(
          "db.migrations",
          `Its tables are of a newer release, which this program must not write to (${states}).`,
          "Update this installation: it does not start on them."
        )
      : warning(
          "db.migrations",
          `Its tables are of a newer release, beside which this program still runs (${states}).`,
          "Update this installation too."
        )
  if (both.some(({ applied, latest }) => applied < latest))
    return warning(
      "db.migrations",
      `Its tables are of an older release (${states}).`,
      "Start the service: it brings them up to date."
    )
  return ok("db.migrations", `Its tables are up to date (${states}).`)
}

const durabilityOf = ({ fsync, synchronousCommit }: Reached): Finding => {
  if (fsync !== "on")
    return problem(
      "db.durability",
      "fsync is off: a power failure can destroy the ledger.",
      "Set fsync = on in postgresql.conf, and reload it."
    )
  return synchronousCommit === "off"
    ? warning(
        "db.durability",
        "synchronous_commit is off: a crash can undo charges that were already answered for.",
        "Set synchronous_commit = on, for the server or for this database."
      )
    : ok("db.durability", "It keeps what it has confirmed (fsync and synchronous_commit are on).")
}

const connectionsOf = ({ connectionsMax, connectionsUsed }: Reached): Finding => {
  const free = connectionsMax - connectionsUsed
  return free >= connectionsFreeMin
    ? ok("db.connections", `${free} of ${connectionsMax} connections are free.`)
    : warning(
        "db.connections",
        `Only ${free} of ${connectionsMax} connections are free; a node wants about twenty.`,
        "Raise max_connections, or find out which programs hold so many."
      )
}

const retentionOf = ({ overdue }: Reached): Finding =>
  overdue.length === 0
    ? ok("db.retention", "No table has rows that should have gone.")
    : warning(
        "db.retention",
        `Rows that should have gone a day ago are still in ${overdue.join(", ")}.`,
        "See in the log why they could not be deleted; a database that is too slow is one reason."
      )

const partitionsOf = ({ commitsFree }: Reached): Finding | ReadonlyArray<Finding> => {
  if (commitsFree === undefined) return []
  const free = `${commitsFree.toLocaleString("en")} more commits`
  return commitsFree >= partitionSize
    ? ok("db.partitions", `The partitions of its log have room for ${free}.`)
    : warning(
        "db.partitions",
        `The partitions of its log have room for only ${free}, and then nothing can be written.`,
        "See in the log why the next one could not be made; the role must own the tables of schema es."
      )
}

/** The name of the role that should replace a superuser. */
const plainRoleName = "rcpt_app"

const roleOf = ({ isSuperuser, database }: Reached): Finding =>
  isSuperuser
    ? warning(
        "db.role",
        "rcpt uses it as a superuser: a fault of rcpt could change anything on that server.",
        `Have a superuser run these statements in it, and name ${plainRoleName} in RCPT_DATABASE_URL.`,
        plainRole(plainRoleName, database).join("; ")
      )
    : ok("db.role", "We use it as a role without special rights.")

const verify =
  "Set sslmode=verify-full in RCPT_DATABASE_URL, and RCPT_DATABASE_CA_FILE where the server has an authority of its own."

const lineFinding = ({ line: { mode, isLocal }, encryption }: Reached): Finding => {
  // A server behind a proxy that ends the encryption sees none.
  const isEncrypted = encryption !== null || (mode !== "disable" && mode !== "prefer")
  const how = `${encryption ?? "TLS"}, sslmode=${mode}`
  if (!isEncrypted)
    return isLocal
      ? ok("db.line", "The connection is not encrypted, and does not leave this machine.")
      : warning(
          "db.line",
          "The connection is not encrypted: the network sees addresses and the password's exchange.",
          verify
        )
  if (mode === "verify-full")
    return ok("db.line", `The connection is encrypted, and the server was verified (${how}).`)
  return mode === "verify-ca"
    ? ok(
        "db.line",
        `The connection is encrypted, and the server's certificate was verified, but not its name (${how}).`
      )
    : warning(
        "db.line",
        `The connection is encrypted, but the server was not verified (${how}): another one could take its place.`,
        verify
      )
}

const judges = [
  versionOf,
  lineFinding,
  migrationsOf,
  durabilityOf,
  connectionsOf,
  retentionOf,
  partitionsOf,
  roleOf
]

export const judgeDatabase = (learnt: DatabaseLearnt): ReadonlyArray<Finding> => {
  switch (learnt._tag) {
    case "notRunning":
      return [
        note("db", "No service runs here, and neither does its database: it was not looked at.")
      ]
    case "unreachable":
      return [problem("db", "The database cannot be reached.", learnt.why)]
    case "reached":
      return [
        ok("db", learnt.isEmbedded ? "The embedded database answers." : "The database answers."),
        ...judges.flatMap((judge) => judge(learnt))
      ]
  }
}
