/**
 * Decides which rows are worked on together after the work on them broke off: their node died, or there was
 * a defect. It is not known which row was the cause, if any. So ever fewer are tried at once, until one is
 * alone; a row that breaks its work three times alone is given up. The death of nodes for other reasons
 * thus costs no good row its result.
 *
 *   all ──failure──▶ 100 at once ──▶ 10 at once ──▶ alone ──▶ alone ──▶ alone ──▶ given up
 */

/** The index is the number of failures so far; the value is how many rows are tried at once. */
const rowsAtOnceBy: ReadonlyArray<number> = [Number.POSITIVE_INFINITY, 100, 10, 1, 1, 1]

/** The number of failures after which a row is tried alone. */
export const aloneAfter = rowsAtOnceBy.indexOf(1)

/** The number of failures, the last three of them alone, after which a row is given up. */
export const givenUpAfter = rowsAtOnceBy.length

/**
 * The number of parts that have to go well, as much as had failed together: then the suspicion was wrong, or
 * the row is gone.
 */
export const partsToTrust = 10

/** The number of rows that are tried at once after so many failures. */
export const rowsAtOnce = (failures: number): number => rowsAtOnceBy[failures] ?? 1
