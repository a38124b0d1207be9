/** JSON has no word for "not learnt": what is `undefined` is left out. */

type Defined<A> = {
  [K in keyof A as undefined extends A[K] ? never : K]: A[K]
} & { [K in keyof A as undefined extends A[K] ? K : never]?: Exclude<A[K], undefined> }

/** The same object without the keys whose value is `undefined`. */
export const defined = <A extends object>(object: A): Defined<A> => {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(object)) if (value !== undefined) kept[key] = value
  return kept as Defined<A>
}
