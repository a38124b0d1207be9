/**
 * Builds the dashboard and prints its folder: `node packages/cli/bin/run.mjs dashboard`, for container
 * images.
 */
import { Console, Effect } from "effect"

import { buildDashboard } from "./buildDashboard.ts"
import { dashboardPlace } from "./dashboardFolder.ts"

const program = Effect.gen(function* () {
  const { folder, isBuilt } = yield* dashboardPlace(".rcpt")
  if (!isBuilt) yield* buildDashboard(folder)
  yield* Console.log(folder)
}).pipe(
  Effect.catchTag("BuildFailed", ({ why }) =>
    Effect.andThen(
      Console.error(why),
      Effect.sync(() => (process.exitCode = 1))
    )
  )
)

await Effect.runPromise(program)
