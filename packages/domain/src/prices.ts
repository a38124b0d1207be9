/** The prices. Sentences, samples, SQL and the dashboard take them from here; the dashboard loads this file. */
import type { Mode } from "./Verdict.ts"

/** Credits held before the work starts: the maximum price. */
export const heldFor = { fast: 1, deep: 5 } as const satisfies Readonly<Record<Mode, number>>

/** What a check can cost. */
export type Price = 0 | (typeof heldFor)[Mode]

/** `1 credit`, `5 credits` */
export const creditsOf = (amount: number): string =>
  `${amount} ${amount === 1 ? "credit" : "credits"}`
