/**
 * A token bucket: what may be spent at once, and how fast it comes back. Pure; `now` is in
 * milliseconds of any clock that the caller keeps to.
 */

export interface Limit {
  readonly perSecond: number
  /** Whole; what a full bucket holds. */
  readonly burst: number
}

export interface Bucket {
  readonly level: number
  /** When the level was that. */
  readonly at: number
}

export const full = ({ burst }: Limit, now: number): Bucket => ({ level: burst, at: now })

/** A clock that was set back fills nothing, and takes nothing away. */
export const levelAt = ({ perSecond, burst }: Limit, { level, at }: Bucket, now: number): number =>
  Math.min(burst, level + (Math.max(0, now - at) / 1000) * perSecond)

/** `undefined`: there is not enough in it, and nothing was taken. */
export const take = (
  limit: Limit,
  bucket: Bucket,
  cost: number,
  now: number
): Bucket | undefined => {
  const level = levelAt(limit, bucket, now)
  return level < cost ? undefined : { level: level - cost, at: now }
}

export const giveBack = ({ burst }: Limit, { level, at }: Bucket, cost: number): Bucket => ({
  level: Math.min(burst, level + cost),
  at
})

/** Until the bucket holds `level`, which is at most its burst. */
export const millisUntil = (limit: Limit, bucket: Bucket, level: number, now: number): number =>
  Math.max(0, ((level - levelAt(limit, bucket, now)) / limit.perSecond) * 1000)
