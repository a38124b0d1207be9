/** Says in the log when the nodes that live cannot do all of the work, because of their roles. */
import { Duration, Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql"

import { members, missingRole } from "./members.ts"

/** Long enough for the others to start, and to be heard of, before one of them is missed. */
const lookEvery = Duration.seconds(20)

/** Runs for ever. A sentence is said once, until it has changed. */
export const watchRoles: Effect.Effect<unknown, never, SqlClient.SqlClient> = Effect.suspend(() => {
  let said: string | undefined
  const look = Effect.gen(function* () {
    const missing = missingRole(yield* members)
    if (missing !== undefined && missing !== said) yield* Effect.logWarning(missing)
    said = missing
  }).pipe(Effect.catchCause((cause) => Effect.logDebug("Nodes could not be read", cause)))
  return Effect.repeat(Effect.andThen(Effect.sleep(lookEvery), look), Schedule.forever)
})
