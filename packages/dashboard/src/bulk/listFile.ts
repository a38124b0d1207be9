/** Checks on a chosen file before it is sent. */
import { words } from "../words/bulk.tsx"
import { tenths } from "../words/numbers.ts"

/** The service's own limit: 32 MB, with MB counted as file managers do (decisions.md §2). */
export const fileBytesMax = 32 * 1024 * 1024

const { refusal: said } = words

/** Bytes of each unit, largest first. */
const units: ReadonlyArray<readonly [unit: string, bytes: number]> = [
  ["MB", 1024 * 1024],
  ["kB", 1024]
]

export const sizeText = (bytes: number): string => {
  const [unit, size] = units.find(([, size]) => bytes >= size) ?? [words.chosen.bytes, 1]
  // Rounded down, so that a size is never shown as a limit that it has not reached.
  return `${tenths(Math.floor((bytes / size) * 10) / 10)} ${unit}`
}

export interface Refusal {
  readonly title: string
  readonly advice: string
}

/** Why the service would refuse the file; `undefined` if it may accept it. */
export const refusalOf = ({ name, size }: Pick<File, "name" | "size">): Refusal | undefined => {
  if (size === 0) return { title: said.empty(name), advice: said.emptyAdvice }
  if (size <= fileBytesMax) return undefined
  return { title: said.tooLarge(name), advice: said.tooLargeAdvice(size, fileBytesMax) }
}
