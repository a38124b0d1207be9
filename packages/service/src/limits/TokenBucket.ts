/**
 * A token bucket: how many tokens may be spent at once, and how fast they are refilled. Pure; `now` is
 * in milliseconds, always of the same clock.
 */
import * as BoundedMap from "../platform/BoundedMap.ts"
import type { RateLimit } from "../platform/config/parse.ts"
import type { Broadcast } from "../platform/processes/Processes.ts"

export interface Bucket {
  readonly level: number
  /** The time at which the bucket had that level. */
  readonly at: number
}

export const full = ({ burst }: RateLimit, now: number): Bucket => ({ level: burst, at: now })

/** Returns the level of a bucket now. A clock that was set back neither adds tokens nor takes any. */
export const levelAt = (
  { perSecond, burst }: RateLimit,
  { level, at }: Bucket,
  now: number
): number => Math.min(burst, level + (Math.max(0, now - at) / 1000) * perSecond)

/** Takes `cost` tokens. Returns `undefined` if there are too few; then none is taken. */
export const take = (
  limit: RateLimit,
  bucket: Bucket,
  cost: number,
  now: number
): Bucket | undefined => {
  const level = levelAt(limit, bucket, now)
  return level < cost ? undefined : { level: level - cost, at: now }
}

export const giveBack = ({ burst }: RateLimit, { level, at }: Bucket, cost: number): Bucket => ({
  level: Math.min(burst, level + cost),
  at
})

/** Milliseconds until the bucket has `level` tokens, which is at most its burst. */
export const millisUntil = (limit: RateLimit, bucket: Bucket, level: number, now: number): number =>
  Math.max(0, ((level - levelAt(limit, bucket, now)) / limit.perSecond) * 1000)

/** One bucket per key, for a bounded number of keys. */
interface Buckets {
  /** Takes one token. If there is none, returns the seconds until there is. */
  readonly take: (key: string, now: number) => number | undefined
  readonly giveBack: (key: string) => void
}

export const makeBuckets = (limit: RateLimit, keysMax: number): Buckets => {
  const buckets = BoundedMap.make<string, Bucket>(keysMax)
  return {
    take: (key, now) => {
      const bucket = buckets.get(key) ?? full(limit, now)
      const after = take(limit, bucket, 1, now)
      if (after === undefined) {
        const millis = millisUntil(limit, bucket, 1, now)
        return Math.max(1, Math.ceil(millis / 1000))
      }
      buckets.set(key, after)
      return undefined
    },
    giveBack: (key) => {
      const bucket = buckets.get(key)
      if (bucket !== undefined) buckets.set(key, giveBack(limit, bucket, 1))
    }
  }
}

interface Change {
  readonly key: string
  readonly isTaken: boolean
}

/**
 * Buckets that all processes of a node draw from: each tells the others what it has taken. Tokens that they
 * take within the same millisecond can exceed the limit. `now` is `performance.now()`, which differs
 * between processes, so each uses its own. No other buckets may have the same `name`.
 */
export const shared = (
  name: string,
  buckets: Buckets,
  siblings: Broadcast | undefined
): Buckets => {
  if (siblings === undefined) return buckets
  const topic = `buckets ${name}`
  siblings.hear(topic, (value) => {
    // Only the lines below tell anything under this topic.
    const { key, isTaken } = value as Change
    if (isTaken) buckets.take(key, performance.now())
    else buckets.giveBack(key)
  })
  const tell = (change: Change) => siblings.tell(topic, change)
  return {
    take: (key, now) => {
      const wait = buckets.take(key, now)
      if (wait === undefined) tell({ key, isTaken: true })
      return wait
    },
    giveBack: (key) => {
      buckets.giveBack(key)
      tell({ key, isTaken: false })
    }
  }
}
