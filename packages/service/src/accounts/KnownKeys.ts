/**
 * What this node knows of API keys and sessions, so that not every request asks the database for the
 * same row.
 *
 * A request believes a look-up that began less than `believedFor` before the request came, and no
 * older one, whether it has been answered yet or not. That is the whole promise: when `believedFor`
 * has passed since a revocation was committed, whatever a request may believe began after it, and has
 * seen it. No message has to arrive for that, and no two clocks have to agree.
 */
import { Clock, Duration, Effect, Exit, Fiber } from "effect"
import type { Cause } from "effect"

/** One read a second of each busy key costs nothing; a longer time would be waited for at each revocation. */
export const believedFor = Duration.seconds(1)

/** 300 octets each. Junk does not get this far, and an unknown key stays only until it is answered. */
const keysMax = 10_000

interface Look<A, E> {
  /** When it began, by this machine's monotonic clock. */
  readonly at: bigint
  readonly fiber: Fiber.Fiber<A | undefined, E>
  found: A | undefined
}

export interface KnownKeys<A, E> {
  /** Many who ask for the same key wait for one look-up; one who goes away leaves it to the others. */
  readonly get: (hash: string) => Effect.Effect<A | undefined, E | Cause.TimeoutError>
  /** Whoever asks from now on is answered by a look-up of his own. */
  readonly forget: (hash: string) => void
}

/** `lookUp` answers `undefined` for what there is not: that is believed by nobody else. */
export const make = <A, E>({
  lookUp,
  waitMax
}: {
  readonly lookUp: (hash: string) => Effect.Effect<A | undefined, E>
  readonly waitMax: Duration.Duration
}): KnownKeys<A, E> => {
  const looks = new Map<string, Look<A, E>>()
  const believedNanos = BigInt(Duration.toMillis(believedFor)) * 1_000_000n

  const keep = (hash: string, look: Look<A, E>) => {
    looks.delete(hash)
    looks.set(hash, look)
    // The oldest; a map keeps the order of insertion.
    if (looks.size > keysMax) looks.delete(looks.keys().next().value!)
    look.fiber.addObserver((exit) => {
      if (Exit.isSuccess(exit) && exit.value !== undefined) look.found = exit.value
      else if (looks.get(hash) === look) looks.delete(hash)
    })
  }

  const answerOf = ({ fiber }: Look<A, E>) => Effect.timeout(Fiber.join(fiber), waitMax)

  const look = (hash: string, at: bigint) =>
    Effect.flatMap(Effect.forkDetach(lookUp(hash), { startImmediately: true }), (fiber) => {
      const look = { at, fiber, found: undefined }
      keep(hash, look)
      return answerOf(look)
    })

  return {
    get: (hash) =>
      Effect.flatMap(Clock.monotonicTimeNanos, (now) => {
        const known = looks.get(hash)
        if (known === undefined || now - known.at >= believedNanos) return look(hash, now)
        return known.found === undefined ? answerOf(known) : Effect.succeed(known.found)
      }),
    forget: (hash) => void looks.delete(hash)
  }
}
