/**
 * The start of an uploaded list: what stands before its header, its delimiter, its header and the column of its
 * addresses, which are found by the cells and not by names alone. The service and the dashboard share it.
 */
import { csvRecords, isBlankRecord } from "./csvRecords.ts"
import type { TextRecord } from "./csvRecords.ts"
import { isNamedEmail, looksLikeAddress, mayBeNamedEmail } from "./listCells.ts"

/** If two fit equally well, the earlier one is taken. */
export const delimiters = [",", ";", "\t", "|"] as const
export type Delimiter = (typeof delimiters)[number]

/** Rows whose cells are looked at. More of the same would not change what a column holds. */
export const sampledRowsMax = 1_000

/** Records before the header: titles, notes and blank lines. LinkedIn writes three, banks up to fifteen. */
const preambleRecordsMax = 20

/** What the sender says about its file. */
export interface Layout {
  /** The name of a header, or a number from 1. `undefined`: found by the cells. It is never overruled. */
  readonly column: string | undefined
  /** False: the first record is a row, and the columns get names. */
  readonly hasHeader: boolean
}

/** The contract promises this layout for a form with the file alone. */
export const byHeader: Layout = { column: undefined, hasHeader: true }

/** Why a column was taken. */
export type ColumnReason = "asked" | "named" | "cells"

/** A column that may be meant where none can be taken. */
export interface LikelyColumn {
  /** From 0. */
  readonly column: number
  readonly name: string
  readonly hasHeader: boolean
}

type FoundColumn =
  | { readonly _tag: "Column"; readonly column: number; readonly because: ColumnReason }
  /** No header names an address. */
  | { readonly _tag: "NotNamed"; readonly likely: LikelyColumn | undefined }
  /** The column that was asked for is not there. */
  | { readonly _tag: "NotFound"; readonly columns: number }
  | { readonly _tag: "NameWithoutHeader" }

export interface ListStart {
  readonly delimiter: Delimiter
  /** All that stands before the header or the first row, as in the file. It may be blank. */
  readonly preamble: string
  /** Names as in the file, or generated ones. */
  readonly columns: ReadonlyArray<string>
  /** The header's length in characters; 0 without a header. */
  readonly headerLength: number
  /** The first rows, at most `sampledRowsMax`. */
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly found: FoundColumn
}

// Columns

type Rows = ReadonlyArray<ReadonlyArray<string>>

const trimmed = (name: string): string => name.trim().toLowerCase()

interface Addresses {
  readonly column: number
  /** Cells that are not blank. */
  readonly filled: number
  /** Their share of those. */
  readonly share: number
  /** Without repeats: the address of an owner or a shop stands in many rows. */
  readonly different: number
}

const addressesIn = (rows: Rows, column: number): Addresses => {
  let filled = 0
  let addresses = 0
  const different = new Set<string>()
  for (const row of rows) {
    const cell = row[column]?.trim() ?? ""
    if (cell === "") continue
    filled += 1
    if (!looksLikeAddress(cell)) continue
    addresses += 1
    different.add(cell.toLowerCase())
  }
  return { column, filled, share: filled === 0 ? 0 : addresses / filled, different: different.size }
}

const none: Addresses = { column: -1, filled: 0, share: 0, different: 0 }

/**
 * The column with the most different addresses, of those given; an earlier one wins among equals. A second address that
 * few people have is no reason to leave out the first, which all have and some mistyped. A column of `exact` is beaten
 * only by one with more than twice as many.
 */
const bestOf = (
  rows: Rows,
  columns: ReadonlyArray<number>,
  exact: ReadonlyArray<number> = []
): Addresses => {
  const weightOf = ({ column, different }: Addresses): number =>
    exact.includes(column) ? different * 2 : different
  return columns
    .map((column) => addressesIn(rows, column))
    .reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best), none)
}

const indexes = (record: ReadonlyArray<string>): ReadonlyArray<number> => [...record.keys()]

/** A share from which a column without a name for it is likely one of addresses. */
const likelyShareMin = 0.5

/** A column given by digits alone, so a header that is called "2" can be chosen by its position alone. */
const position = /^\d+$/

const widest = (rows: Rows): ReadonlyArray<string> =>
  rows.reduce((best, row) => (row.length > best.length ? row : best), [])

const byCells = (columns: ReadonlyArray<string>, rows: Rows, hasHeader: boolean) => {
  const { column, share } = bestOf(rows, indexes(widest([columns, ...rows])))
  return share < likelyShareMin
    ? undefined
    : { column, name: columns[column]?.trim() ?? "", hasHeader }
}

/**
 * A column without a name for addresses is taken only where those with one have less than this part of its own. A name
 * that says more than "email", as `alternateEmail`, may be that of a second address.
 */
const fewPart = { exact: 1 / 5, other: 1 / 2 } as const

/**
 * The least part of its cells that are different in a column of the people themselves. The address of an owner, a
 * shop or a host is in many rows.
 */
const differentPartMin = 1 / 5

