/** `rcpt start`: the service, and with `--lab` a small internet for it to live in. */
import { load } from "@rcpt/service/Config"
import type { Loaded } from "@rcpt/service/Config"
import { serve } from "@rcpt/service/main"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"

import { buildDashboard } from "./dashboard/buildDashboard.ts"
import { dashboardPlace } from "./dashboard/dashboardFolder.ts"

const lab = Flag.Boolean("lab").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Ask a small internet on this machine instead of the real one.")
)

/** Loaded only when asked for: a service in production never sees it. */
const startLab = Effect.gen(function* () {
  const { start } = yield* Effect.promise(() => import("@rcpt/lab/Lab"))
  const { print } = yield* Effect.promise(() => import("@rcpt/lab/samples"))
  const { printDeep } = yield* Effect.promise(() => import("@rcpt/lab/deepSamples"))
  const { env, samples, deepSamples } = yield* start()
  yield* Console.log(`\n  Addresses of the lab, and how they end:\n\n${print(samples)}`)
  yield* Console.log(`\n  The same with mode=deep:\n\n${printDeep(deepSamples)}`)
  return env
})

/** The service comes first: it is ready while its dashboard is still being built, by a process beside. */
const build = (folder: string) =>
  Effect.andThen(Effect.logInfo("Building the dashboard"), buildDashboard(folder)).pipe(
    Effect.andThen(Effect.logInfo("The dashboard is built")),
    Effect.catchTag("BuildFailed", ({ why }) =>
      Effect.logWarning(`The dashboard could not be built; the API is not affected. ${why}`)
    )
  )

/** Where the operator names a folder, or wants none, nothing is built. */
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
).pipe(Command.withDescription("Run the service; everything that it needs comes with it."))
