/**
 * The end of the HTTP server, in three steps.
 *
 *   SIGTERM ── begun ──────────── draining ─────────────────── stopped
 *              /readyz is 503     nothing new is accepted,     what is still in flight gets 503
 *              every answer has   event streams end, idle
 *              Connection: close  connections are closed
 *              └ RCPT_SHUTDOWN_DELAY ┘└ as soon as nothing is in flight, 10 s at most ┘
 *
 * The delay is for balancers, which learn from `/readyz` or from the orchestrator that the node leaves,
 * and until then send new connections.
 */
import { Context, Duration, Effect, Latch, Layer } from "effect"

import { Config } from "../platform/Config.ts"
import { Connections } from "./connections.ts"

/** A node stops within 15 s of the delay; requests in flight get this much of it. */
const drainWaitMax = Duration.seconds(10)

export class GracefulShutdown extends Context.Service<
  GracefulShutdown,
  {
    readonly isBegun: () => boolean
    /** Completes when responses without an end of their own (event streams) must end. */
    readonly draining: Effect.Effect<void>
    /** Returns when nothing is in flight any more. */
    readonly close: Effect.Effect<void, never, Config | Connections>
  }
>()("@rcpt/service/http/GracefulShutdown") {}

export const layer: Layer.Layer<GracefulShutdown> = Layer.sync(GracefulShutdown, () => {
  let isBegun = false
  const draining = Latch.makeUnsafe()
  return {
    isBegun: () => isBegun,
    draining: draining.await,
    close: Effect.gen(function* () {
      const { shutdownDelay } = yield* Config
      const { announceEnd, drain } = yield* Connections
      isBegun = true
      yield* announceEnd
      yield* Effect.sleep(shutdownDelay)
      yield* draining.open
      yield* drain(drainWaitMax)
    })
  }
})

/** Built on top of the server, so its finalizer runs while the server still serves. */
export const onShutdown: Layer.Layer<never, never, GracefulShutdown | Config | Connections> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { close } = yield* GracefulShutdown
      const context = yield* Effect.context<Config | Connections>()
      yield* Effect.addFinalizer(() => Effect.provideContext(close, context))
    })
  )
