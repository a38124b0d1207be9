/** Layers with a fresh database, all migrations, and the event store on it. */
import { PgClient } from "@effect/sql-pg"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { Effect, Layer, Redacted } from "effect"

import { emptyDatabase, freshDatabase } from "./freshDatabase.ts"

const clientOf = (database: typeof freshDatabase) =>
  Layer.unwrap(
    Effect.map(database(), (url) => PgClient.layer({ url: Redacted.make(url), maxConnections: 4 }))
  )

export const sqlLayer = clientOf(freshDatabase)

/** Without tables. */
export const emptySqlLayer = clientOf(emptyDatabase)

export const storeLayer = EventStorePg.layer.pipe(
  Layer.provideMerge(Hints.layerLocal),
  Layer.provideMerge(sqlLayer)
)
