/**
 * The database that a backup is restored into: that of `RCPT_DATABASE_URL`, else the embedded one. One that
 * is there is never deleted: it can be moved aside, and comes back if the restore fails.
 */
import { existsSync } from "node:fs"
import { rename } from "node:fs/promises"
import { join, resolve } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Exit, Layer, Redacted } from "effect"
import type { Scope } from "effect"
import type { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { lockData } from "../../platform/postgres/dataLock.ts"
import * as EmbeddedPostgres from "../../platform/postgres/EmbeddedPostgres.ts"
import { because } from "../../platform/postgres/PostgresNotStarted.ts"
import { failed } from "./archive.ts"
import type { BackupFailed } from "./archive.ts"

const clusterOf = (dataDir: string): string => join(resolve(dataDir), "postgres")

const move = (from: string, to: string) =>
  Effect.tryPromise({
    try: () => rename(from, to),
    catch: (error) => failed(`${from} cannot be moved to ${to}: ${because(error)}`)
  })

/** No colon: names of files may not have one everywhere. */
const timeText = Effect.map(Clock.currentTimeMillis, (now) =>
  new Date(now).toISOString().replace(/:|\.\d+/g, "")
)

/** Until the restore has succeeded, the database that was there can come back. */
const moveAside = Effect.fnUntraced(function* (dataDir: string) {
  const cluster = clusterOf(dataDir)
  if (!existsSync(cluster)) return
  yield* Effect.scoped(lockData(dataDir)).pipe(Effect.mapError(({ message }) => failed(message)))
  const time = yield* timeText
  const aside = `${cluster}.replaced-${time}`
  yield* move(cluster, aside)
  yield* Effect.addFinalizer((exit) =>
    Exit.isSuccess(exit)
      ? Effect.logInfo(
          `The database that was there is in ${aside}. Delete it when you need it no more.`
        )
      : Effect.gen(function* () {
          if (existsSync(cluster)) yield* move(cluster, `${cluster}.failed-${time}`)
          yield* move(aside, cluster)
        }).pipe(Effect.ignore)
  )
})

const embedded = (
  dataDir: string,
  replace: boolean
): Effect.Effect<string, BackupFailed, Scope.Scope> =>
  Effect.gen(function* () {
    if (replace) yield* moveAside(dataDir)
    const { url } = yield* EmbeddedPostgres.start({ dataDir })
    return url
  }).pipe(Effect.catchTag("PostgresNotStarted", ({ message }) => Effect.fail(failed(message))))

export const layer = (replace: boolean): Layer.Layer<SqlClient.SqlClient, BackupFailed, Config> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { databaseUrl, dataDir } = yield* Config
      if (databaseUrl !== undefined && replace)
        return yield* failed(
          "--replace is for the embedded database: give RCPT_DATABASE_URL the name of a new one."
        )
      const url = databaseUrl ?? Redacted.make(yield* embedded(dataDir, replace))
      const client = PgClient.layer({ url, applicationName: "rcpt restore", maxConnections: 1 })
      return yield* Effect.catchTag(Layer.build(client), "SqlError", ({ reason }) =>
        Effect.fail(failed(`The database cannot be reached: ${because(reason.cause)}`))
      )
    })
  )
