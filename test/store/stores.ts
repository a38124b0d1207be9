/** All implementations of the event store, for the tests of their common contract. */
import type { EventStore } from "@rcpt/store/EventStore"
import * as Hints from "@rcpt/store/Hints"
import { Layer } from "effect"

import { storeLayer } from "../support/storeDatabase.ts"
import * as EventStoreMemory from "../support/storeMemory/EventStoreMemory.ts"

type Store = Layer.Layer<EventStore | Hints.Hints, unknown>

export const stores: ReadonlyArray<readonly [name: string, layer: Store]> = [
  ["on Postgres", storeLayer],
  ["in memory", EventStoreMemory.layer.pipe(Layer.provideMerge(Hints.layerLocal))]
]

/** Real time: writers on Postgres wait for locks, which a test clock does not affect. */
export const live = { excludeTestServices: true } as const
