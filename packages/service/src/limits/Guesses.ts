/**
 * How many wrong keys an address may send. Per node, and in memory of a fixed size: what it protects
 * is this node and its look-ups, not the keys; those have 190 random bits and are not guessed.
 *
 * Many people can share an address (NAT), and one of them may have a broken script. So a key that was
 * right here before is let through whatever its neighbours do, and junk, which is told by its
 * checksum and costs nothing, uses up none of the look-ups of keys that might be right.
 */
import { hash } from "node:crypto"

import { isWellFormed } from "../accounts/apiKey.ts"
import * as RecentMap from "./RecentMap.ts"
import * as TokenBucket from "./TokenBucket.ts"
import type { Bucket, Limit } from "./TokenBucket.ts"

/**
 * A hundred processes that start with yesterday's key are a mistake; more is none. After that, one a
 * second: too slow to hurt the database, and soon enough for a right key that is new on this node.
 */
export const wrongKeysLimit: Limit = { perSecond: 1, burst: 100 }

/** Some 200 octets each. Whoever has more addresses than this has 100 look-ups for each. */
const addressesMax = 20_000

/** 150 octets each. A key that is forgotten needs one look-up again. */
const rightKeysMax = 10_000

/** "unknown": its caller has gone away, or the database did not say. */
export type Verdict = "right" | "wrong" | "unknown"

export type Guess =
  | { readonly retryAfterSeconds: number }
  | { readonly end: (verdict: Verdict) => void }

export interface Guesses {
  /**
   * A try counts as wrong until it ends as right. Many at once with one key are one try: so comes a
   * client of many connections. `now`: milliseconds of a clock that never goes back.
   */
  readonly begin: (address: string, key: string, now: number) => Guess
}

export const make = (limit: Limit = wrongKeysLimit): Guesses => {
  const buckets = RecentMap.make<string, Bucket>(addressesMax)
  const rightKeys = RecentMap.make<string, true>(rightKeysMax)
  /** How many requests with a key are under way. */
  const undecided = new Map<string, number>()

  const end = (digest: string, verdict: Verdict): void => {
    const others = undecided.get(digest)! - 1
    if (others === 0) undecided.delete(digest)
    else undecided.set(digest, others)
    if (verdict === "right") rightKeys.set(digest, true)
  }

  return {
    begin: (address, key, now) => {
      // What is kept of a key is of no use to whoever reads our memory.
      const digest = hash("sha256", key, "base64")
      if (rightKeys.get(digest) !== undefined)
        return { end: (verdict) => verdict === "wrong" && rightKeys.forget(digest) }

      const others = undecided.get(digest) ?? 0
      const who = `${isWellFormed(key) ? "key" : "junk"} ${address}`
      if (others === 0) {
        const bucket = buckets.get(who) ?? TokenBucket.full(limit, now)
        const after = TokenBucket.take(limit, bucket, 1, now)
        if (after === undefined) {
          const millis = TokenBucket.millisUntil(limit, bucket, 1, now)
          return { retryAfterSeconds: Math.max(1, Math.ceil(millis / 1000)) }
        }
        buckets.set(who, after)
      }
      undecided.set(digest, others + 1)
      return {
        end: (verdict) => {
          end(digest, verdict)
          const left = buckets.get(who)
          if (verdict === "right" && others === 0 && left !== undefined)
            buckets.set(who, TokenBucket.giveBack(limit, left, 1))
        }
      }
    }
  }
}
