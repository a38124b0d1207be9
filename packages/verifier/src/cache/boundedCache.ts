/** A cache that keeps the values used last, up to `keysMax` of them; and one that shares equal objects. */
import { LRUCache } from "lru-cache"

/**
 * Keeps the `keysMax` values that were used last, or as many as `sizeOf` lets fit into that number. The limit is a
 * size, in which each value counts as one unless `sizeOf` says otherwise: with `max` the library fills its arrays at
 * once, which takes 1.7 MiB and 12 ms of the start for 100,000 keys (measured 2026-11-25), however few are ever used.
 */
export const boundedCache = <A extends {}>(
  keysMax: number,
  sizeOf: (value: A) => number = () => 1
): LRUCache<string, A> => new LRUCache<string, A>({ maxSize: keysMax, sizeCalculation: sizeOf })

/** Objects that are shared per cache, mostly 0.1 to 0.3 kB each. Records of large providers are used all the time. */
const sharedMax = 1_000

/**
 * Makes a function that returns the first value that came with this key, in place of an equal one. Customers of a
 * provider publish the same records, so memory holds them once for all of 100,000 domains.
 */
export const sharedBy = <A extends {}>(): ((key: string, value: A) => A) => {
  const known = boundedCache<A>(sharedMax)
  return (key, value) => {
    const first = known.get(key)
    if (first === undefined) known.set(key, value)
    return first ?? value
  }
}
