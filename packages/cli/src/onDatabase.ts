/** What an operator's command reads and writes in the database of the settings, without a service. */
import * as auditDatabase from "@rcpt/service/operations/audit/auditDatabase"
import { Config, load } from "@rcpt/service/platform/Config"
import * as log from "@rcpt/service/platform/log"
import { Console, Effect, Layer } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import { CommandFailed, unavailableCode, usageCode } from "./exitCodes.ts"

/** Only the settings of the database matter here. */
const loaded = load().pipe(
  Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
)

const unreachable = (sentence: string) => new CommandFailed({ sentence, code: unavailableCode })

/** `what` a database of an older version does not have, in the plural. */
export const onDatabase = Effect.fnUntraced(function* <A>(
  what: string,
  work: Effect.Effect<A, SqlError.SqlError | CommandFailed, SqlClient.SqlClient>
) {
  const { config, warnings } = yield* loaded
  yield* Effect.forEach(warnings, (warning) => Console.error(warning))
  const settings = Layer.succeed(Config, config)
  return yield* work.pipe(
    Effect.provide(auditDatabase.layer.pipe(Layer.provide(log.layer), Layer.provide(settings))),
    Effect.catchTag("NoLedger", ({ message }) => Effect.fail(unreachable(message))),
    Effect.catchTag("SqlError", () =>
      Effect.fail(
        unreachable(`The database has no ${what}: no service of this version has run on it.`)
      )
    )
  )
})
