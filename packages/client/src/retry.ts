/** Which failed attempt is made again, and after what time. */
import { ConnectionError, RateLimitError } from "./RcptError.ts"
import type { RcptError } from "./RcptError.ts"

/** Milliseconds: the wait before the second attempt, doubled for each further one up to the maximum. */
const backoff = { first: 500, max: 8_000 }

/**
 * 409: an earlier attempt is still being answered, and its answer will be the same bytes. The others come from
 * a service that is busy or broken, or from a proxy before it.
 */
const passing: ReadonlySet<number | undefined> = new Set([409, 500, 502, 503, 504])

/**
 * `isRepeatable`: the request has the same effect once or twice, as it only reads or has an `Idempotency-Key`.
 * Any other is sent again only where the service surely has done nothing.
 */
export const isRetried = (error: RcptError, isRepeatable: boolean): boolean =>
  error instanceof RateLimitError ||
  (isRepeatable && (error instanceof ConnectionError || passing.has(error.status)))

/** From 0 to 1. */
const chance = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32

/**
 * Milliseconds. What the service asks for is kept, and a little more, so that clients which were refused
 * together do not come back together.
 */
export const retryDelay = (attempt: number, retryAfter: number | undefined): number => {
  const growing = Math.min(backoff.max, backoff.first * 2 ** attempt)
  return retryAfter === undefined
    ? growing * (0.5 + chance() / 2)
    : retryAfter * 1_000 + chance() * backoff.first
}
