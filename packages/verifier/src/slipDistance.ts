/**
 * How far a word is from what was meant, in slips of the hand: optimal string alignment with prices.
 *
 * A letter that is missing, added, wrong or swapped with its neighbour costs 1; a key beside the right
 * one, or a letter doubled or not, half of that, because fingers do it twice as easily.
 */
import { areNeighbours } from "./keyboard.ts"

const slip = 1
const smallSlip = 0.5

const dropped = (text: string, at: number): number =>
  text[at] === text[at - 1] || text[at] === text[at + 1] ? smallSlip : slip

/** Two words that differ in length by more than this are never close: nothing is computed. */
const lengthDifferenceMax = 2

export const slipDistance = (typed: string, meant: string): number => {
  if (typed === meant) return 0
  if (Math.abs(typed.length - meant.length) > lengthDifferenceMax) return Number.POSITIVE_INFINITY
  const width = meant.length + 1
  const cost = new Float64Array((typed.length + 1) * width)
  const at = (i: number, j: number): number => cost[i * width + j] ?? 0
  for (let i = 1; i <= typed.length; i++) cost[i * width] = at(i - 1, 0) + dropped(typed, i - 1)
  for (let j = 1; j <= meant.length; j++) cost[j] = at(0, j - 1) + dropped(meant, j - 1)
  for (let i = 1; i <= typed.length; i++) {
    for (let j = 1; j <= meant.length; j++) {
      const a = typed[i - 1] ?? ""
      const b = meant[j - 1] ?? ""
      const wrong = a === b ? 0 : areNeighbours(a, b) ? smallSlip : slip
      let best = Math.min(
        at(i - 1, j - 1) + wrong,
        at(i - 1, j) + dropped(typed, i - 1),
        at(i, j - 1) + dropped(meant, j - 1)
      )
      const swapped = i > 1 && j > 1 && a === meant[j - 2] && b === typed[i - 2]
      if (swapped) best = Math.min(best, at(i - 2, j - 2) + slip)
      cost[i * width + j] = best
    }
  }
  return at(typed.length, meant.length)
}
