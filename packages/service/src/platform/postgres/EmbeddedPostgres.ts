/**
 * The embedded database: Postgres from npm in a child process, its data in a folder.
 *
 * It runs as long as the scope. If it dies before, it is started again on the same port. If Node dies
 * before, the kernel stops it, and the next start recovers the data.
 */
import { join, resolve } from "node:path"

import { Clock, Deferred, Duration, Effect } from "effect"

import { freePort } from "../freePort.ts"
import { nextWait, restartWaitMin } from "../restartWait.ts"
import { findBinaries } from "./binaries.ts"
import { lockData } from "./dataLock.ts"
import { initCluster, readPassword } from "./initCluster.ts"
import { notStarted } from "./PostgresNotStarted.ts"
import type { PostgresNotStarted } from "./PostgresNotStarted.ts"
import { findWrapper } from "./PostgresUser.ts"
import { startPostmaster } from "./Postmaster.ts"
import { prepareDatabase, serviceUrl, superuserUrl } from "./serviceRole.ts"
import { settings } from "./settings.ts"
import { stopOrphan } from "./stopOrphan.ts"

export interface Options {
  readonly dataDir: string
  /** False: a commit does not wait for the disk. For tests only. */
  readonly durable?: boolean
  /** Connections that it must have room for. Default: `connectionsMaxDefault` of settings.ts. */
  readonly connectionsMax?: number
  /** The npm package with the programs, where it is not the installed one. */
  readonly binaries?: string
}

/** The URLs contain passwords: never log them. */
export interface EmbeddedPostgres {
  /** The database, as the service uses it. */
  readonly url: string
  /** The same, as the owner of the cluster, who may do anything. */
  readonly superuserUrl: string
  readonly port: number
}

/** Runs a server, and after its end another one, for ever. `ready` tells about the first one. */
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
