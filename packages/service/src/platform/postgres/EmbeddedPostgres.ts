/**
 * The embedded database: Postgres from npm in a child process, its data in a folder.
 *
 * It runs as long as the scope. If it dies before, it is started again on the same port. If Node dies
 * before, the kernel stops it, and the next start recovers the data.
 */
import { spawn, spawnSync } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"

import { PgConnection } from "@effect/sql-pg"
import { Clock, Deferred, Duration, Effect, Redacted, Schedule } from "effect"
import type { Option, Scope } from "effect"

import { freePort } from "../freePort.ts"
import { nextWait, restartWaitMin } from "../restartWait.ts"
import { findBinaries } from "./binaries.ts"
import { lockData } from "./dataLock.ts"
import { initCluster, readPassword } from "./initCluster.ts"
import { notStarted } from "./PostgresNotStarted.ts"
import type { PostgresNotStarted } from "./PostgresNotStarted.ts"
import { commandLine, findWrapper, lastLines, logLinesMax } from "./PostgresUser.ts"
import type { Wrapper } from "./PostgresUser.ts"
import { prepareDatabase, serviceUrl, superuserUrl } from "./serviceRole.ts"
import { settings } from "./settings.ts"

export interface Options {
  readonly dataDir: string
  /** If false, a commit does not wait for the disk. For tests only. */
  readonly durable?: boolean
  /** The server must have room for so many connections. Default: `connectionsMaxDefault` of settings.ts. */
  readonly connectionsMax?: number
  /** The npm package with the programs, if it is not the installed one. */
  readonly binaries?: string
}

/** A running server. The URLs contain passwords: never log them. */
export interface EmbeddedPostgres {
  /** The database for the role of the service. */
  readonly url: string
  /** The same database for the owner of the cluster, who may do anything. */
  readonly superuserUrl: string
  readonly port: number
}

/** A crash leaves at most 1 GB of log to replay (max_wal_size), which can take a while. */
const readyWaitMax = Duration.minutes(2)

/** A fast shutdown rolls transactions back and writes a checkpoint. */
const fastStopMax = Duration.seconds(10)

/** An immediate shutdown writes nothing, so the next start replays the log. */
const immediateStopMax = Duration.seconds(2)

/** A server killed with its Node is a zombie until it is reaped, and its backends end after it. */
const predecessorWaitMax = Duration.seconds(10)
const retryInterval = Duration.millis(200)

/** Sentences that Postgres logs while a dead predecessor still holds the data or the port. */
const predecessor =
  /Is another postmaster|pre-existing shared memory block|could not bind IPv4 address/

/** Milliseconds from the end of the server until what it wrote last has surely been read. */
const lastWordsMillisMax = 200

/**
 * One run of the server, from its start to its end. It has its own process session, so Ctrl-C reaches only Node,
 * which stops it in order.
 */
interface Postmaster {
  /** Completes when the server has ended, for any reason, with the last lines of its log. */
  readonly ended: Effect.Effect<ReadonlyArray<string>>
}

interface Run extends Postmaster {
  readonly child: ChildProcess
  readonly ready: Deferred.Deferred<void, PostgresNotStarted>
}

const begin = (wrapper: Wrapper, program: string, args: ReadonlyArray<string>): Run => {
  const [file, words] = commandLine(wrapper, program, args)
  const child = spawn(file, words, {
    ...wrapper.spawnAs,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"]
  })
  const ready = Deferred.makeUnsafe<void, PostgresNotStarted>()
  const ended = Deferred.makeUnsafe<ReadonlyArray<string>>()
  let log: ReadonlyArray<string> = []
  const end = (more: ReadonlyArray<string>) => {
    log = [...log, ...more]
    Deferred.doneUnsafe(ready, notStarted("Postgres does not start:", log))
    Deferred.doneUnsafe(ended, Effect.succeed(log))
  }
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (text.includes("ready to accept connections")) Deferred.doneUnsafe(ready, Effect.void)
    log = [...log, ...lastLines(text)].slice(-logLinesMax)
  })
  child.on("error", (cause) => end([cause.message]))
  // After a kill -9 the backends keep the pipe open for a moment, so its end is waited for only so long. Without any
  // wait, the sentence that says why it ended was sometimes not read yet.
  child.on("exit", () => {
    child.stderr.once("close", () => end([]))
    setTimeout(end, lastWordsMillisMax, [])
  })
  return { child, ready, ended: Deferred.await(ended) }
}

const finish = Effect.fnUntraced(function* ({ child, ended }: Run) {
  const stops = [
    ["SIGINT", fastStopMax],
    ["SIGQUIT", immediateStopMax],
    ["SIGKILL", immediateStopMax]
  ] as const
  for (const [signal, wait] of stops) {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    yield* Effect.timeoutOption(ended, wait)
  }
})

/** Starts the server. It accepts connections when this succeeds, and is stopped with the scope. */
const startPostmaster = (
  wrapper: Wrapper,
  program: string,
  args: ReadonlyArray<string>
): Effect.Effect<Postmaster, PostgresNotStarted, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => begin(wrapper, program, args)),
    finish
  ).pipe(
    Effect.tap(({ ready }) =>
      Deferred.await(ready).pipe(
        Effect.timeoutOrElse({
          duration: readyWaitMax,
          orElse: () => notStarted("Postgres was not ready within two minutes.")
        })
      )
    ),
    Effect.retry({
      while: ({ log }) => log.some((line) => predecessor.test(line)),
      schedule: Schedule.spaced(retryInterval),
      times: Duration.toMillis(predecessorWaitMax) / Duration.toMillis(retryInterval)
    })
  )

