/**
 * The session of a node: a connection that is open as long as the node runs, and holds a lock that shows it. A
 * node with RCPT_CLUSTER_HOST shares the lock, one without takes it alone. So nodes that would not know of each
 * other never run on one database, each with the whole pace of every mail server. The lock of a node that was
 * killed is free at once, since the kernel closes its connection.
 */
import { PgConnection } from "@effect/sql-pg"
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import { Clock, Deferred, Duration, Effect, Redacted, Schedule } from "effect"
import type { Scope } from "effect"
import type { SqlError } from "effect/sql"

import { memberLock } from "../advisoryKeys.ts"
import { Config } from "../Config.ts"
import { timeouts } from "../Database.ts"
import { clockAheadOf, clockQuery } from "../databaseClock.ts"
import { connectionTo } from "../databaseLine.ts"
import { latestMigrations } from "../migrate.ts"
import { nodeSilenceMax } from "../nodeName.ts"
import { StartRefused } from "../StartRefused.ts"
import { failureOf } from "./connectFailures.ts"
import { oldNumberingQuery, refusalOf } from "./mayJoin.ts"

/** A server that we do not run may be up later than we are. */
const serverWaitMax = Duration.seconds(60)

/** Postgres notices within milliseconds that a client has died, and within 11 s that its machine has. */
const lockWaitMax = Duration.seconds(3)

/** The time between two questions whether the session still lives. */
const lookEvery = Duration.seconds(5)

/** Seconds and probes: a machine that is gone has no lock after 5 + 3 × 2 s. The kernel's default is hours. */
const keepAlive = {
  tcp_keepalives_idle: "5",
  tcp_keepalives_interval: "2",
  tcp_keepalives_count: "3"
}

const connect = (url: Redacted.Redacted) =>
  PgConnection.make({
    ...connectionTo(url),
    applicationName: "rcpt node",
    connectTimeout: "3 seconds",
    startupParameters: { ...timeouts, ...keepAlive }
  })

/** A table that is in a database only while a backup is restored into it (operations/backup/restoreArchive.ts). */
export const unfinishedTable = "restore_unfinished"

const learnQuery = `
  select current_setting('server_version_num')::int as "versionNumber",
    current_setting('server_version') as version,
    current_setting('idle_in_transaction_session_timeout') <> '0' as "keepsSettings",
    to_regclass('${unfinishedTable}') is not null as "isHalfRestored",
    to_regclass('oldest_program') is not null as "hasTables"`

const only = <A>(connection: PgConnection.PgConnection, query: string) =>
  Effect.map(connection.query(query, [], false), ({ rows }) => rows[0] as A)

const processId = (connection: PgConnection.PgConnection) =>
  Effect.map(
    only<{ readonly id: number }>(connection, "select pg_backend_pid() as id"),
    ({ id }) => id
  )

const questions = 3

const learn = Effect.fnUntraced(function* (
  connection: PgConnection.PgConnection,
  url: Redacted.Redacted
) {
  const { hasTables, ...settings } = yield* only<{
    readonly versionNumber: number
    readonly version: string
    readonly keepsSettings: boolean
    readonly isHalfRestored: boolean
    readonly hasTables: boolean
  }>(connection, learnQuery)
  const other = yield* connect(url)
  const ours: Array<number> = []
  const theirs: Array<number> = []
  for (let asked = 0; asked < questions; asked++) {
    ours.push(yield* processId(connection))
    theirs.push(yield* processId(other))
  }
  return {
    ...settings,
    processIds: [ours, theirs] as const,
    clockAhead: yield* clockAheadOf(only(connection, clockQuery)),
    isOldNumbering:
      hasTables && (yield* only<{ readonly isOld: boolean }>(connection, oldNumberingQuery)).isOld,
    oldest: hasTables
      ? yield* only<{ readonly service: number; readonly store: number }>(
          connection,
          "select service, store from oldest_program"
        )
      : undefined
  }
}, Effect.scoped)