/** The columns that a header names, those with the plain name first. */
const namedIn = (header: ReadonlyArray<string>) => {
  const named = indexes(header).filter((column) => mayBeNamedEmail(header[column]!))
  const exact = named.filter((column) => isNamedEmail(header[column]!))
  return { columns: [...new Set([...exact, ...named])], exact }
}

const byName = (header: ReadonlyArray<string>, rows: Rows): FoundColumn => {
  const { columns, exact } = namedIn(header)
  const best = bestOf(rows, columns, exact)
  const isRow = header.some(looksLikeAddress)
  const likely = byCells(header, isRow ? [header, ...rows] : rows, !isRow)
  const [first] = columns
  if (first === undefined) return { _tag: "NotNamed", likely }
  const others = indexes(header).filter((column) => !columns.includes(column))
  const other = bestOf(rows, others)
  const part = exact.includes(best.column) ? fewPart.exact : fewPart.other
  if (best.different < other.different * part && other.share >= likelyShareMin) {
    if (other.different >= Math.min(other.filled, Math.max(2, other.filled * differentPartMin)))
      return { _tag: "Column", column: other.column, because: "cells" }
    // Names that promise addresses where another column repeats a few: nobody is charged for that.
    if (best.column === -1) return { _tag: "NotNamed", likely }
  }
  return {
    _tag: "Column",
    column: best.column === -1 ? first : best.column,
    because: columns.length > 1 ? "cells" : "named"
  }
}

const findColumn = (
  first: ReadonlyArray<string>,
  rows: Rows,
  { column, hasHeader }: Layout
): FoundColumn => {
  if (column === undefined) {
    if (hasHeader) return byName(first, rows)
    // The first record is a row, so the column has an address in it.
    const likely = indexes(first).filter((at) => looksLikeAddress(first[at]!))
    const { column: best } = bestOf(rows, likely)
    return best === -1
      ? { _tag: "NotNamed", likely: undefined }
      : { _tag: "Column", column: best, because: "cells" }
  }
  const { length: columns } = widest([first, ...rows])
  const asked = (index: number): FoundColumn =>
    index >= 0 && index < columns
      ? { _tag: "Column", column: index, because: "asked" }
      : { _tag: "NotFound", columns }
  if (position.test(column)) return asked(Number(column) - 1)
  if (!hasHeader) return { _tag: "NameWithoutHeader" }
  return asked(first.findIndex((name) => trimmed(name) === trimmed(column)))
}

// The header

/** The number of cells that most records have. */
const usualWidth = (records: ReadonlyArray<TextRecord>): number => {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [1, 0])[0]
}

/** Whether a record may be the header that was asked for. */
const isHeader = (cells: ReadonlyArray<string>, { column }: Layout): boolean => {
  if (cells.some(looksLikeAddress)) return false
  return column === undefined || position.test(column)
    ? cells.some(mayBeNamedEmail)
    : cells.some((name) => trimmed(name) === trimmed(column))
}

/** A header, and how many addresses the rows have that follow it up to the next header. */
interface Table {
  readonly at: number
  /** The column of its addresses. */
  readonly column: number
  readonly different: number
  readonly rows: number
}

const tableOf = (
  records: ReadonlyArray<TextRecord>,
  at: number,
  end: number,
  layout: Layout
): Table => {
  const { cells } = records[at]!
  const rows = records.slice(at + 1, end).map((record) => record.cells)
  const { columns, exact } =
    layout.column === undefined || position.test(layout.column)
      ? namedIn(cells)
      : {
          columns: indexes(cells).filter((one) => trimmed(cells[one]!) === trimmed(layout.column!)),
          exact: []
        }
  const { column, different } = bestOf(rows, columns, exact)
  return { at, column: column === -1 ? (columns[0] ?? -1) : column, different, rows: rows.length }
}

/**
 * Of several tables under each other (Zoom writes the host, the panelists and the attendees), those with the most
 * different addresses are the list. Tables whose addresses are in the same column are one list.
 */
const listAmong = (tables: ReadonlyArray<Table>): number => {
  const lists = new Map<number, Table>()
  for (const table of tables) {
    const list = lists.get(table.column)
    lists.set(
      table.column,
      list === undefined
        ? table
        : {
            ...list,
            different: list.different + table.different,
            rows: list.rows + table.rows
          }
    )
  }
  return [...lists.values()].reduce((best, one) =>
    one.different > best.different || (one.different === best.different && one.rows > best.rows)
      ? one
      : best
  ).at
}

/**
 * The index of the header, or of the first row. A title may contain the word "email", so a record as wide as the
 * rest is preferred; an address is never in a header. After the first address only the header of another table is one.
 */
const firstIndex = (records: ReadonlyArray<TextRecord>, layout: Layout): number => {
  const first = records.findIndex(({ cells }) => !isBlankRecord(cells))
  if (first === -1 || !layout.hasHeader) return first
  const width = usualWidth(records)
  const until = records.findIndex(({ cells }, at) => at >= first && cells.some(looksLikeAddress))
  const end = Math.min(first + preambleRecordsMax + 1, until === -1 ? records.length : until)
  const headers = [...records.keys()].filter(
    (at) => at >= first && isHeader(records[at]!.cells, layout)
  )
  const before = headers.filter((at) => at < end)
  const header = before.find((at) => records[at]!.cells.length === width) ?? before[0]
  if (header === undefined) return first
  const starts = [header, ...headers.filter((at) => until !== -1 && at > until)]
  return listAmong(
    starts.map((at, n) => tableOf(records, at, starts[n + 1] ?? records.length, layout))
  )
}

