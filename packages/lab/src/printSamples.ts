/** Prints samples for a person at a terminal, grouped by their result, within 80 columns. */

interface Line {
  /** The result that the addresses of a group have in common. */
  readonly result: string
  readonly address: string
  readonly says: string
}

const columnsMax = 80
const indent = "    "

/** Wraps a sentence between words. The first line begins behind the address. */
const wrapped = (words: ReadonlyArray<string>, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trim()
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** The text for a terminal, with the results in the order in which they first appear. */
export const printSamples = (rows: ReadonlyArray<Line>): string => {
  const width = Math.max(...rows.map(({ address }) => address.length))
  const start = indent.length + width + 2
  const lineOf = ({ address, says }: Line) =>
    wrapped(says.split(" "), columnsMax - start).map(
      (text, nth) => `${indent}${(nth === 0 ? address : "").padEnd(width)}  ${text}`
    )
  return [...Map.groupBy(rows, ({ result }) => result)]
    .flatMap(([result, lines]) => [`  ${result}`, ...lines.flatMap(lineOf)])
    .join("\n")
}
