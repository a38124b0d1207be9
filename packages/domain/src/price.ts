/**
 * What a verification costs, in credits. `unknown` is free: we do not sell what we did not learn.
 * The deep prices (1 or 5) come with deep mode.
 */
import type { Judgement, Mode } from "./Verdict.ts"

/** Set aside before the work starts: the most that it can cost. */
export const heldFor: Readonly<Record<Mode, number>> = { fast: 1, deep: 5 }

export const costOf = (judgement: Judgement): number => (judgement.status === "unknown" ? 0 : 1)
