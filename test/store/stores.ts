/** Every event store that there is: the contract is one, whoever keeps it. */
import type { EventStore } from "@rcpt/store/EventStore"
import * as EventStoreMemory from "@rcpt/store/EventStoreMemory"
import * as Hints from "@rcpt/store/Hints"
import { Layer } from "effect"

import { storeLayer } from "../support/storeDatabase.ts"

type Store = Layer.Layer<EventStore | Hints.Hints, unknown>

export const stores: ReadonlyArray<readonly [name: string, layer: Store]> = [
  ["on Postgres", storeLayer],
  ["in memory", EventStoreMemory.layer.pipe(Layer.provideMerge(Hints.layerLocal))]
]

/** Waiting is real: a writer on Postgres waits for locks, which no test clock moves. */
export const live = { excludeTestServices: true } as const
