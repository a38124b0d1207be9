/**
 * The first rows of a CSV and the column that holds the addresses, by the rules of the service
 * (decisions.md §2). Only for a look at the list: what counts is the service's own reading of the
 * whole file, and a test holds the two together.
 */

export interface Start {
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** From 0; -1: no column is named so. */
  readonly emailColumn: number
}

const exactNames: ReadonlyArray<string> = ["email", "e-mail", "email_address"]

const normal = (name: string): string => name.trim().toLowerCase()

const isNamedEmail = (name: string): boolean => exactNames.includes(normal(name))

export const findEmailColumn = (header: ReadonlyArray<string>): number => {
  const exact = header.findIndex(isNamedEmail)
  if (exact !== -1) return exact
  const named = header.findIndex((name) => normal(name).includes("email"))
  return named === -1 ? header.findIndex((name) => normal(name).includes("e-mail")) : named
}

const isLineBreak = (char: string | undefined): boolean => char === "\n" || char === "\r"

interface Cell {
  readonly text: string
  /** Where it ends: a delimiter, a line break or the end of the text. */
  readonly end: number
  readonly isClosed: boolean
}

const endOfPlain = (text: string, from: number, delimiter: string): number => {
  let at = from
  while (at < text.length && text[at] !== delimiter && !isLineBreak(text[at])) at += 1
  return at
}

const plainCell = (text: string, from: number, delimiter: string): Cell => {
  const end = endOfPlain(text, from, delimiter)
  return { text: text.slice(from, end), end, isClosed: true }
}

/** RFC 4180 §2, and what people send: behind a closing quote that is none, all of it is text. */
const quotedCell = (text: string, from: number, delimiter: string): Cell => {
  let inside = ""
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') inside += text[at]
    else if (text[at + 1] === '"') inside += text[at++]
    else {
      const next = text[at + 1]
      if (next === undefined || next === delimiter || isLineBreak(next))
        return { text: inside, end: at + 1, isClosed: true }
      const rest = plainCell(text, at, delimiter)
      return { ...rest, text: `"${inside}${rest.text}` }
    }
  }
  return { text: inside, end: text.length, isClosed: false }
}

/** Up to `count` records; one that the end of the text cuts off is left out where there is more. */
const recordsOf = (
  text: string,
  delimiter: string,
  { count, isCut }: { readonly count: number; readonly isCut: boolean }
): ReadonlyArray<ReadonlyArray<string>> => {
  const records: Array<ReadonlyArray<string>> = []
  let cells: Array<string> = []
  let at = 0
  while (at < text.length && records.length < count) {
    const read = text[at] === '"' ? quotedCell : plainCell
    const cell = read(text, at, delimiter)
    at = cell.end
    if (!cell.isClosed || (at >= text.length && isCut)) return records
    cells.push(cell.text)
    if (at < text.length && text[at] === delimiter) {
      at += 1
      // An empty last cell has nothing of its own to be read.
      if (at < text.length) continue
      if (isCut) return records
      cells.push("")
    }
    at += text.startsWith("\r\n", at) ? 2 : 1
    records.push(cells)
    cells = []
  }
  return records
}

const isBlank = (record: ReadonlyArray<string>): boolean => record.length === 1 && record[0] === ""

/** Where two do equally well, the earlier one. */
const delimiters = [",", ";", "\t", "|"]

/** Records before the header that are looked at: blank lines are no rows yet. */
const blankMax = 100

const score = (header: ReadonlyArray<string>): number =>
  (header.some(isNamedEmail) ? 10_000 : 0) + header.length

/** `undefined`: there is no header line. `isCut`: the file goes on behind the text. */
export const parseStart = (
  text: string,
  { rows, isCut }: { readonly rows: number; readonly isCut: boolean }
): Start | undefined => {
  const starts = delimiters.flatMap((delimiter) => {
    const records = recordsOf(text, delimiter, { count: rows + 1 + blankMax, isCut })
    const at = records.findIndex((record) => !isBlank(record))
    const header = records[at]
    return header === undefined ? [] : [{ header, rows: records.slice(at + 1, at + 1 + rows) }]
  })
  const [first, ...others] = starts
  if (first === undefined) return undefined
  const best = others.reduce(
    (best, other) => (score(other.header) > score(best.header) ? other : best),
    first
  )
  return { ...best, emailColumn: findEmailColumn(best.header) }
}
