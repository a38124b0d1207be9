/**
 * The database of an audit: that of `RCPT_DATABASE_URL`, else the embedded one. If no service has started
 * the embedded one, it is started for the duration of the audit.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"

import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { connectionTo } from "../../platform/databaseLine.ts"
import * as EmbeddedPostgres from "../../platform/postgres/EmbeddedPostgres.ts"
import { because } from "../../platform/postgres/PostgresNotStarted.ts"

export class NoLedger extends Schema.TaggedError<NoLedger>()("NoLedger", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

const noLedger = (reason: string) => new NoLedger({ reason })

const embedded = (dataDir: string): Effect.Effect<string, NoLedger, Scope.Scope> =>
  Effect.gen(function* () {
    const running = yield* EmbeddedPostgres.findRunning(dataDir)
    if (Option.isSome(running)) return running.value
    // A start would create a database where there is none.
    if (!existsSync(join(dataDir, "postgres", "PG_VERSION")))
      return yield* noLedger(
        `There is no database in ${dataDir}, and RCPT_DATABASE_URL is not set.`
      )
    const { url } = yield* EmbeddedPostgres.start({ dataDir })
    return url
  }).pipe(Effect.catchTag("PostgresNotStarted", ({ message }) => Effect.fail(noLedger(message))))

/** Fails where no service of this version has run: only a service migrates, and an audit does not. */
const checkLedger = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly found: boolean; readonly isNew: boolean }>`
    select to_regclass('es.sealed') is not null as found, exists (
      select from pg_attribute where attrelid = to_regclass('es.hold') and attname = 'event_idx') as "isNew"`
  if (!row!.found)
    return yield* noLedger("There is no ledger in this database: no service has run on it yet.")
  if (!row!.isNew)
    return yield* noLedger(
      "The ledger is of an older version: no service of this version has run on its database yet."
    )
})

/** One connection reads the log and makes the views again; on the other Postgres computes the invariants (`audit.ts`). */
const maxConnections = 2

/** No request waits for an audit, so a busy machine may take its time. The driver's own limit is 5 s. */
const connectTimeout = Duration.seconds(30)

const connect = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    const options = { applicationName: "rcpt audit", maxConnections, connectTimeout }
    const client = PgClient.layer({ ...connectionTo(url), ...options })
    const context = yield* Layer.build(client)
    yield* Effect.provide(checkLedger, context)
    return context
  }).pipe(
    Effect.catchTag("SqlError", ({ reason }) =>
      Effect.fail(noLedger(`The database cannot be reached: ${because(reason.cause)}`))
    )
  )

export const layer: Layer.Layer<SqlClient.SqlClient, NoLedger, Config> = Layer.effectContext(
  Effect.gen(function* () {
    const { databaseUrl, dataDir } = yield* Config
    return yield* connect(databaseUrl ?? Redacted.make(yield* embedded(dataDir)))
  })
)
