/** Builds packages/verifier/src/address/rules/letterPairs.ts from words of lower-case letters. */

const letters = "abcdefghijklmnopqrstuvwxyz"
const base = 36

/** Counted for each pair that was never seen. */
const unseen = 0.3
/** A pair that is so much rarer than by chance, as a natural logarithm, has the weight 0. */
const lowest = -2.5
/** Steps of the weight for each unit of the logarithm. */
const steps = 6

export const followersIn = (words: ReadonlyArray<string>): Record<string, string> => {
  const pairs = words.flatMap((word) => Array.from(word.slice(1), (other, at) => word[at] + other))
  const counts = new Map<string, number>()
  for (const pair of pairs) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  return Object.fromEntries(
    Array.from(letters, (one) => {
      const row = Array.from(letters, (other) => unseen + (counts.get(one + other) ?? 0))
      const all = row.reduce((sum, count) => sum + count, 0)
      const weights = row.map((count) => {
        const above = Math.log((count / all) * letters.length) - lowest
        return Math.max(0, Math.min(base - 1, Math.round(above * steps)))
      })
      return [one, weights.map((weight) => weight.toString(base)).join("")]
    })
  )
}
