/**
 * A cache of values that take time to load. Each key is loaded once for all callers that ask
 * meanwhile. A load runs to its end even when its callers leave, so its value is there for the next.
 *
 * Above `keysMax` keys, the least recently used key is dropped.
 */
import { Clock, Context, Duration, Effect, Exit, Hash } from "effect"

import { lifetimeJitter } from "../limits.ts"
import { boundedCache } from "./boundedCache.ts"
import type { Deadline } from "./Deadline.ts"

/** The part of the jitter that a name gets, from 0 to below 1. With 0 the lifetime stays whole. */
const partOf = (name: string): number => (Hash.string(name) & 0xffff) / 0x10000

/**
 * Shortens a lifetime by up to `lifetimeJitter`, so that values that were cached together do not expire together.
 * The same name always gets the same cut, so a test can say when a value expires.
 */
export const jittered = (lifetime: Duration.Duration, name: string): Duration.Duration =>
  Duration.millis(Math.round(Duration.toMillis(lifetime) * (1 - lifetimeJitter * partOf(name))))

interface Limits<A> {
  /** The lifetime counts from the end of the load. With zero the value is not cached: the next caller loads again. */
  readonly lifetimeOf: (value: A, key: string) => Duration.Duration
  readonly keysMax: number
}

export interface CacheOptions<A extends {}> extends Limits<A> {
  /** A load has to end by its own time limit: the cache never interrupts it. `isAhead`: `loadAhead` has started it. */
  readonly load: (key: string, isAhead: boolean) => Effect.Effect<A>
}

/** Options for loads that need no fiber: a question to DNS costs less than a fiber. */
interface CallbackCacheOptions<A extends {}> extends Limits<A> {
  /** Starts the load, which calls `done` once, by its own time limit. */
  readonly begin: (
    key: string,
    context: Context.Context<never>,
    done: (exit: Exit.Exit<A>) => void,
    isAhead: boolean
  ) => void
}

interface CachedValue<A> {
  readonly value: A
  /** When the value expires, in epoch milliseconds. */
  readonly until: number
}

/** A key being loaded. Waiters are functions: a fiber for each would cost as much as DNS. */
interface PendingLoad<A> {
  readonly waiters: Set<(exit: Exit.Exit<A>) => void>
  exit: Exit.Exit<A> | undefined
}

/** How long a caller waits, and its value when it stops waiting. The load continues. */
export interface WaitLimit<B> {
  readonly deadline: Deadline
  readonly orElse: () => B
}

const awaitLoad = <A, B>(
  pending: PendingLoad<A>,
  context: Context.Context<never>,
  limit: WaitLimit<B> | undefined
): Effect.Effect<A | B> =>
  Effect.callback((resume) => {
    if (pending.exit !== undefined) return resume(pending.exit)
    const cancel = limit?.deadline.onReached(context, () => resume(Effect.sync(limit.orElse)))
    const waiter = (exit: Exit.Exit<A>) => {
      cancel?.()
      resume(exit)
    }
    pending.waiters.add(waiter)
    return Effect.sync(() => {
      cancel?.()
      pending.waiters.delete(waiter)
    })
  })

export interface SharedCache<A> {
  /** The cached value. This is no effect, which would take a fiber: nearly every row of a list is in the cache. */
  readonly known: (key: string, now: number) => A | undefined
  readonly get: <B = never>(key: string, limit?: WaitLimit<B>) => Effect.Effect<A | B>
  /** Loads the key, if it is neither known nor being loaded, for a caller that needs it later. */
  readonly loadAhead: (key: string) => Effect.Effect<void>
  /** The call starts the load and the effect only waits, so a caller that needs several keys needs one fiber. */
  readonly getNow: <B = never>(
    context: Context.Context<never>,
    key: string,
    limit?: WaitLimit<B>
  ) => Effect.Effect<A | B>
}

export const makeSharedCache = <A extends {}>({
  load,
  ...limits
}: CacheOptions<A>): SharedCache<A> =>
  makeCallbackCache({
    ...limits,
    begin: (key, context, done, isAhead) =>
      Effect.runForkWith(context)(load(key, isAhead)).addObserver(done)
  })

export const makeCallbackCache = <A extends {}>(
  options: CallbackCacheOptions<A>
): SharedCache<A> => {
  const values = boundedCache<CachedValue<A>>(options.keysMax)
  const loads = new Map<string, PendingLoad<A>>()

  const known = (key: string, now: number): A | undefined => {
    const cached = values.get(key)
    return cached !== undefined && cached.until > now ? cached.value : undefined
  }

  const store = (key: string, exit: Exit.Exit<A>, now: number) => {
    if (Exit.isFailure(exit)) return
    const lifetime = Duration.toMillis(options.lifetimeOf(exit.value, key))
    if (lifetime > 0) values.set(key, { value: exit.value, until: now + lifetime })
  }

  const startLoad = (
    key: string,
    context: Context.Context<never>,
    isAhead = false
  ): PendingLoad<A> => {
    const pending: PendingLoad<A> = { waiters: new Set(), exit: undefined }
    loads.set(key, pending)
    const done = (exit: Exit.Exit<A>) => {
      pending.exit = exit
      loads.delete(key)
      store(key, exit, Context.get(context, Clock.Clock).currentTimeMillisUnsafe())
      for (const waiter of pending.waiters) waiter(exit)
    }
    options.begin(key, context, done, isAhead)
    return pending
  }

  const getNow: SharedCache<A>["getNow"] = (context, key, limit) => {
    const value = known(key, Context.get(context, Clock.Clock).currentTimeMillisUnsafe())
    return value === undefined
      ? awaitLoad(loads.get(key) ?? startLoad(key, context), context, limit)
      : Effect.succeed(value)
  }

  return {
    known,
    getNow,
    get: (key, limit) =>
      Effect.contextWith((context: Context.Context<never>) => getNow(context, key, limit)),
    loadAhead: (key) =>
      Effect.contextWith((context: Context.Context<never>) => {
        const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
        if (known(key, now) === undefined && !loads.has(key)) startLoad(key, context, true)
        return Effect.void
      })
  }
}
