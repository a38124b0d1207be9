/**
 * The first rows of a CSV and its email column, by the rules of the service (decisions.md §2). Only for
 * the preview: the service reads the whole file itself, and a test compares the two.
 */
import { findEmailColumn, isNamedEmail } from "@rcpt/api/emailColumn"

export interface FileStart {
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** From 0; -1: there is none. */
  readonly emailColumn: number
}

const isLineBreak = (char: string | undefined): boolean => char === "\n" || char === "\r"

interface Cell {
  readonly text: string
  /** Index of its end: a delimiter, a line break or the end of the text. */
  readonly end: number
  readonly isClosed: boolean
}

const plainEnd = (text: string, from: number, delimiter: string): number => {
  let at = from
  while (at < text.length && text[at] !== delimiter && !isLineBreak(text[at])) at += 1
  return at
}

const plainCell = (text: string, from: number, delimiter: string): Cell => {
  const end = plainEnd(text, from, delimiter)
  return { text: text.slice(from, end), end, isClosed: true }
}

/** RFC 4180 §2. If other text follows the closing quote, the quotes count as text too. */
const quotedCell = (text: string, from: number, delimiter: string): Cell => {
  let content = ""
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') content += text[at]
    else if (text[at + 1] === '"') content += text[at++]
    else {
      const next = text[at + 1]
      if (next === undefined || next === delimiter || isLineBreak(next))
        return { text: content, end: at + 1, isClosed: true }
      const rest = plainCell(text, at, delimiter)
      return { ...rest, text: `"${content}${rest.text}` }
    }
  }
  return { text: content, end: text.length, isClosed: false }
}

/** Up to `count` records. `isCut`: the file goes on after the text, so a last, partial record is left out. */
const recordsOf = (
  text: string,
  delimiter: string,
  { count, isCut }: { readonly count: number; readonly isCut: boolean }
): ReadonlyArray<ReadonlyArray<string>> => {
  const records: Array<ReadonlyArray<string>> = []
  let cells: Array<string> = []
  let at = 0
  while (at < text.length && records.length < count) {
    if (cells.length === 0 && isLineBreak(text[at])) {
      at += 1
      continue
    }
    const readCell = text[at] === '"' ? quotedCell : plainCell
    const cell = readCell(text, at, delimiter)
    at = cell.end
    if (!cell.isClosed || (at >= text.length && isCut)) return records
    cells.push(cell.text)
    if (at < text.length && text[at] === delimiter) {
      at += 1
      // A delimiter at the end of the text is followed by one more, empty cell.
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

/** Of two with the same score, the earlier one is used. */
const delimiters = [",", ";", "\t", "|"]

/** Records of one empty quoted cell that are skipped before the header. */
const blankMax = 100

const score = (header: ReadonlyArray<string>): number =>
  (header.some(isNamedEmail) ? 10_000 : 0) + header.length

/** `undefined`: there is no header row. `isCut`: the file goes on after the text. */
export const parseStart = (
  text: string,
  { rows, isCut }: { readonly rows: number; readonly isCut: boolean }
): FileStart | undefined => {
  const starts = delimiters.flatMap((delimiter) => {
    const records = recordsOf(text, delimiter, { count: rows + 1 + blankMax, isCut })
    const headerIndex = records.findIndex((record) => !isBlank(record))
    const header = records[headerIndex]
    return header === undefined
      ? []
      : [{ header, rows: records.slice(headerIndex + 1, headerIndex + 1 + rows) }]
  })
  const [first, ...others] = starts
  if (first === undefined) return undefined
  const best = others.reduce(
    (best, other) => (score(other.header) > score(best.header) ? other : best),
    first
  )
  return { ...best, emailColumn: findEmailColumn(best.header) }
}