const generatedNames = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `column_${index + 1}`)

// The delimiter

/** Marks that some programs put between columns, and that are read as text: two blanks are those of a printed table. */
const otherMarks: ReadonlyArray<readonly [mark: RegExp, shown: string]> = [
  ...["~", "^", "¦", "§", ":", "\u0001", "\u001f"].map(
    (mark) => [new RegExp(mark === "^" ? "\\^" : mark, "u"), mark] as const
  ),
  [/\s{2,}/, "two blanks"],
  // Of a line that begins with an address, or has one in brackets: people write no blank into others.
  [/ /, "a blank"]
]

/** A printed table has a line of dashes. */
const hasWords = /[\p{L}\p{N}]/u

/** The mark that separates the columns of a list that seems to have one; `undefined`: it is one. */
export const otherMarkOf = ({ columns, rows }: ListStart): string | undefined => {
  const [header = "", ...others] = columns.map((name) => name.trim())
  if (others.length > 0) return undefined
  return otherMarks.find(([mark]) => {
    const names = header.split(mark)
    return (
      names.length > 1 &&
      (names.some(looksLikeAddress) || (mark.source !== " " && names.some(mayBeNamedEmail))) &&
      rows.length > 0 &&
      rows.every(
        ([cell = ""]) => !hasWords.test(cell) || cell.trim().split(mark).length >= names.length
      )
    )
  })?.[1]
}

/** Excel's first line, which says the delimiter and is no record. */
const separatorLine = /^sep=([,;\t|])[ \t]*(?:\r\n|\r|\n|$)/i

/** What `fit` has where. */
const askedAt = 0
const exactAt = 2
const widthAt = 4

interface Candidate {
  readonly start: ListStart
  /** How well it fits, the most important first. */
  readonly fit: ReadonlyArray<number>
}

const recordsOf = (text: string, delimiter: Delimiter, isCut: boolean) => {
  const records: Array<TextRecord> = []
  for (const record of csvRecords(text, delimiter, isCut)) {
    records.push(record)
    if (records.length > sampledRowsMax + preambleRecordsMax) break
  }
  return records
}

const candidate = (
  { text, isCut, layout }: StartOptions,
  delimiter: Delimiter
): ReadonlyArray<Candidate> => {
  const records = recordsOf(text, delimiter, isCut)
  const at = firstIndex(records, layout)
  const first = records[at]
  if (first === undefined) return []
  const { hasHeader } = layout
  const rows = records
    .slice(hasHeader ? at + 1 : at, at + 1 + sampledRowsMax)
    .map(({ cells }) => cells)
  const width = first.cells.length
  const found = findColumn(first.cells, rows, layout)
  const start: ListStart = {
    delimiter,
    preamble: text.slice(0, first.from),
    columns: hasHeader ? first.cells : generatedNames(width),
    headerLength: hasHeader ? first.to - first.from : 0,
    rows,
    found
  }
  const ofWidth = rows.filter((row) => row.length === width).length
  const fit = [
    // A column that was asked for is there, or is not.
    found._tag === "Column" && found.because === "asked" ? 1 : 0,
    bestOf(rows, indexes(widest([first.cells, ...rows]))).share,
    hasHeader && first.cells.some(isNamedEmail) ? 1 : 0,
    width > 1 && rows.length > 0 ? ofWidth / rows.length : 0,
    width
  ]
  return [{ start, fit }]
}

const isBetter = (one: Candidate, other: Candidate): boolean => {
  const at = one.fit.findIndex((value, index) => value !== other.fit[index])
  return at !== -1 && one.fit[at]! > other.fit[at]!
}

interface StartOptions {
  readonly text: string
  /** Whether the file goes on after the text. */
  readonly isCut: boolean
  readonly layout: Layout
}

/** The start by the delimiter that fits best; `undefined`: it has no whole record, or a quote that is not closed. */
export const readListStart = (options: StartOptions): ListStart | undefined => {
  const separator = separatorLine.exec(options.text)
  const line = separator?.[0] ?? ""
  const rest = { ...options, text: options.text.slice(line.length) }
  const tried = separator === null ? delimiters : delimiters.filter((one) => one === separator[1])
  const all = tried.flatMap((delimiter) => candidate(rest, delimiter))
  const [first, ...others] = all
  if (first === undefined) return undefined
  const best = others.reduce((best, one) => (isBetter(one, best) ? one : best), first)
  // Under the right delimiter a quote may not be closed. Any wrong one yields one column, which may be addresses.
  const { fit } = best
  const isProven =
    all.length === tried.length || fit[askedAt]! > 0 || fit[exactAt]! > 0 || fit[widthAt]! > 1
  return isProven ? { ...best.start, preamble: line + best.start.preamble } : undefined
}
