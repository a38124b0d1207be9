/**
 * Random choices that a seed determines: Mulberry32 (Tommy Ettinger, public domain). Not Effect's
 * `Random`, because choices are also made outside of effects.
 */
export interface Random {
  /** An integer from `min` to `max`, both included. */
  readonly between: (min: number, max: number) => number
  /** True `percent` times out of a hundred. */
  readonly chance: (percent: number) => boolean
  readonly pick: <A>(some: ReadonlyArray<A>) => A
  /** One of the names, with a probability in proportion to its weight. */
  readonly weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => Name
  readonly uuid: () => string
  /** An independent generator: its results do not depend on how often this one is used. */
  readonly fork: () => Random
}

export const make = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  const digits = (count: number) =>
    Array.from({ length: count }, () => below(16).toString(16)).join("")
  return {
    between: (min, max) => min + below(max - min + 1),
    chance: (percent) => next() * 100 < percent,
    pick: (some) => some[below(some.length)]!,
    weighted: <Name extends string>(weights: Readonly<Record<Name, number>>): Name => {
      const entries = Object.entries<number>(weights) as Array<[Name, number]>
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      return (entries.find(([, weight]) => (left -= weight) < 0) ?? entries.at(-1)!)[0]
    },
    uuid: () => `${digits(8)}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`,
    fork: () => make(below(2 ** 32))
  }
}
