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
import { keyedLimits, limiterOf } from "./keyedLimits.ts"
import type { KeyedLimit } from "./keyedLimits.ts"

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

export const make = (limit: KeyedLimit = keyedLimits.wrongKeys): KeyGuessLimiter => {
  const wrongKeys = limiterOf(limit)
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
      const wait = others === 0 ? wrongKeys.take(bucketKey, now) : undefined
      if (wait !== undefined) return { retryAfterSeconds: wait }
      running.set(digest, others + 1)
      return {
        end: (verdict) => {
          end(digest, verdict)
          if (verdict === "right" && others === 0) wrongKeys.giveBack(bucketKey)
        }
      }
    }
  }
}
