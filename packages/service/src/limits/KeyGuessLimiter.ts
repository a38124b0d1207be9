/**
 * Limits how many wrong API keys a client address may send. The limit holds per node, in memory of a fixed size.
 * It protects this node and its look-ups, not the keys: they have 190 random bits and cannot be guessed.
 *
 * Many clients can share an address (NAT), and one of them may run a broken script. So a key that was
 * right on this node before always passes. Malformed keys, which the checksum rejects without a
 * look-up, have a bucket of their own: they take no look-ups from well-formed keys.
 */
import { hash } from "node:crypto"

import * as BoundedMap from "../platform/BoundedMap.ts"
import { isWellFormed } from "../platform/config/apiKeyFormat.ts"
import type { RateLimit } from "../platform/config/parse.ts"
import * as TokenBucket from "./TokenBucket.ts"
import type { Bucket } from "./TokenBucket.ts"

/**
 * A hundred processes that start with an outdated key are a mistake; more are an attack. After that,
 * one a second: too slow to load the database, and fast enough for a right key that is new on this node.
 */
export const wrongKeysLimit: RateLimit = { perSecond: 1, burst: 100 }

/** An address takes some 200 octets. An attacker with more addresses than this has 100 look-ups for each. */
const addressesMax = 20_000

/** A key takes 150 octets, and costs one look-up after it was evicted. */
const rightKeysMax = 10_000

/** A key is "unknown" if the client disconnected or the database did not answer. */
export type Verdict = "right" | "wrong" | "unknown"

type KeyGuess =
  | { readonly retryAfterSeconds: number }
  | { readonly end: (verdict: Verdict) => void }

export interface KeyGuessLimiter {
  /**
   * A guess counts as wrong until it ends as right. Concurrent requests with one key are one guess: a
   * client may open many connections at once. `now`: milliseconds of a monotonic clock.
   */
  readonly begin: (address: string, key: string, now: number) => KeyGuess
}

export const make = (limit: RateLimit = wrongKeysLimit): KeyGuessLimiter => {
  const buckets = BoundedMap.make<string, Bucket>(addressesMax)
  const rightKeys = BoundedMap.make<string, true>(rightKeysMax)
  /** Running requests per key digest. */
  const running = new Map<string, number>()

  const end = (digest: string, verdict: Verdict): void => {
    const others = running.get(digest)! - 1
    if (others === 0) running.delete(digest)
    else running.set(digest, others)
    if (verdict === "right") rightKeys.set(digest, true)
  }

  return {
    begin: (address, key, now) => {
      // Only a digest is kept: a memory dump must not reveal the key.
      const digest = hash("sha256", key, "base64")
      if (rightKeys.get(digest) !== undefined)
        return { end: (verdict) => verdict === "wrong" && rightKeys.forget(digest) }

      const others = running.get(digest) ?? 0
      const bucketKey = `${isWellFormed(key) ? "key" : "malformed"} ${address}`
      if (others === 0) {
        const bucket = buckets.get(bucketKey) ?? TokenBucket.full(limit, now)
        const after = TokenBucket.take(limit, bucket, 1, now)
        if (after === undefined) {
          const millis = TokenBucket.millisUntil(limit, bucket, 1, now)
          return { retryAfterSeconds: Math.max(1, Math.ceil(millis / 1000)) }
        }
        buckets.set(bucketKey, after)
      }
      running.set(digest, others + 1)
      return {
        end: (verdict) => {
          end(digest, verdict)
          const left = buckets.get(bucketKey)
          if (verdict === "right" && others === 0 && left !== undefined)
            buckets.set(bucketKey, TokenBucket.giveBack(limit, left, 1))
        }
      }
    }
  }
}
