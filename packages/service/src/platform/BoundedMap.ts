/**
 * A map that remembers what was set last: at most as many keys as it may, of two or more, and always
 * the newest half of so many. Old keys go all together. One by one would be slow: a JavaScript map
 * walks over what was deleted at its head, thousands of places for each new key.
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
