/**
 * Which rows are worked on together after the work on them broke off: their node died, or there was a
 * defect. Nobody knows which row it was, if any. So ever fewer are tried at once, until one is alone; a row
 * that breaks its work three times alone is given up. The death of nodes for other reasons thus costs no
 * good row its result.
 *
 *   all ──failure──▶ 100 at once ──▶ 10 at once ──▶ alone ──▶ alone ──▶ alone ──▶ given up
 */

/** By failures so far: rows at once. */
const rowsAtOnceBy: ReadonlyArray<number> = [Number.POSITIVE_INFINITY, 100, 10, 1, 1, 1]

/** After so many failures a row is alone. */
export const aloneAfter = rowsAtOnceBy.indexOf(1)

/** After so many failures, of which the last three alone, a row is given up. */
export const givenUpAfter = rowsAtOnceBy.length

/** So many parts that go well are as much as failed together: suspicion was wrong, or the row is gone. */
export const partsToTrust = 10

/** Rows that are tried at once. */
export const rowsAtOnce = (failures: number): number => rowsAtOnceBy[failures] ?? 1
