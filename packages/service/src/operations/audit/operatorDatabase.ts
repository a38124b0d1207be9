/**
 * The database of an operator's command that changes something: found as for an audit, and written as
 * the service writes it.
 */
import type { EventStore } from "@rcpt/store/EventStore"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { Config } from "../../platform/Config.ts"
import { WriteSql } from "../../platform/Database.ts"
import * as auditDatabase from "./auditDatabase.ts"

/** Fails on a database of an older version: only a service migrates. */
const isCurrent = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly found: boolean }>`select to_regclass('session') is not null as found`
).pipe(
  Effect.flatMap(([row]) =>
    row!.found
      ? Effect.void
      : new auditDatabase.NoLedger({
          reason: "The database is that of an older version: start the service on it once."
        })
  )
)

// Hints stay within this process: nodes find the new events by polling, a moment later.
export const layer: Layer.Layer<
  EventStore | WriteSql | SqlClient.SqlClient,
  auditDatabase.NoLedger | SqlError.SqlError,
  Config
> = EventStorePg.layer.pipe(
  Layer.provide(Hints.layerLocal),
  Layer.merge(Layer.effect(WriteSql, SqlClient.SqlClient)),
  Layer.merge(Layer.effectDiscard(isCurrent)),
  Layer.provideMerge(auditDatabase.layer)
)
