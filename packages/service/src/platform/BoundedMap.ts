/**
 * A map with at most `keysMax` keys (two or more). It always keeps the newest half of that number and drops
 * older keys all together. To delete them one by one would be slow: a JavaScript map then scans
 * thousands of deleted places at its head for each new key.
 */

export interface BoundedMap<K, V> {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
  readonly forget: (key: K) => void
}

export const make = <K, V>(keysMax: number): BoundedMap<K, V> => {
  const half = Math.floor(keysMax / 2)
  let recent = new Map<K, V>()
  let older = new Map<K, V>()
  return {
    get: (key) => recent.get(key) ?? older.get(key),
    set: (key, value) => {
      if (recent.size >= half && !recent.has(key)) {
        older = recent
        recent = new Map()
      }
      recent.set(key, value)
    },
    forget: (key) => {
      recent.delete(key)
      older.delete(key)
    }
  }
}
