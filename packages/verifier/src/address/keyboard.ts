/**
 * Which keys are adjacent on a QWERTY keyboard. AZERTY and QWERTZ differ in a few keys: typos and
 * walks on those are found by other rules or not at all.
 */
const rows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"]

interface Key {
  readonly row: number
  readonly column: number
}

const keys: ReadonlyMap<string, Key> = new Map(
  rows.flatMap((letters, row) =>
    Array.from(letters, (letter, column) => [letter, { row, column }] as const)
  )
)

/** Whether two keys are adjacent. Each row is shifted by about half a key to the right: `a` lies below `q` and `w`. */
export const areNeighbours = (one: string, other: string): boolean => {
  const a = keys.get(one)
  const b = keys.get(other)
  if (a === undefined || b === undefined || one === other) return false
  if (a.row === b.row) return Math.abs(a.column - b.column) === 1
  const [upper, lower] = a.row < b.row ? [a, b] : [b, a]
  return lower.row - upper.row === 1 && [0, 1].includes(upper.column - lower.column)
}

const columns = ["1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm"]

/**
 * The last one goes from both ends of the upper row to its middle. Its last letters are left out: French names end in
 * them backwards, as Couturier does.
 */
const forwardWalks = [...rows, ...columns, "qazwsxedc", "1q2w3e4r5t", "qpwoeiru"]
const walks = [
  ...forwardWalks,
  ...forwardWalks.map((walk) => Array.from(walk).toReversed().join(""))
]

/** The number of ASCII codes: other characters are on no walk. */
const codes = 128

/** For each pair of keys, the walks that contain it, as bits. No walk contains a key twice. */
const walksOf: Int32Array = (() => {
  const bits = new Int32Array(codes * codes)
  walks.forEach((walk, index) => {
    for (let at = 1; at < walk.length; at++) {
      const pair = walk.charCodeAt(at - 1) * codes + walk.charCodeAt(at)
      bits[pair] = (bits[pair] ?? 0) | (1 << index)
    }
  })
  return bits
})()

/** The length, in characters, of the longest part of `text` that follows one row of keys or a zigzag. */
export const longestWalk = (text: string): number => {
  let longest = Math.min(1, text.length)
  let length = 1
  let activeWalks = 0
  for (let at = 1; at < text.length; at++) {
    const one = text.charCodeAt(at - 1)
    const other = text.charCodeAt(at)
    const pair = one < codes && other < codes ? (walksOf[one * codes + other] ?? 0) : 0
    if ((activeWalks & pair) !== 0) {
      activeWalks &= pair
      length++
    } else {
      activeWalks = pair
      length = pair === 0 ? 1 : 2
    }
    if (length > longest) longest = length
  }
  return longest
}

/** The fewest characters of a walk: shorter ones are in many names. */
const stretchMin = 3

/** Whether `text` consists of walks of three or more keys: `asdfasdf`, `123qweasd`. */
export const isMadeOfWalks = (text: string): boolean => {
  // Nearly every name returns here; the rest is slow.
  if (longestWalk(text.slice(0, stretchMin)) < stretchMin) return false
  const endsStretch = [true]
  for (let end = 1; end <= text.length; end++) {
    endsStretch[end] = Array.from({ length: Math.max(0, end - stretchMin + 1) }).some(
      (_, start) => endsStretch[start] && longestWalk(text.slice(start, end)) === end - start
    )
  }
  return endsStretch[text.length] === true
}
