/**
 * Group commit: items of one key collect while the previous batch of that key is committed, and then
 * are committed together with one lock and one append; each item gets its own outcome. Under load
 * items share the cost of a commit. Without load an item is committed at once, alone.
 *
 * Keys are served round-robin: after each batch a key with more items goes to the end of the queue.
 */
import { Deferred, Effect, Queue } from "effect"
import type { Exit, Scope } from "effect"

export interface Options<Item, A, E> {
  /** Commits a batch; returns one outcome per item, in the same order. */
  readonly commit: (
    key: string,
    items: ReadonlyArray<Item>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>, E>
  /** Batches in progress at once, over all keys: at most the connections of the pool. */
  readonly concurrency: number
  readonly batchMax: number
}

interface Pending<Item, A, E> {
  readonly item: Item
  readonly outcome: Deferred.Deferred<A, E>
}

export type Submit<Item, A, E> = (key: string, item: Item) => Effect.Effect<A, E>

export const make = <Item, A, E>(
  options: Options<Item, A, E>
): Effect.Effect<Submit<Item, A, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    /** A key is in this map exactly while it is queued or being committed. */
    const pendingByKey = new Map<string, Array<Pending<Item, A, E>>>()
    const keyQueue = yield* Queue.unbounded<string>()

    const commitAll = (key: string, batch: ReadonlyArray<Pending<Item, A, E>>) =>
      options
        .commit(
          key,
          batch.map(({ item }) => item)
        )
        .pipe(
          Effect.matchCauseEffect({
            onSuccess: (outcomes) =>
              Effect.forEach(batch, ({ outcome }, i) => Deferred.done(outcome, outcomes[i]!), {
                discard: true
              }),
            onFailure: (cause) =>
              Effect.forEach(batch, ({ outcome }) => Deferred.failCause(outcome, cause), {
                discard: true
              })
          })
        )

    const commitNext = Effect.gen(function* () {
      const key = yield* Queue.take(keyQueue)
      const batch = pendingByKey.get(key)!.splice(0, options.batchMax)
      // Empty when all callers were interrupted.
      if (batch.length > 0) yield* commitAll(key, batch)
      if (pendingByKey.get(key)!.length > 0) yield* Queue.offer(keyQueue, key)
      else pendingByKey.delete(key)
    })

    yield* Effect.forkScoped(
      Effect.all(
        Array.from({ length: options.concurrency }, () => Effect.forever(commitNext)),
        {
          concurrency: "unbounded"
        }
      )
    )

    return (key, item) =>
      Effect.suspend(() => {
        const outcome = Deferred.makeUnsafe<A, E>()
        const pending = { item, outcome }
        const queued = pendingByKey.get(key)
        if (queued === undefined) {
          pendingByKey.set(key, [pending])
          Queue.offerUnsafe(keyQueue, key)
        } else queued.push(pending)
        // If its caller is interrupted, a queued item is dropped. An item in a batch is committed.
        return Deferred.await(outcome).pipe(
          Effect.onInterrupt(() =>
            Effect.sync(() => {
              const remaining = pendingByKey.get(key)
              const index = remaining?.indexOf(pending) ?? -1
              if (index >= 0) remaining!.splice(index, 1)
            })
          )
        )
      })
  })
