/**
 * Says when the server begins to stop: before that, answers that have no end of their own must end,
 * or those in flight would be waited for in vain.
 */
import { Context, Effect, Latch, Layer } from "effect"

export class Closing extends Context.Service<
  Closing,
  {
    /** Returns when it begins. */
    readonly begun: Effect.Effect<void>
    readonly begin: Effect.Effect<void>
  }
>()("@rcpt/service/http/Closing") {}

export const layer: Layer.Layer<Closing> = Layer.sync(Closing, () => {
  const latch = Latch.makeUnsafe()
  return { begun: latch.await, begin: Effect.asVoid(latch.open) }
})

/** Built upon the server, so it is taken down before it. */
export const announced: Layer.Layer<never, never, Closing> = Layer.effectDiscard(
  Effect.flatMap(Closing, ({ begin }) => Effect.addFinalizer(() => begin))
)
