/** Checks on a chosen file before it is sent. */

/** The service's own limit: 32 MB, with MB counted as file managers do (decisions.md §2). */
export const fileBytesMax = 32 * 1024 * 1024

const whole = new Intl.NumberFormat("en")
const tenths = new Intl.NumberFormat("en", { maximumFractionDigits: 1 })

/** Bytes of each unit, largest first. */
const units: ReadonlyArray<readonly [unit: string, bytes: number]> = [
  ["MB", 1024 * 1024],
  ["kB", 1024]
]

export const sizeText = (bytes: number): string => {
  const [unit, size] = units.find(([, size]) => bytes >= size) ?? ["bytes", 1]
  // Rounded down, so that a size is never shown as a limit that it has not reached.
  return `${tenths.format(Math.floor((bytes / size) * 10) / 10)} ${unit}`
}

export interface Refusal {
  readonly title: string
  readonly advice: string
}

/** Why the service would refuse the file; `undefined` if it may accept it. */
export const refusalOf = ({ name, size }: Pick<File, "name" | "size">): Refusal | undefined => {
  if (size === 0) return { title: `${name} is empty`, advice: "Choose a CSV with a header row." }
  if (size <= fileBytesMax) return undefined
  return {
    title: `${name} is larger than 32 MB`,
    advice:
      `It has ${whole.format(size)} bytes; the limit is ${whole.format(fileBytesMax)}. ` +
      "Nothing was sent. Split the file or remove columns that you do not need, and try again."
  }
}
