/**
 * Orders of one key gather while an earlier batch of that key is being committed, and then go
 * together: one lock, one append, an outcome for each. Under load this turns the price of a commit
 * into a share of one; when it is quiet an order goes at once, alone.
 *
 * Keys take turns: one whose orders keep coming goes to the end of the line after each batch.
 */
import { Deferred, Effect, Queue } from "effect"
import type { Exit, Scope } from "effect"

export interface Options<Order, A, E> {
  /** Commits a batch; answers an outcome for each order, in the same order. */
  readonly commit: (
    key: string,
    orders: ReadonlyArray<Order>
  ) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>, E>
  /** Batches under way at once, over all keys: no more than the pool has connections. */
  readonly concurrency: number
  readonly batchMax: number
}

interface Waiting<Order, A, E> {
  readonly order: Order
  readonly outcome: Deferred.Deferred<A, E>
}

export type Submit<Order, A, E> = (key: string, order: Order) => Effect.Effect<A, E>

export const make = <Order, A, E>(
  options: Options<Order, A, E>
): Effect.Effect<Submit<Order, A, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    /** A key is in this map exactly while it is in line or being committed. */
    const waiting = new Map<string, Array<Waiting<Order, A, E>>>()
    const line = yield* Queue.unbounded<string>()

    const commitAll = (key: string, batch: ReadonlyArray<Waiting<Order, A, E>>) =>
      options
        .commit(
          key,
          batch.map(({ order }) => order)
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
      const key = yield* Queue.take(line)
      const batch = waiting.get(key)!.splice(0, options.batchMax)
      // Empty when all who had asked have left.
      if (batch.length > 0) yield* commitAll(key, batch)
      if (waiting.get(key)!.length > 0) yield* Queue.offer(line, key)
      else waiting.delete(key)
    })

    yield* Effect.forkScoped(
      Effect.all(
        Array.from({ length: options.concurrency }, () => Effect.forever(commitNext)),
        {
          concurrency: "unbounded"
        }
      )
    )

    return (key, order) =>
      Effect.suspend(() => {
        const outcome = Deferred.makeUnsafe<A, E>()
        const entry = { order, outcome }
        const queued = waiting.get(key)
        if (queued === undefined) {
          waiting.set(key, [entry])
          Queue.offerUnsafe(line, key)
        } else queued.push(entry)
        // An order that nobody waits for any more is not started. Once in a batch it is carried out.
        return Deferred.await(outcome).pipe(
          Effect.onInterrupt(() =>
            Effect.sync(() => {
              const orders = waiting.get(key)
              const at = orders?.indexOf(entry) ?? -1
              if (at >= 0) orders!.splice(at, 1)
            })
          )
        )
      })
  })
