/** Lets an operator's command change the database of the settings, without a service. */
import * as operatorDatabase from "@rcpt/service/operations/audit/operatorDatabase"
import { Config } from "@rcpt/service/platform/Config"
import { WriteSql } from "@rcpt/service/platform/Database"
import * as log from "@rcpt/service/platform/log"
import { Console, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { interruptedCode } from "./exitCodes.ts"
import { loaded, lost, unreachable } from "./readDatabase.ts"

/** An interrupted command must not report success: the exit code is 0 only after the work. */
export const writeDatabase = Effect.fnUntraced(function* <A, E>(
  work: Effect.Effect<
    A,
    E,
    Layer.Success<typeof operatorDatabase.layer> | Config | SqlClient.SqlClient
  >
) {
  process.exitCode = interruptedCode
  const { config, warnings } = yield* loaded
  yield* Effect.forEach(warnings, (warning) => Console.error(warning))
  const database = operatorDatabase.layer.pipe(
    Layer.provide(log.layer),
    Layer.provideMerge(Layer.succeed(Config, config))
  )
  const withReads = Layer.effect(SqlClient.SqlClient, WriteSql).pipe(Layer.provideMerge(database))
  const done = yield* work.pipe(
    Effect.provide(withReads),
    Effect.catchTags({
      NoLedger: ({ message }: { readonly message: string }) => Effect.fail(unreachable(message)),
      SqlError: lost,
      StoreUnavailable: lost
    } as never)
  )
  process.exitCode = 0
  return done
})
