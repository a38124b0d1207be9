/** The domains of the bench, each of which is asked about once: `h0000001.test` is the first hosted one. */
export const kinds = {
  h: "hosted at a provider",
  o: "own mail server",
  n: "no MX, an address",
  g: "does not exist",
  p: "parked"
} as const

export type Kind = keyof typeof kinds

const digits = 7

export const domainOf = (kind: Kind, index: number): string =>
  `${kind}${String(index).padStart(digits, "0")}.test`

const pattern = /^(?:(.+)\.)?([hnop])\d{7}\.test$/

/** What a name of the bench is: the kind of its domain, and what stands before the domain. */
export const nameOf = (
  name: string
): { readonly kind: Kind; readonly domain: string; readonly before: string } | undefined => {
  const [, before = "", kind] = pattern.exec(name) ?? []
  if (kind === undefined) return undefined
  return {
    kind: kind as Kind,
    before,
    domain: before === "" ? name : name.slice(before.length + 1)
  }
}