/** A fast shutdown of an orphan writes a checkpoint: with 128 MB of buffers a slow disk needs seconds. */
const orphanEndWaitMax = Duration.seconds(10)
const pollInterval = Duration.millis(50)

/** Reads the first line of postmaster.pid, which stays behind after a kill -9. */
const pidIn = (cluster: string): number | undefined => {
  try {
    const [pid] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")
    return Number(pid) > 1 ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/** The command line of a process; empty if it has ended or is a zombie. */
const commandOf = (pid: number): string => {
  if (!existsSync("/proc/self/cmdline")) {
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
  } catch {
    return ""
  }
}

/**
 * Finds a Postgres that outlived its Node: the kernel could not stop it (no setpriv), or it is still shutting
 * down. This process holds the lock of the data, so any server on the data is an orphan. Its process id may have
 * been reused, so it counts only if the command line is that of our server.
 */
const orphanOn = (cluster: string): number | undefined => {
  const pid = pidIn(cluster)
  return pid !== undefined && commandOf(pid).includes(`-D ${cluster} `) ? pid : undefined
}

const isGone = (cluster: string) => Effect.sync(() => orphanOn(cluster) === undefined)

/**
 * Stops an orphan, and waits until it has ended or time is up. In the latter case the following start reports
 * the error.
 */
const stopOrphan = Effect.fnUntraced(function* (cluster: string) {
  const pid = orphanOn(cluster)
  if (pid === undefined) return
  yield* Effect.logInfo(`Postgres (process ${pid}) outlived its service; stopping it first`)
  yield* Effect.try(() => process.kill(pid, "SIGINT")).pipe(Effect.ignore)
  yield* isGone(cluster).pipe(
    Effect.repeat({ until: (gone) => gone, schedule: Schedule.spaced(pollInterval) }),
    Effect.timeoutOption(orphanEndWaitMax)
  )
})

/** Runs a server, and after its end another one, for ever. `ready` tells how the first one started. */
const keepRunning = Effect.fnUntraced(function* (
  start: ReturnType<typeof startPostmaster>,
  ready: Deferred.Deferred<void, PostgresNotStarted>
) {
  const run = Effect.scoped(
    Effect.gen(function* () {
      const { ended } = yield* start
      yield* Deferred.succeed(ready, undefined)
      return yield* notStarted("Postgres has ended by itself; starting it again.", yield* ended)
    })
  )
  let wait = restartWaitMin
  while (true) {
    const since = yield* Clock.currentTimeMillis
    const end = yield* Effect.flip(run)
    const neverRan = yield* Deferred.fail(ready, end)
    if (neverRan) return
    const ran = Duration.millis((yield* Clock.currentTimeMillis) - since)
    yield* Effect.logError(end.message)
    yield* Effect.sleep(wait)
    wait = nextWait(wait, ran)
  }
})

export const start = Effect.fnUntraced(function* (options: Options) {
  const dataDir = resolve(options.dataDir)
  const durable = options.durable ?? true
  const cluster = join(dataDir, "postgres")

  yield* lockData(dataDir)
  const binaries = yield* findBinaries(options.binaries)
  const wrapper = yield* findWrapper(binaries, cluster)
  yield* stopOrphan(cluster)
  yield* initCluster({ dataDir, cluster, durable, binaries, wrapper })
  const password = yield* readPassword(dataDir)
  const port = yield* Effect.catch(freePort, ({ message }) => notStarted(message))

  const args = ["-D", cluster, "-p", String(port), ...settings(durable, options.connectionsMax)]
  const ready = yield* Deferred.make<void, PostgresNotStarted>()
  yield* Effect.forkScoped(keepRunning(startPostmaster(wrapper, binaries.postgres, args), ready))
  yield* Deferred.await(ready)

  yield* prepareDatabase(password, port)
  const running: EmbeddedPostgres = {
    url: serviceUrl(password, port),
    superuserUrl: superuserUrl(password, port),
    port
  }
  return running
})

/** The line of postmaster.pid with the port, from 0: https://www.postgresql.org/docs/18/storage-file-layout.html */
const portLine = 3

const portOf = (dataDir: string): number | undefined => {
  try {
    const file = join(dataDir, "postgres", "postmaster.pid")
    return Number(readFileSync(file, "utf8").split("\n")[portLine]) || undefined
  } catch {
    return undefined
  }
}

/**
 * Finds the embedded Postgres that another process, a service, runs on the same data, and returns its URL, which
 * contains the password; none if no server accepts it. If another program listens on the port of a dead server,
 * it learns nothing: SCRAM never sends the password.
 */
export const findRunning = (dataDir: string): Effect.Effect<Option.Option<string>> =>
  Effect.gen(function* () {
    const folder = resolve(dataDir)
    const port = yield* Effect.fromNullishOr(portOf(folder))
    const password = yield* readPassword(folder)
    const url = serviceUrl(password, port)
    yield* Effect.scoped(PgConnection.make({ url: Redacted.make(url) }))
    return url
  }).pipe(Effect.option)
