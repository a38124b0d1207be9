/** The rows of a chunk that match, found in its two texts of `job_search`. */

export interface ChunkText {
  /** Addresses in search form, each followed by a line feed. */
  readonly addresses: string
  /** One letter per row. */
  readonly letters: string
}

export interface LineFilter {
  /** In search form, without line feeds; empty: every line matches. */
  readonly search: string
  /** The letters of rows that match. */
  readonly letters: string
}

/** Indexes of the rows within the chunk, from 0, in ascending order. */
export const matchingLines = (chunk: ChunkText, filter: LineFilter): ReadonlyArray<number> => {
  const lines: Array<number> = []
  const add = (line: number) => {
    if (filter.letters.includes(chunk.letters[line]!)) lines.push(line)
  }
  if (filter.search === "") for (let line = 0; line < chunk.letters.length; line++) add(line)
  else for (const line of linesWith(chunk.addresses, filter.search)) add(line)
  return lines
}

/** Each line once, whichever number of matches it has: the search goes on at the start of the next. */
const linesWith = (text: string, search: string): ReadonlyArray<number> => {
  const lines: Array<number> = []
  let line = 0
  let lineEnd = text.indexOf("\n")
  for (let match = text.indexOf(search); match !== -1; match = text.indexOf(search, lineEnd)) {
    while (lineEnd < match) {
      lineEnd = text.indexOf("\n", lineEnd + 1)
      line += 1
    }
    lines.push(line)
  }
  return lines
}
