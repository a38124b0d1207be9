/** A map that remembers so many keys: a new one pushes out the one that was set longest ago. */

export interface RecentMap<K, V> {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
  readonly forget: (key: K) => void
  readonly size: () => number
}

export const make = <K, V>(keysMax: number): RecentMap<K, V> => {
  // A map keeps the order of insertion.
  const entries = new Map<K, V>()
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > keysMax) entries.delete(entries.keys().next().value!)
    },
    forget: (key) => void entries.delete(key),
    size: () => entries.size
  }
}
