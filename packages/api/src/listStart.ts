/**
 * The start of an uploaded list: what stands before its header, its delimiter, its header and the column of its
 * addresses, which are found by the cells and not by names alone. The service and the dashboard share it. It has
 * no imports beside csvRecords.ts, so that a browser loads only these few lines.
 */
import { csvRecords, isBlankRecord } from "./csvRecords.ts"
import type { TextRecord } from "./csvRecords.ts"

/** If two fit equally well, the earlier one is taken. */
export const delimiters = [",", ";", "\t", "|"] as const
export type Delimiter = (typeof delimiters)[number]

/** Rows whose cells are looked at. More of the same would not change what a column holds. */
const sampledRowsMax = 1_000

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

export type FoundColumn =
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

// Names and cells

const exactNames: ReadonlyArray<string> = ["email", "e-mail", "email_address"]

const trimmed = (name: string): string => name.trim().toLowerCase()

/** A name without marks, blanks, hyphens and invisible characters, in which full-width letters are ordinary ones. */
const plainName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")

const isNamedEmail = (name: string): boolean => exactNames.includes(trimmed(name))

const mayBeNamedEmail = (name: string): boolean =>
  plainName(name).includes("email") && !looksLikeAddress(name)

const address = /^[^\s@,;|]+@[^\s@,;|]+\.[^\s@,;|]+$/

/** Whether a cell is likely an address: enough to find the column, not to judge one. */
export const looksLikeAddress = (cell: string): boolean =>
  address.test(cell.trim().replace(/^mailto:|^<|>$/gi, ""))

type Rows = ReadonlyArray<ReadonlyArray<string>>

interface Addresses {
  readonly column: number
  /** Their share of the cells that are not blank. */
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
  return { column, share: filled === 0 ? 0 : addresses / filled, different: different.size }
}

const none: Addresses = { column: -1, share: 0, different: 0 }

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

const byName = (header: ReadonlyArray<string>, rows: Rows): FoundColumn => {
  const named = indexes(header).filter((column) => mayBeNamedEmail(header[column]!))
  const exact = named.filter((column) => isNamedEmail(header[column]!))
  const { column } = bestOf(rows, [...exact, ...named], exact)
  const likely = byCells(header, rows, !header.some(looksLikeAddress))
  // Names that promise addresses where another column has them: nobody is charged for that.
  if (column === -1 && likely !== undefined) return { _tag: "NotNamed", likely }
  const first = column === -1 ? (exact[0] ?? named[0]) : column
  return first === undefined
    ? { _tag: "NotNamed", likely }
    : { _tag: "Column", column: first, because: named.length > 1 ? "cells" : "named" }
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
  const asked = (index: number): FoundColumn =>
    index >= 0 && index < first.length
      ? { _tag: "Column", column: index, because: "asked" }
      : { _tag: "NotFound", columns: first.length }
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

/**
 * The index of the header, or of the first row. A title may contain the word "email", so a record as wide as the
 * rest is preferred; an address is never in a header, and nothing after the first one is.
 */
const firstIndex = (records: ReadonlyArray<TextRecord>, layout: Layout): number => {
  const first = records.findIndex(({ cells }) => !isBlankRecord(cells))
  if (first === -1 || !layout.hasHeader) return first
  const width = usualWidth(records)
  const until = records.findIndex(({ cells }, at) => at >= first && cells.some(looksLikeAddress))
  const end = Math.min(first + preambleRecordsMax + 1, until === -1 ? records.length : until)
  const headers = [...records.keys()]
    .slice(first, end)
    .filter((at) => isHeader(records[at]!.cells, layout))
  return headers.find((at) => records[at]!.cells.length === width) ?? headers[0] ?? first
}

const generatedNames = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `column_${index + 1}`)

// The delimiter

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
    // A name that was asked for is there, or is not.
    found._tag === "Column" && found.because === "asked" && !position.test(layout.column ?? "")
      ? 1
      : 0,
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

export interface StartOptions {
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
