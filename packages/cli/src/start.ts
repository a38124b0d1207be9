/**
 * `rcpt start`: runs the service, with `--lab` against a simulated internet on this machine. With
 * `RCPT_PROCESSES` above 1 this process is the supervisor of several: see service/src/supervise.ts.
 */
import { execFile } from "node:child_process"
import cluster from "node:cluster"
import { promisify } from "node:util"

import { announce } from "@rcpt/service/operations/announce"
import { load } from "@rcpt/service/platform/Config"
import type { Loaded } from "@rcpt/service/platform/Config"
import { answersRequests } from "@rcpt/service/platform/config/role"
import { join } from "@rcpt/service/platform/processes/join"
import { Data, Effect } from "effect"
import { Command } from "effect/cli"

import { dashboardPlace, repository } from "./builds.ts"
import { keepBackups } from "./keepBackups.ts"
import { booleanFlag } from "./serverFlags.ts"

const lab = booleanFlag("lab", "Use a simulated internet on this machine instead of the real one.")

/** Loaded only with `--lab`: a service in production never loads it. */
const startLab = Effect.gen(function* () {
  const { start } = yield* Effect.promise(() => import("@rcpt/lab/Lab"))
  const { print } = yield* Effect.promise(() => import("@rcpt/lab/samples"))
  const { printDeep } = yield* Effect.promise(() => import("@rcpt/lab/deepSamples"))
  const { env, samples, deepSamples } = yield* start()
  yield* announce(
    [
      "",
      "  Addresses to try in the lab, with their results:",
      "",
      print(samples),
      "",
      "  The same with mode=deep, and the credits that each costs:",
      "",
      printDeep(deepSamples)
    ],
    "Addresses to try in the lab",
    {
      fast: samples.map(({ address }) => address),
      deep: deepSamples.map(({ address }) => address)
    }
  )
  return env
})

class BuildFailed extends Data.TaggedError("BuildFailed")<{ readonly why: string }> {}

const execute = promisify(execFile)
const builder = `${repository}/packages/tools/src/buildDashboard.ts`

/** The dashboard is built in another process once the service is ready, so that the service starts without waiting. */
const build = (folder: string) =>
  Effect.logInfo("Building the dashboard").pipe(
    Effect.andThen(
      Effect.tryPromise({
        try: (signal) => execute(process.execPath, [builder, folder], { signal }),
        catch: (error) => new BuildFailed({ why: String(Object(error).stderr).trim() })
      })
    ),
    Effect.andThen(Effect.logInfo("The dashboard is built")),
    Effect.catchTag("BuildFailed", ({ why }) =>
      Effect.logWarning(`The dashboard could not be built; the API is not affected. ${why}`)
    )
  )

/** If the operator names a folder or turns the dashboard off, nothing is built. */
const withDashboard = (loaded: Loaded) => {
  if (loaded.config.dashboard !== undefined) return { loaded, afterwards: Effect.void }
  if (!answersRequests(loaded.config.role)) {
    const config = { ...loaded.config, dashboard: "off" as const }
    return { loaded: { ...loaded, config }, afterwards: Effect.void }
  }
  const { folder, isBuilt } = dashboardPlace(loaded.config.dataDir)
  const config = { ...loaded.config, dashboard: folder }
  return { loaded: { ...loaded, config }, afterwards: isBuilt ? Effect.void : build(folder) }
}

/** A supervisor loads little of the service, and a service in one process nothing of the supervisor. */
const serveAll = (environment: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { loaded, afterwards: dashboard } = withDashboard(yield* load(environment))
    const backups = keepBackups(loaded.config)
    const afterwards = Effect.all([dashboard, backups], { concurrency: 2, discard: true })
    if (loaded.config.processes === 1) {
      const { serve } = yield* Effect.promise(() => import("@rcpt/service/main"))
      return yield* serve(loaded, afterwards)
    }
    const { supervise } = yield* Effect.promise(() => import("@rcpt/service/supervise"))
    return yield* supervise(loaded, environment, afterwards)
  })

/** The lab of a worker is that of its supervisor. */
const workForSupervisor = Effect.gen(function* () {
  const joined = yield* join
  const { work } = yield* Effect.promise(() => import("@rcpt/service/main"))
  return yield* work(yield* load(joined.role.environment), joined)
})

export const start = Command.make("start", { lab }, (flags) =>
  Effect.gen(function* () {
    if (cluster.isWorker) return yield* workForSupervisor
    return yield* serveAll(flags.lab ? yield* startLab : {})
  }).pipe(Effect.scoped)
).pipe(Command.withDescription("Run the service. Everything it needs is included."))
