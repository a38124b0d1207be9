/**
 * Caches the API keys and sessions of this node, so that not every request reads the same row.
 *
 * A request uses a look-up that began less than `cacheLifetime` before the request, finished or not, and
 * no older one. So `cacheLifetime` after a revocation was committed, every look-up that a request can
 * use began after the commit and has seen it. This needs neither a message nor synchronized clocks.
 */
import { isUnavailable } from "@rcpt/store/unavailable"
import { Clock, Duration, Effect, Exit, Fiber, Schedule } from "effect"
import type { SqlError } from "effect/sql"

import { readTimeout } from "../platform/readTimeout.ts"

/** One read a second per busy key is cheap. Every revocation waits for this long. */
export const cacheLifetime = Duration.seconds(1)

/** A key takes 300 octets. Malformed keys do not get here, and unknown ones are not cached. */
const keysMax = 10_000

/** Between two attempts of a look-up while the database has no connection for it. */
const retryEvery = Duration.millis(50)

interface LookUp<A> {
  /** When it began, by the monotonic clock. */
  readonly at: bigint
  readonly fiber: Fiber.Fiber<A | undefined>
  /** Set when the look-up has found it. */
  value: A | undefined
}

export interface CredentialCache<A> {
  /**
   * Concurrent requests with the same key share one look-up; a client that disconnects does not stop it.
   * While the database has no connection for it, it is repeated. Dies of a `TimeoutError` after `waitMax`, and of
   * what the database says.
   */
  readonly get: (hash: string) => Effect.Effect<A | undefined>
  /** The value if a look-up that a request at `now` may use has found it; nanoseconds, monotonic. */
  readonly known: (hash: string, now: bigint) => A | undefined
  /** The result of the last look-up, however long ago; no request may rely on it. */
  readonly last: (hash: string) => A | undefined
  /** Later requests start a new look-up. */
  readonly forget: (hash: string) => void
}

/** `lookUp` returns `undefined` for an unknown key; that is not cached. */
export const make = <A>({
  lookUp,
  waitMax
}: {
  readonly lookUp: (hash: string) => Effect.Effect<A | undefined, SqlError.SqlError>
  readonly waitMax: Duration.Duration
}): CredentialCache<A> => {
  const lookUps = new Map<string, LookUp<A>>()
  const lifetimeNanos = BigInt(Duration.toMillis(cacheLifetime)) * 1_000_000n

  const usable = (hash: string, now: bigint): LookUp<A> | undefined => {
    const cached = lookUps.get(hash)
    return cached === undefined || now - cached.at >= lifetimeNanos ? undefined : cached
  }

  const add = (hash: string, added: LookUp<A>) => {
    lookUps.delete(hash)
    lookUps.set(hash, added)
    // Evicts the oldest: a map keeps insertion order.
    if (lookUps.size > keysMax) lookUps.delete(lookUps.keys().next().value!)
    added.fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit) && exit.value !== undefined) added.value = exit.value
      else if (lookUps.get(hash) === added) lookUps.delete(hash)
    })
  }

  const resultOf = ({ fiber }: LookUp<A>) => readTimeout(waitMax)(Fiber.join(fiber))

  const retries = Schedule.spaced(retryEvery).pipe(Schedule.upTo({ duration: waitMax }))
  const found = (hash: string) =>
    lookUp(hash).pipe(Effect.retry({ while: isUnavailable, schedule: retries }), Effect.orDie)

  const start = (hash: string, at: bigint) =>
    Effect.flatMap(Effect.forkDetach(found(hash), { startImmediately: true }), (fiber) => {
      const started = { at, fiber, value: undefined }
      add(hash, started)
      return resultOf(started)
    })

  return {
    get: (hash) =>
      Effect.flatMap(Clock.monotonicTimeNanos, (now) => {
        const cached = usable(hash, now)
        if (cached === undefined) return start(hash, now)
        return cached.value === undefined ? resultOf(cached) : Effect.succeed(cached.value)
      }),
    known: (hash, now) => usable(hash, now)?.value,
    last: (hash) => lookUps.get(hash)?.value,
    forget: (hash) => void lookUps.delete(hash)
  }
}
