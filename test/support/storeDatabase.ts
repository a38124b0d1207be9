/** A migrated database of one's own, and the event store on it. */
import { PgClient } from "@effect/sql-pg"
import * as EventStorePg from "@rcpt/store/EventStorePg"
import * as Hints from "@rcpt/store/Hints"
import { migrate } from "@rcpt/store/migrate"
import { Effect, Layer, Redacted } from "effect"

import { freshDatabase } from "./freshDatabase.ts"

export const sqlLayer = Layer.unwrap(
  Effect.map(freshDatabase(), (url) =>
    PgClient.layer({ url: Redacted.make(url), maxConnections: 4 })
  )
)

export const storeLayer = EventStorePg.layer.pipe(
  Layer.provideMerge(Hints.layerLocal),
  Layer.provideMerge(Layer.effectDiscard(migrate).pipe(Layer.provideMerge(sqlLayer)))
)
