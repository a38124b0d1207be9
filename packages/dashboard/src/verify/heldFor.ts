/** The price of a check. */
import type { Mode } from "./verifyRequest.ts"

/** Credits held before a check starts: the most that it can cost. */
export const heldFor: Readonly<Record<Mode, number>> = { fast: 1, deep: 5 }
