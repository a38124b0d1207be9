/** Lets an operator's command read and write the database of the settings, without a service. */
import * as auditDatabase from "@rcpt/service/operations/audit/auditDatabase"
import * as operatorDatabase from "@rcpt/service/operations/audit/operatorDatabase"
import { Config, load } from "@rcpt/service/platform/Config"
import * as log from "@rcpt/service/platform/log"
import { because } from "@rcpt/service/platform/postgres/PostgresNotStarted"
import { Console, Effect, Layer } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

import { CommandFailed, unavailableCode, usageCode } from "./exitCodes.ts"

/** Only the settings of the database matter here. */
export const loaded = load().pipe(
  Effect.mapError(({ message }) => new CommandFailed({ sentence: message, code: usageCode }))
)

export const unreachable = (sentence: string) =>
  new CommandFailed({ sentence, code: unavailableCode })

/** Prints the warnings of the settings, and fails with a sentence where there is no database of ours. */
export const withDatabase = Effect.fnUntraced(function* <A, E>(
  work: Effect.Effect<A, E, Layer.Success<typeof auditDatabase.layer> | Config>
) {
  const { config, warnings } = yield* loaded
  yield* Effect.forEach(warnings, (warning) => Console.error(warning))
  const database = auditDatabase.layer.pipe(
    Layer.provide(log.layer),
    Layer.provide(Layer.succeed(Config, config)),
    Layer.catchTag("NoLedger", ({ message }) =>
      Layer.effectContext(Effect.fail(unreachable(message)))
    )
  )
  return yield* work.pipe(Effect.provide(database), Effect.provideService(Config, config))
})

/** As much of a `StoreUnavailable` as its words need. */
interface StoreAway {
  readonly _tag: "StoreUnavailable"
  readonly cause: unknown
}

/** Fails with the words of the database: whether it is away, or has refused what was asked. */
export const lost = (error: SqlError.SqlError | StoreAway) => {
  const isAway = error._tag === "StoreUnavailable" || error.reason._tag === "ConnectionError"
  return Effect.fail(
    unreachable(
      isAway
        ? `Lost the connection to the database (${because(error)}). Run the command again.`
        : `The database refused it: ${because(error)}`
    )
  )
}

/** A schema, table, column or function that an older version does not have, as SQLSTATE has it. */
const missing: ReadonlySet<unknown> = new Set(["3F000", "42P01", "42703", "42883"])

/** The same for what changes something, as a service does. */
export const withOperatorDatabase = Effect.fnUntraced(function* <A, E>(
  work: Effect.Effect<
    A,
    E,
    Layer.Success<typeof operatorDatabase.layer | typeof auditDatabase.layer> | Config
  >
) {
  const { config, warnings } = yield* loaded
  yield* Effect.forEach(warnings, (warning) => Console.error(warning))
  const database = operatorDatabase.layer.pipe(
    Layer.provide(log.layer),
    Layer.provide(Layer.succeed(Config, config)),
    Layer.catchTag("NoLedger", ({ message }) =>
      Layer.effectContext(Effect.fail(unreachable(message)))
    ),
    Layer.catchTag("SqlError", (error) => Layer.effectContext(lost(error)))
  )
  return yield* work.pipe(Effect.provide(database), Effect.provideService(Config, config))
})

/** `what` a database of an older version does not have, in the plural. */
export const readDatabase = <A>(
  what: string,
  work: Effect.Effect<A, SqlError.SqlError | CommandFailed, SqlClient.SqlClient>
) =>
  Effect.catchTag(withDatabase(work), "SqlError", (error) =>
    missing.has(Object(error.reason.cause).code)
      ? Effect.fail(
          unreachable(`The database has no ${what}: no service of this version has run on it.`)
        )
      : lost(error)
  )
