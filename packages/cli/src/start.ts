/** `rcpt start`: runs the service, with `--lab` against a small internet on this machine. */
import { serve } from "@rcpt/service/main"
import { load } from "@rcpt/service/platform/Config"
import type { Loaded } from "@rcpt/service/platform/Config"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"

import { buildDashboard } from "./dashboard/buildDashboard.ts"
import { dashboardPlace } from "./dashboard/dashboardFolder.ts"

const lab = Flag.Boolean("lab").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Use a small internet on this machine instead of the real one.")
)

/** Loaded only with `--lab`: a service in production never loads it. */
const startLab = Effect.gen(function* () {
  const { start } = yield* Effect.promise(() => import("@rcpt/lab/Lab"))
  const { print } = yield* Effect.promise(() => import("@rcpt/lab/samples"))
  const { printDeep } = yield* Effect.promise(() => import("@rcpt/lab/deepSamples"))
  const { env, samples, deepSamples } = yield* start()
  yield* Console.log(`\n  Addresses to try in the lab, with their results:\n\n${print(samples)}`)
  yield* Console.log(`\n  The same with mode=deep:\n\n${printDeep(deepSamples)}`)
  return env
})

/** Runs in a separate process once the service is ready, so that the service starts without waiting. */
const build = (folder: string) =>
  Effect.andThen(Effect.logInfo("Building the dashboard"), buildDashboard(folder)).pipe(
    Effect.andThen(Effect.logInfo("The dashboard is built")),
    Effect.catchTag("BuildFailed", ({ why }) =>
      Effect.logWarning(`The dashboard could not be built; the API is not affected. ${why}`)
    )
  )

/** If the operator names a folder or turns the dashboard off, nothing is built. */
const serveAll = (loaded: Loaded) =>
  Effect.gen(function* () {
    if (loaded.config.dashboard !== undefined) return yield* serve(loaded)
    const { folder, isBuilt } = yield* dashboardPlace(loaded.config.dataDir)
    const config = { ...loaded.config, dashboard: folder }
    return yield* serve({ ...loaded, config }, isBuilt ? Effect.void : build(folder))
  })

export const start = Command.make("start", { lab }, (flags) =>
  Effect.gen(function* () {
    return yield* serveAll(yield* load(flags.lab ? yield* startLab : {}))
  }).pipe(Effect.scoped)
).pipe(Command.withDescription("Run the service. Everything it needs is included."))
