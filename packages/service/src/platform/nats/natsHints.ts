/**
 * Hints between nodes over NATS, in place of LISTEN and NOTIFY: a process then keeps no connection to
 * Postgres for them. A hint may be lost, as NATS loses those that no node listens for: while it is down, none is
 * sent or kept, and all nodes poll.
 */
import * as Hints from "@rcpt/store/Hints"
import { Effect, Layer } from "effect"

import { Nats } from "./Nats.ts"

/** The subject of hints that a round has sealed commits, without content. Other nodes need no other hint. */
const subject = "rcpt.hints.sealed"

export const layer: Layer.Layer<Hints.Hints, never, Nats> = Layer.effect(
  Hints.Hints,
  Effect.gen(function* () {
    const nats = yield* Nats
    const local = Hints.makeLocal()
    let publish: (() => void) | undefined

    const receive = Effect.gen(function* () {
      const connection = yield* nats.connection
      const wake = Effect.runForkWith(yield* Effect.context())
      const callback = (): void => void wake(local.notify("sealed"))
      yield* Effect.acquireRelease(
        Effect.sync(() => connection.subscribe(subject, { callback })),
        (subscription) => Effect.sync(() => subscription.unsubscribe())
      )
      publish = () => {
        // A client that is not connected would keep them all for later.
        if (nats.state() === "up" && !connection.isClosed()) connection.publish(subject)
      }
      return yield* Effect.never
    })
    yield* Effect.forkScoped(Effect.scoped(receive))

    return {
      listen: local.listen,
      notify: (topic) =>
        Effect.andThen(
          local.notify(topic),
          Effect.sync(() => {
            if (topic === "sealed") publish?.()
          })
        )
    }
  })
)
