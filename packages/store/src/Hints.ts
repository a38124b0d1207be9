/**
 * Wake-ups for fibers that otherwise poll: "there is something new". Hints may be lost and are never
 * part of a transaction. Without any of them the service is slower, never wrong.
 */
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Queue, Schedule } from "effect"
import type { Duration } from "effect"

import { alignedSleep } from "./alignedSchedule.ts"

/**
 * `appended`: there are commits to seal. `wanted`: a request waits for a view. `sealed`: the log has
 * grown, and views follow it. `due`: a request has put work into a table, without an event.
 */
type Topic = "appended" | "wanted" | "sealed" | "due"

/**
 * Returns when notified since it last returned, or after about `pollInterval` (alignedSchedule.ts). Many hints count as one.
 * True: there was one.
 */
export type Wait = (pollInterval: Duration.Input) => Effect.Effect<boolean>

export class Hints extends Context.Service<
  Hints,
  {
    /** Gives a hint within this process. The round that seals notifies the other nodes in its own transaction. */
    readonly notify: (topic: Topic) => Effect.Effect<void>
    /**
     * Waits for a hint on any of the topics. Each listener counts for itself: after a hint between two
     * waits, the second returns at once.
     */
    readonly listen: (...topics: ReadonlyArray<Topic>) => Wait
  }
>()("@rcpt/store/Hints") {}

/** Hints within this process; layers that carry hints further build on it. */
export const makeLocal = (): Hints["Service"] => {
  const count: Record<Topic, number> = { appended: 0, wanted: 0, sealed: 0, due: 0 }
  const waiters: Record<Topic, Set<() => void>> = {
    appended: new Set(),
    wanted: new Set(),
    sealed: new Set(),
    due: new Set()
  }

  const notify = (topic: Topic) =>
    Effect.sync(() => {
      count[topic]++
      const woken = waiters[topic]
      waiters[topic] = new Set()
      for (const wake of woken) wake()
    })

  const listen = (...topics: ReadonlyArray<Topic>): Wait => {
    const counted = () => topics.reduce((sum, topic) => sum + count[topic], 0)
    let seen = counted()
    const notified = Effect.callback<boolean>((resume) => {
      const hinted = Effect.succeed(true)
      if (counted() !== seen) return resume(hinted)
      const wake = () => resume(hinted)
      for (const topic of topics) waiters[topic].add(wake)
      return Effect.sync(() => {
        for (const topic of topics) waiters[topic].delete(wake)
      })
    })
    return (pollInterval) =>
      Effect.raceFirst(notified, Effect.as(alignedSleep(pollInterval), false)).pipe(
        Effect.tap(() => Effect.sync(() => (seen = counted())))
      )
  }

  return { notify, listen }
}

/** Hints within this process only. */
export const layerLocal: Layer.Layer<Hints> = Layer.sync(Hints, makeLocal)

/** No hint ever arrives: everything must work by polling alone. */
export const layerNone: Layer.Layer<Hints> = Layer.succeed(Hints, {
  notify: () => Effect.void,
  listen: () => (pollInterval) => Effect.as(Effect.sleep(pollInterval), false)
})

/** Only `sealed` is sent between nodes, by `es.seal`: each node seals its own appends. */
const channel = "rcpt_sealed"

const reconnects = Schedule.spaced("1 second")

/**
 * Hints between the nodes of one database too, by LISTEN and NOTIFY, with one notification per round that seals.
 * A notification in each append would serialize all commits, because PostgreSQL takes a database-wide lock
 * for it. A listener that lost its connection reconnects; until then its node polls.
 */
export const layerPg: Layer.Layer<Hints, never, PgClient.PgClient> = Layer.effect(
  Hints,
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const local = makeLocal()

    const receive = Effect.gen(function* () {
      const notifications = yield* sql.listen(channel)
      // A notification may have been missed before LISTEN.
      yield* local.notify("sealed")
      return yield* Effect.forever(
        Effect.andThen(Queue.take(notifications), local.notify("sealed"))
      )
    }).pipe(Effect.scoped)
    yield* Effect.forkScoped(Effect.retry(receive, reconnects))
    return local
  })
)
