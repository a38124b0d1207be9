/**
 * "Something has happened, look now": wake-ups for whoever else would look at the next tick of a
 * clock. Lossy by design, and never part of a transaction: losing every one of them makes us slower,
 * never wrong.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue, Schedule } from "effect"
import type { Duration } from "effect"

/** `appended`: there are commits to seal. `sealed`: the log has grown. */
export type Topic = "appended" | "sealed"

/** Returns when poked since it last did, or when the floor has passed. Many pokes count as one. */
export type Wait = (floor: Duration.Input) => Effect.Effect<void>

export class Hints extends Context.Service<
  Hints,
  {
    readonly poke: (topic: Topic) => Effect.Effect<void>
    /** Each listener has a memory of its own: a poke between two waits ends the second at once. */
    readonly listen: (topic: Topic) => Wait
  }
>()("@rcpt/store/Hints") {}

const makeLocal = (): Hints["Service"] => {
  const count: Record<Topic, number> = { appended: 0, sealed: 0 }
  const waiting: Record<Topic, Set<() => void>> = { appended: new Set(), sealed: new Set() }

  const poke = (topic: Topic) =>
    Effect.sync(() => {
      count[topic]++
      const woken = waiting[topic]
      waiting[topic] = new Set()
      for (const wake of woken) wake()
    })

  const listen = (topic: Topic): Wait => {
    let seen = count[topic]
    const poked = Effect.callback<void>((resume) => {
      if (count[topic] !== seen) return resume(Effect.void)
      const wake = () => resume(Effect.void)
      waiting[topic].add(wake)
      return Effect.sync(() => waiting[topic].delete(wake))
    })
    return (floor) =>
      Effect.raceFirst(poked, Effect.sleep(floor)).pipe(
        Effect.tap(() => Effect.sync(() => (seen = count[topic])))
      )
  }

  return { poke, listen }
}

/** Within this process. */
export const layerLocal: Layer.Layer<Hints> = Layer.sync(Hints, makeLocal)

/** None ever arrives: everything must work by polling alone. */
export const layerDeaf: Layer.Layer<Hints> = Layer.succeed(Hints, {
  poke: () => Effect.void,
  listen: () => Effect.sleep
})

/** Only this topic crosses nodes: each node seals by itself what it appended. */
const channel = "rcpt_sealed"

const listenAgain = Schedule.spaced("1 second")

/**
 * Between the nodes of one database too, by LISTEN and NOTIFY. The notice is sent by the sealer, once
 * a round, outside every transaction: in the appends it would make all commits queue (PostgreSQL
 * takes a database-wide lock for it). A listener that is cut off listens again; meanwhile we poll.
 */
export const layerPg: Layer.Layer<Hints, never, PgClient.PgClient> = Layer.effect(
  Hints,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const local = makeLocal()

    const hear = Effect.gen(function* () {
      const notices = yield* sql.listen(channel)
      // Something may have been said while nobody listened.
      yield* local.poke("sealed")
      return yield* Effect.forever(Effect.andThen(Queue.take(notices), local.poke("sealed")))
    }).pipe(Effect.scoped)
    yield* Effect.forkScoped(Effect.retry(hear, listenAgain))

    const tell = sql.notify(channel, "").pipe(Effect.ignore)
    return {
      listen: local.listen,
      poke: (topic) =>
        topic === "sealed" ? Effect.andThen(local.poke(topic), tell) : local.poke(topic)
    }
  })
)
