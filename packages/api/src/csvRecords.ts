/**
 * The records of a CSV text, by the rules of the service (decisions.md §2). It reads the start of a list, for the
 * service and the dashboard, and whole lists in the dashboard; the service reads the rest by csv-parse, in slices.
 */

export interface TextRecord {
  readonly cells: ReadonlyArray<string>
  /** Where it begins in the text, after the blank lines before it, and where the next line begins. */
  readonly from: number
  readonly to: number
}

const isLineBreak = (char: string | undefined): boolean => char === "\n" || char === "\r"

interface Cell {
  readonly text: string
  /** The index of its end: a delimiter, a line break or the end of the text. */
  readonly end: number
  readonly isClosed: boolean
}

const plainCell = (text: string, from: number, delimiter: string): Cell => {
  let end = from
  while (end < text.length && text[end] !== delimiter && !isLineBreak(text[end])) end += 1
  return { text: text.slice(from, end), end, isClosed: true }
}

/**
 * Reads a quoted cell (RFC 4180 §2). If other text follows the closing quote, the quotes count as text
 * too.
 */
const quotedCell = (text: string, from: number, delimiter: string): Cell => {
  let content = ""
  let at = from + 1
  for (let quote = text.indexOf('"', at); quote !== -1; quote = text.indexOf('"', at)) {
    content += text.slice(at, quote)
    const next = text[quote + 1]
    if (next !== '"') {
      if (next === undefined || next === delimiter || isLineBreak(next))
        return { text: content, end: quote + 1, isClosed: true }
      const rest = plainCell(text, quote, delimiter)
      return { ...rest, text: `"${content}${rest.text}` }
    }
    content += next
    at = quote + 2
  }
  return { text: content + text.slice(at), end: text.length, isClosed: false }
}

/**
 * Yields record by record. With `isCut` the file goes on after the text, so a last, partial record is left
 * out. Returns false if a quote is not closed, because the text was then not read to its end.
 */
// oxlint-disable-next-line func-style
export function* csvRecords(
  text: string,
  delimiter: string,
  isCut: boolean
): Generator<TextRecord, boolean> {
  let cells: Array<string> = []
  let at = 0
  let from = 0
  while (at < text.length) {
    if (cells.length === 0 && isLineBreak(text[at])) {
      at += 1
      continue
    }
    if (cells.length === 0) from = at
    const readCell = text[at] === '"' ? quotedCell : plainCell
    const cell = readCell(text, at, delimiter)
    at = cell.end
    if (!cell.isClosed || (at >= text.length && isCut)) return false
    cells.push(cell.text)
    if (at < text.length && text[at] === delimiter) {
      at += 1
      // A delimiter at the end of the text is followed by one more, empty cell.
      if (at < text.length) continue
      if (isCut) return false
      cells.push("")
    }
    at += text.startsWith("\r\n", at) ? 2 : 1
    yield { cells, from, to: at }
    cells = []
  }
  return true
}

/** Whether a record has nothing but blanks: `;;;` is one. */
export const isBlankRecord = (record: ReadonlyArray<string>): boolean =>
  record.every((cell) => cell.trim() === "")
