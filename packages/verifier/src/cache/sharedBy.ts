/**
 * One object for all that are equal. Customers of a provider publish the same records: of 100,000 domains in
 * memory, what many of them have is there once.
 */
import { boundedCache } from "./boundedCache.ts"

/** Of each kind; the records of large providers are used all the time. Mostly of 0.1 to 0.3 kB. */
const kindsMax = 1_000

/** Answers the first value that came with this key. */
export const sharedBy = <A extends {}>(): ((key: string, value: A) => A) => {
  const known = boundedCache<A>(kindsMax)
  return (key, value) => {
    const first = known.get(key)
    if (first === undefined) known.set(key, value)
    return first ?? value
  }
}
