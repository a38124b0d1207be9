/**
 * Group commit: items of one key collect while the previous batch of that key is committed, and then
 * are committed together with one lock and one append; each item gets its own outcome. Under load
 * items share the cost of a commit. Without load an item is committed at once, alone.
 *
 * Keys are served round-robin: after each batch a key with more items goes to the end of the queue. A
 * key that another writer has locked can be made to wait apart, so that it takes no worker from others.
 *
 * An item is a plain record with a callback: under load there are thousands a second, and a fiber or a
 * timer for each costs more than its share of the commit.
 */
import { Cause, Clock, Duration, Effect, Exit, Latch, Option, Queue } from "effect"
import type { Scope } from "effect"

/** Commits a batch; returns one outcome per item, in the same order. */
type Commit<Item, A, E> = (
  key: string,
  items: ReadonlyArray<Item>
) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>, E>

interface Options<Item, A, E> {
  readonly commit: Commit<Item, A, E>
  /** Batches in progress at once, over all keys: at most the connections of the pool. */
  readonly concurrency: number
  readonly batchMax: number
  /**
   * Absent: a batch that meets a lock waits for it in its place. Present: it makes room for the other
   * keys, and is committed by workers of their own, which wait a little each time.
   */
  readonly whenLocked?: {
    readonly isLocked: (error: E) => boolean
    readonly commit: Commit<Item, A, E>
    readonly concurrency: number
  }
  /** How long a caller waits, and its error then. Absent: it waits until its outcome is there. */
  readonly timeout?: { readonly after: Duration.Duration; readonly error: () => E }
}

interface Pending<Item, A, E> {
  readonly key: string
  readonly item: Item
  /** Epoch milliseconds. */
  readonly deadline: number
  /** Absent once the caller has its outcome, or is gone. */
  reply: ((outcome: Exit.Exit<A, E>) => void) | undefined
}

type Submit<Item, A, E> = (key: string, item: Item) => Effect.Effect<A, E>

const settle = <Item, A, E>(pending: Pending<Item, A, E>, outcome: Exit.Exit<A, E>): void => {
  pending.reply?.(outcome)
  pending.reply = undefined
}

/** Commits a batch and returns whether each item has its outcome; false: it met a lock, and nothing was written. */
const commitAll = <Item, A, E>(
  commit: Commit<Item, A, E>,
  key: string,
  batch: ReadonlyArray<Pending<Item, A, E>>,
  isLocked: (error: E) => boolean = () => false
): Effect.Effect<boolean> =>
  commit(
    key,
    batch.map(({ item }) => item)
  ).pipe(
    Effect.matchCause({
      onSuccess: (outcomes) => {
        batch.forEach((pending, i) => settle(pending, outcomes[i]!))
        return true
      },
      onFailure: (cause) => {
        const error = Cause.findErrorOption(cause)
        if (Option.isSome(error) && isLocked(error.value)) return false
        for (const pending of batch) settle(pending, Exit.failCause(cause))
        return true
      }
    })
  )

const forkWorkers = (count: number, work: Effect.Effect<void>) =>
  Effect.forEach(Array.from({ length: count }), () => Effect.forkScoped(Effect.forever(work)), {
    discard: true
  })

export const make = <Item, A, E>(
  options: Options<Item, A, E>
): Effect.Effect<Submit<Item, A, E>, never, Scope.Scope> =>
  Effect.gen(function* () {
    /** A key is in this map exactly while it is queued or being committed. */
    const pendingByKey = new Map<string, Array<Pending<Item, A, E>>>()
    const keyQueue = yield* Queue.unbounded<string>()
    /** Keys that met a lock. */
    const lockedQueue = yield* Queue.unbounded<string>()
    const { whenLocked } = options
    const expire = options.timeout && (yield* makeExpiry<Item, A, E>(options.timeout))

    const commitNext = (queue: Queue.Queue<string>, commit: Commit<Item, A, E>) =>
      Effect.gen(function* () {
        const key = yield* Queue.take(queue)
        // Items whose caller is gone are left out.
        const all = pendingByKey.get(key)!.filter(({ reply }) => reply !== undefined)
        const batch = all.splice(0, options.batchMax)
        pendingByKey.set(key, all)
        const isSettled =
          batch.length === 0 || (yield* commitAll(commit, key, batch, whenLocked?.isLocked))
        if (!isSettled) pendingByKey.set(key, [...batch, ...pendingByKey.get(key)!])
        if (pendingByKey.get(key)!.length > 0)
          yield* Queue.offer(isSettled ? queue : lockedQueue, key)
        else pendingByKey.delete(key)
      })

    yield* forkWorkers(options.concurrency, commitNext(keyQueue, options.commit))
    if (whenLocked !== undefined)
      yield* forkWorkers(whenLocked.concurrency, commitNext(lockedQueue, whenLocked.commit))

    const enqueue = (pending: Pending<Item, A, E>): void => {
      const queued = pendingByKey.get(pending.key)
      if (queued === undefined) {
        pendingByKey.set(pending.key, [pending])
        Queue.offerUnsafe(keyQueue, pending.key)
      } else queued.push(pending)
    }

    return (key, item) =>
      Effect.withFiber((fiber) => {
        const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
        const deadline = options.timeout ? now + Duration.toMillis(options.timeout.after) : Infinity
        return Effect.callback<A, E>((resume) => {
          const pending: Pending<Item, A, E> = { key, item, deadline, reply: resume }
          enqueue(pending)
          expire?.(pending)
          // If its caller is interrupted, a queued item is dropped. An item in a batch is committed.
          return Effect.sync(() => {
            pending.reply = undefined
          })
        })
      })
  })

/** One fiber that waits for the oldest deadline. All items wait equally long, so it is the first one. */
const makeExpiry = <Item, A, E>({ error }: { readonly error: () => E }) =>
  Effect.gen(function* () {
    let waiting: Array<Pending<Item, A, E>> = []
    const hasWaiting = Latch.makeUnsafe()

    const expireDue = Effect.gen(function* () {
      yield* hasWaiting.await
      const now = yield* Clock.currentTimeMillis
      for (const pending of waiting)
        if (pending.deadline <= now) settle(pending, Exit.fail(error()))
      waiting = waiting.filter(({ reply }) => reply !== undefined)
      if (waiting.length === 0) hasWaiting.closeUnsafe()
      else yield* Effect.sleep(waiting[0]!.deadline - now)
    })
    // After the scope is closed nothing is committed any more.
    let isClosed = false
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        isClosed = true
        for (const pending of waiting) settle(pending, Exit.fail(error()))
      })
    )
    yield* Effect.forkScoped(Effect.forever(expireDue))

    return (pending: Pending<Item, A, E>): void => {
      if (isClosed) return settle(pending, Exit.fail(error()))
      waiting.push(pending)
      hasWaiting.openUnsafe()
    }
  })
