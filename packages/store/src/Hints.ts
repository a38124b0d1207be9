/**
 * Wake-ups for fibers that otherwise poll: "there is something new". Hints may be lost and are never
 * part of a transaction. Without any of them the service is slower, never wrong.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue, Schedule } from "effect"
import type { Duration } from "effect"

/** `appended`: there are commits to seal. `sealed`: the log has grown. */
export type Topic = "appended" | "sealed"

/** Returns when poked since it last returned, or after `pollInterval`. Many pokes count as one. */
export type Wait = (pollInterval: Duration.Input) => Effect.Effect<void>

export class Hints extends Context.Service<
  Hints,
  {
    readonly poke: (topic: Topic) => Effect.Effect<void>
    /** Each listener counts for itself: after a poke between two waits, the second returns at once. */
    readonly listen: (topic: Topic) => Wait
  }
>()("@rcpt/store/Hints") {}

const makeLocal = (): Hints["Service"] => {
  const count: Record<Topic, number> = { appended: 0, sealed: 0 }
  const waiters: Record<Topic, Set<() => void>> = { appended: new Set(), sealed: new Set() }

  const poke = (topic: Topic) =>
    Effect.sync(() => {
      count[topic]++
      const woken = waiters[topic]
      waiters[topic] = new Set()
      for (const wake of woken) wake()
    })

  const listen = (topic: Topic): Wait => {
    let seen = count[topic]
    const poked = Effect.callback<void>((resume) => {
      if (count[topic] !== seen) return resume(Effect.void)
      const wake = () => resume(Effect.void)
      waiters[topic].add(wake)
      return Effect.sync(() => waiters[topic].delete(wake))
    })
    return (pollInterval) =>
      Effect.raceFirst(poked, Effect.sleep(pollInterval)).pipe(
        Effect.tap(() => Effect.sync(() => (seen = count[topic])))
      )
  }

  return { poke, listen }
}

/** Within this process. */
export const layerLocal: Layer.Layer<Hints> = Layer.sync(Hints, makeLocal)

/** No hint ever arrives: everything must work by polling alone. */
export const layerNone: Layer.Layer<Hints> = Layer.succeed(Hints, {
  poke: () => Effect.void,
  listen: () => Effect.sleep
})

/** Only this topic is sent between nodes: each node seals its own appends. */
const channel = "rcpt_sealed"

const reconnects = Schedule.spaced("1 second")

/**
 * Also between the nodes of one database, by LISTEN and NOTIFY. The sealer sends one notification per
 * round, outside of any transaction: inside the appends it would serialize all commits (PostgreSQL
 * takes a database-wide lock for it). A listener that lost its connection reconnects; until then its
 * node polls.
 */
export const layerPg: Layer.Layer<Hints, never, PgClient.PgClient> = Layer.effect(
  Hints,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const local = makeLocal()

    const receive = Effect.gen(function* () {
      const notifications = yield* sql.listen(channel)
      // A notification may have been missed before LISTEN.
      yield* local.poke("sealed")
      return yield* Effect.forever(Effect.andThen(Queue.take(notifications), local.poke("sealed")))
    }).pipe(Effect.scoped)
    yield* Effect.forkScoped(Effect.retry(receive, reconnects))

    const notify = sql.notify(channel, "").pipe(Effect.ignore)
    return {
      listen: local.listen,
      poke: (topic) =>
        topic === "sealed" ? Effect.andThen(local.poke(topic), notify) : local.poke(topic)
    }
  })
)
