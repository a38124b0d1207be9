/** JSON has no word for "not learnt": what is `undefined` is left out. */

type Defined<A> = {
  [K in keyof A as undefined extends A[K] ? never : K]: A[K]
} & { [K in keyof A as undefined extends A[K] ? K : never]?: Exclude<A[K], undefined> }

/** The same object without the keys whose value is `undefined`. */
export const defined = <A extends object>(object: A): Defined<A> => {
  const kept: Partial<A> = {}
  // By keys: `Object.entries` makes an array of each, and every row of a list passes here three times.
  for (const key of Object.keys(object) as Array<keyof A>)
    if (object[key] !== undefined) kept[key] = object[key]
  return kept as Defined<A> & Partial<A>
}
