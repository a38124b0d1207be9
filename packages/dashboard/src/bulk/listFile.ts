/** What can be said of a chosen file before any of it is sent. */

/** The service's own limit: 32 MB, in which MB are counted as file managers do (decisions.md §2). */
export const fileOctetsMax = 32 * 1024 * 1024

const whole = new Intl.NumberFormat("en")
const tenths = new Intl.NumberFormat("en", { maximumFractionDigits: 1 })

/** Octets of each unit, the largest first. */
const units: ReadonlyArray<readonly [unit: string, octets: number]> = [
  ["MB", 1024 * 1024],
  ["kB", 1024]
]

export const sizeText = (octets: number): string => {
  const [unit, size] = units.find(([, size]) => octets >= size) ?? ["bytes", 1]
  // Rounded down, and so never to a limit that it is not within.
  return `${tenths.format(Math.floor((octets / size) * 10) / 10)} ${unit}`
}

export interface Refusal {
  readonly title: string
  readonly advice: string
}

/** Why the service would not take it; `undefined`: it may. */
export const refusalOf = ({ name, size }: Pick<File, "name" | "size">): Refusal | undefined => {
  if (size === 0) return { title: `${name} is empty`, advice: "Choose a CSV with a header line." }
  if (size <= fileOctetsMax) return undefined
  return {
    title: `${name} is larger than 32 MB`,
    advice:
      `It has ${whole.format(size)} bytes; a list may have ${whole.format(fileOctetsMax)}. ` +
      "Nothing was sent. Split it, or leave out columns that you do not need, and try again."
  }
}
