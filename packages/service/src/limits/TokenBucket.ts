/**
 * A token bucket: how many tokens may be spent at once, and how fast they are refilled. Pure; `now` is
 * in milliseconds, always of the same clock.
 */
import type { RateLimit } from "../platform/config/parse.ts"

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
