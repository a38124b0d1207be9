/** Layers with a fresh database, all migrations, and the event store on it. */
import { PgClient } from "@effect/sql-pg"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { Effect, Layer, Redacted } from "effect"

import { asSuperuser, emptyDatabase, freshDatabase } from "./freshDatabase.ts"

const clientOf = (database: typeof freshDatabase) =>
  Layer.unwrap(
    Effect.map(database(), (url) => PgClient.layer({ url: Redacted.make(url), maxConnections: 4 }))
  )

export const sqlLayer = clientOf(freshDatabase)

/** Without tables. */
export const emptySqlLayer = clientOf(emptyDatabase)

/** The event store on a database. */
export const storeOn = (sql: typeof sqlLayer) =>
  EventStorePg.layer.pipe(Layer.provideMerge(Hints.layerLocal), Layer.provideMerge(sql))

export const storeLayer = storeOn(sqlLayer)

/** For who tampers with it past its triggers. */
export const superuserSqlLayer = clientOf(() => Effect.map(freshDatabase(), asSuperuser))

export const superuserStoreLayer = storeOn(superuserSqlLayer)
