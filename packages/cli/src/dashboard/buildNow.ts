/**
 * Builds the dashboard and prints its folder: `node packages/cli/bin/run.mjs dashboard`. Into a folder
 * that is named, as a container image does it, it is always built.
 */
import { Console, Effect } from "effect"

import { buildDashboard } from "./buildDashboard.ts"
import { dashboardPlace } from "./dashboardFolder.ts"

const [named] = process.argv.slice(2)

const place =
  named === undefined ? dashboardPlace(".rcpt") : Effect.succeed({ folder: named, isBuilt: false })

const program = Effect.gen(function* () {
  const { folder, isBuilt } = yield* place
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