/** Finds the names of the other nodes, as far as they have written them down. */
const othersQuery = `
  select name from node
  where seen_at > now() - make_interval(secs => ${Duration.toSeconds(nodeSilenceMax)})
  order by seen_at desc`

const othersOf = (connection: PgConnection.PgConnection) =>
  connection.query(othersQuery, [], false).pipe(
    Effect.map(({ rows }) => rows.map(({ name }) => String(name))),
    Effect.orElseSucceed((): ReadonlyArray<string> => [])
  )

const conflict = (clusterHost: string | undefined, others: ReadonlyArray<string>) => {
  const who = others.length === 0 ? "" : ` (${others.join(", ")})`
  return new StartRefused({
    sentence:
      clusterHost === undefined
        ? `Another node works on this database${who}, and without RCPT_CLUSTER_HOST the two would not know ` +
          "of each other: set it on every node, to the name or address by which the others reach that node."
        : `Another node works on this database${who} without RCPT_CLUSTER_HOST, so the two would not know of ` +
          "each other: stop it, and set RCPT_CLUSTER_HOST there too."
  })
}

const takeLock = Effect.fnUntraced(function* (connection: PgConnection.PgConnection) {
  const { clusterHost } = yield* Config
  const kind = clusterHost === undefined ? "" : "_shared"
  const take = only<{ readonly taken: boolean }>(
    connection,
    `select pg_try_advisory_lock${kind}(${memberLock.join(", ")}) as taken`
  )
  const { taken } = yield* Effect.repeat(take, {
    until: ({ taken }) => taken,
    schedule: Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: lockWaitMax }))
  })
  if (!taken) return yield* conflict(clusterHost, yield* othersOf(connection))
})

/** Joins the database, and runs until the connection breaks. */
const session = (url: Redacted.Redacted, joined: Deferred.Deferred<void, StartRefused>) =>
  Effect.gen(function* () {
    const connection = yield* connect(url)
    const refusal = refusalOf(yield* learn(connection, url), yield* latestMigrations)
    if (refusal !== undefined) return yield* new StartRefused({ sentence: refusal })
    yield* takeLock(connection)
    yield* Deferred.succeed(joined, undefined)
    return yield* Effect.repeat(connection.query("select 1"), alignedSchedule(lookEvery))
  }).pipe(Effect.scoped)

/** Says what has ended a session or kept it from beginning. */
const failureIn = (error: StartRefused | SqlError.SqlError, url: Redacted.Redacted) =>
  error._tag === "StartRefused"
    ? { sentence: error.sentence, isPassing: false }
    : failureOf(error, Redacted.value(url))

/**
 * Keeps a session, with a new one after each loss. Before the node has joined, a failure that does not pass ends
 * the start; afterwards it is only logged.
 */
const keepSession = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  joined: Deferred.Deferred<void, StartRefused>,
  waitMax: Duration.Duration
) {
  const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(waitMax)
  let said: string | undefined
  while (true) {
    const { sentence, isPassing } = failureIn(yield* Effect.flip(session(url, joined)), url)
    const isStart = !(yield* Deferred.isDone(joined))
    const isLate = (yield* Clock.currentTimeMillis) >= end
    if (isStart && (!isPassing || isLate))
      return yield* Deferred.fail(joined, new StartRefused({ sentence }))
    // A database that is lost for a moment is reported by the code that needs it.
    if (sentence !== said && (isStart || !isPassing))
      yield* isStart
        ? Effect.logWarning(`${sentence} Waiting for it, ${Duration.format(waitMax)} at most.`)
        : Effect.logError(sentence)
    said = sentence
    yield* Effect.sleep(isStart ? Duration.seconds(1) : lookEvery)
  }
})

/** Joins the database, and returns when this node may work on it. The node leaves with the scope. */
export const joinDatabase = (
  url: Redacted.Redacted,
  waitMax = serverWaitMax
): Effect.Effect<void, StartRefused, Config | Scope.Scope> =>
  Effect.gen(function* () {
    const joined = yield* Deferred.make<void, StartRefused>()
    yield* Effect.forkScoped(keepSession(url, joined, waitMax))
    yield* Deferred.await(joined)
  })
