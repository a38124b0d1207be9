/** A token bucket for each key, of which so many are remembered. `now`: as in TokenBucket.ts. */
import * as RecentMap from "./RecentMap.ts"
import * as TokenBucket from "./TokenBucket.ts"
import type { Bucket, Limit } from "./TokenBucket.ts"

export interface Buckets {
  /** Takes one token. Where there is none: after how many seconds there will be. */
  readonly take: (key: string, now: number) => number | undefined
  readonly giveBack: (key: string) => void
}

export const make = (limit: Limit, keysMax: number): Buckets => {
  const buckets = RecentMap.make<string, Bucket>(keysMax)
  return {
    take: (key, now) => {
      const bucket = buckets.get(key) ?? TokenBucket.full(limit, now)
      const after = TokenBucket.take(limit, bucket, 1, now)
      if (after === undefined) {
        const millis = TokenBucket.millisUntil(limit, bucket, 1, now)
        return Math.max(1, Math.ceil(millis / 1000))
      }
      buckets.set(key, after)
      return undefined
    },
    giveBack: (key) => {
      const bucket = buckets.get(key)
      if (bucket !== undefined) buckets.set(key, TokenBucket.giveBack(limit, bucket, 1))
    }
  }
}
