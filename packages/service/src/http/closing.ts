/**
 * Signals that the server is about to shut down. Responses without an end of their own (event streams)
 * must then end, or the server would wait for them until its drain timeout.
 */
import { Context, Effect, Latch, Layer } from "effect"

export class Closing extends Context.Service<
  Closing,
  {
    /** Completes when the shutdown begins. */
    readonly begun: Effect.Effect<void>
    readonly begin: Effect.Effect<void>
  }
>()("@rcpt/service/http/Closing") {}

export const layer: Layer.Layer<Closing> = Layer.sync(Closing, () => {
  const latch = Latch.makeUnsafe()
  return { begun: latch.await, begin: Effect.asVoid(latch.open) }
})

/** Built on top of the server, so its finalizer runs before the server stops. */
export const beginOnShutdown: Layer.Layer<never, never, Closing> = Layer.effectDiscard(
  Effect.flatMap(Closing, ({ begin }) => Effect.addFinalizer(() => begin))
)
