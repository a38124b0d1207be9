/**
 * A Postgres as an operator has it who has changed nothing: `initdb`, and its postgresql.conf as it is,
 * but for the address. The embedded one has settings that suit the service (postgres/settings.ts); whoever
 * works there alone may still be lame here.
 */
import { spawn } from "node:child_process"
import { join } from "node:path"

import { freePort } from "@rcpt/service/platform/freePort"
import { findBinaries } from "@rcpt/service/platform/postgres/binaries"
import { initCluster, readPassword } from "@rcpt/service/platform/postgres/initCluster"
import { commandLine, findWrapper } from "@rcpt/service/platform/postgres/PostgresUser"
import {
  prepareDatabase,
  serviceUrl,
  superuserUrl
} from "@rcpt/service/platform/postgres/serviceRole"
import { Deferred, Effect } from "effect"
import type { Scope } from "effect"

import { tempFolder } from "./tempFolder.ts"

/** How Postgres is told to end: SIGINT fast and in order, SIGQUIT without writing anything. */
export type StopSignal = "SIGINT" | "SIGQUIT"

export interface PlainPostgres {
  /** As the service uses it: by a role that owns its database and is no superuser. */
  readonly url: string
  readonly superuserUrl: string
  readonly port: number
  /** Has the password, and below it the cluster's files. */
  readonly dataDir: string
  /** Starts it again after `stop` or a crash; returns when it accepts connections. */
  readonly start: Effect.Effect<void>
  readonly isRunning: () => boolean
  /** Returns when the server has ended. */
  readonly stop: (signal: StopSignal) => Effect.Effect<void>
}

/** Where a cluster's files are, below the folder with its password. */
export const clusterOf = (dataDir: string): string => join(dataDir, "postgres")

interface Server {
  readonly ready: Effect.Effect<void>
  readonly ended: Effect.Effect<void>
  readonly isRunning: () => boolean
  readonly signal: (signal: NodeJS.Signals) => void
}

/** Also of a standby, until it is promoted. */
const isReady = /ready to accept (?:read-only )?connections/

/** With it dies Postgres: see PostgresUser.ts. */
const run = (file: string, args: ReadonlyArray<string>, as: object): Server => {
  const child = spawn(file, args, { ...as, detached: true, stdio: ["ignore", "ignore", "pipe"] })
  const ready = Deferred.makeUnsafe<void>()
  const ended = Deferred.makeUnsafe<void>()
  let log = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-10_000)
    if (isReady.test(log)) Deferred.doneUnsafe(ready, Effect.void)
  })
  child.on("exit", () => {
    Deferred.doneUnsafe(ready, Effect.die(new Error(`Postgres has not started:\n${log}`)))
    Deferred.doneUnsafe(ended, Effect.void)
  })
  return {
    ready: Deferred.await(ready),
    ended: Deferred.await(ended),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (signal) => void child.kill(signal)
  }
}

/** A server on existing files, which runs until the scope closes. `settings`: as in postgresql.conf. */
export const serve = Effect.fnUntraced(function* (
  dataDir: string,
  settings: Readonly<Record<string, string>> = {}
) {
  const cluster = clusterOf(dataDir)
  const binaries = yield* findBinaries()
  const wrapper = yield* findWrapper(binaries, cluster)
  const port = yield* freePort
  const address = { port: String(port), listen_addresses: "127.0.0.1", unix_socket_directories: "" }
  const chosen = Object.entries({ ...address, ...settings })
  const options = chosen.flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const [file, args] = commandLine(wrapper, binaries.postgres, ["-D", cluster, ...options])
  let server: Server | undefined
  const start = Effect.suspend(() => {
    server = run(file, args, wrapper.spawnAs)
    return server.ready
  })
  const stop = (signal: StopSignal) =>
    Effect.suspend(() => {
      server?.signal(signal)
      return server?.ended ?? Effect.void
    })
  yield* Effect.acquireRelease(start, () => stop("SIGQUIT"))
  const password = yield* readPassword(dataDir)
  const running: PlainPostgres = {
    url: serviceUrl(password, port),
    superuserUrl: superuserUrl(password, port),
    port,
    dataDir,
    start,
    isRunning: () => server?.isRunning() === true,
    stop
  }
  return running
}, Effect.orDie)

/** A new cluster, with the role and the empty database of the service. Default: a folder of its own. */
export const create = (folder?: string): Effect.Effect<PlainPostgres, never, Scope.Scope> =>
  Effect.gen(function* () {
    const dataDir = folder ?? (yield* tempFolder())
    const cluster = clusterOf(dataDir)
    const binaries = yield* findBinaries()
    const wrapper = yield* findWrapper(binaries, cluster)
    yield* initCluster({ dataDir, cluster, durable: false, binaries, wrapper })
    const running = yield* serve(dataDir)
    yield* prepareDatabase(yield* readPassword(dataDir), running.port)
    return running
  }).pipe(Effect.orDie)
