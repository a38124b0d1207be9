/**
 * The distance between a typed word and the intended one: optimal string alignment with weights.
 *
 * A letter that is missing, added, wrong or swapped with its neighbour costs 1. An adjacent key, or a
 * letter doubled or not doubled, costs half: such typos happen twice as easily.
 */
import { areNeighbours } from "./keyboard.ts"

const fullCost = 1
const halfCost = 0.5

const gapCost = (text: string, at: number): number =>
  text[at] === text[at - 1] || text[at] === text[at + 1] ? halfCost : fullCost

/** Words whose lengths differ by more than this are never close, so nothing is computed. */
const lengthDifferenceMax = 2

export const typoDistance = (typed: string, intended: string): number => {
  if (typed === intended) return 0
  if (Math.abs(typed.length - intended.length) > lengthDifferenceMax)
    return Number.POSITIVE_INFINITY
  const width = intended.length + 1
  const cost = new Float64Array((typed.length + 1) * width)
  const at = (i: number, j: number): number => cost[i * width + j] ?? 0
  for (let i = 1; i <= typed.length; i++) cost[i * width] = at(i - 1, 0) + gapCost(typed, i - 1)
  for (let j = 1; j <= intended.length; j++) cost[j] = at(0, j - 1) + gapCost(intended, j - 1)
  for (let i = 1; i <= typed.length; i++) {
    for (let j = 1; j <= intended.length; j++) {
      const a = typed[i - 1] ?? ""
      const b = intended[j - 1] ?? ""
      const substitution = a === b ? 0 : areNeighbours(a, b) ? halfCost : fullCost
      let best = Math.min(
        at(i - 1, j - 1) + substitution,
        at(i - 1, j) + gapCost(typed, i - 1),
        at(i, j - 1) + gapCost(intended, j - 1)
      )
      const swapped = i > 1 && j > 1 && a === intended[j - 2] && b === typed[i - 2]
      if (swapped) best = Math.min(best, at(i - 2, j - 2) + fullCost)
      cost[i * width + j] = best
    }
  }
  return at(typed.length, intended.length)
}
