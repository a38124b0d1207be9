/** Finds the word in a list that a misspelt one was probably meant to be. */

/** Edits between two words. Beyond this a suggestion would be a guess. */
const distanceMax = 3

export const nearest = (
  word: string,
  words: ReadonlyArray<string>,
  editsMax = distanceMax
): string | undefined => {
  const [best] = words
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  return best !== undefined && best.distance <= editsMax ? best.candidate : undefined
}

/** The distance of Levenshtein, computed row by row. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
