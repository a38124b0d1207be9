/** How long appends take, and how they end. All appends of the service pass here. */
import { EventStore } from "@rcpt/store/EventStore"
import { StoreUnavailable } from "@rcpt/store/EventStore"
import { isLocked } from "@rcpt/store/unavailable"
import { Cause, Effect, Exit, Layer, Option } from "effect"

import { metricTable } from "./metricTable.ts"

/** `refused`: the decision, or a version that has moved; nothing was written, and all is well. */
const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "done"
  if (Cause.hasInterruptsOnly(exit.cause)) return "cancelled"
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  if (isLocked(error)) return "locked"
  return error === undefined || error instanceof StoreUnavailable ? "failed" : "refused"
}

const timed = <A, E, R>(append: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const startedAt = performance.now()
    return Effect.onExit(append, (exit) => {
      const seconds = (performance.now() - startedAt) / 1_000
      metricTable.appendSeconds.record({ outcome: outcomeOf(exit) }, seconds)
      return Effect.void
    })
  })

/** The store that it is provided with, measured. */
export const layer: Layer.Layer<EventStore, never, EventStore> = Layer.effect(
  EventStore,
  Effect.map(EventStore, (store) => ({
    ...store,
    transact: (keys, decide, lockWait) => timed(store.transact(keys, decide, lockWait)),
    append: (append, lockWait) => timed(store.append(append, lockWait))
  }))
)
