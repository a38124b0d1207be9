/** The parts of a parsed upload, in this order: header, chunks of a thousand rows, totals. */
import { zstdCompressSync, zstdDecompressSync } from "node:zlib"

import { addressOf } from "@rcpt/api/listCells"
import type { ColumnReason, Delimiter } from "@rcpt/api/listStart"

import type { Imports } from "../imports/importTables.ts"
import { chunkRecordsMax } from "./limits.ts"
import type { CsvRecord } from "./RecordParser.ts"

/** What the file is like apart from its cells: the download is alike, but for its encoding. */
export interface CsvFormat {
  readonly delimiter: Delimiter
  /** As the platform names it. */
  readonly encoding: string
  /** The text before the header, unchanged; empty if there is none. */
  readonly preamble: string
  /** Verdicts of another service that its rows have. */
  readonly imports?: Imports
}

export interface CsvHeader {
  readonly _tag: "Header"
  /** Names as in the file: not trimmed, not necessarily distinct. */
  readonly columns: ReadonlyArray<string>
  /** The column of the addresses, from 0. */
  readonly emailColumn: number
  /** Why it was taken. */
  readonly because: ColumnReason
  /** Its first cells that are not blank. */
  readonly examples: ReadonlyArray<string>
  readonly format: CsvFormat
  /** Encodings that the file may have instead, the likeliest first. */
  readonly otherEncodings: ReadonlyArray<string>
}

/**
 * `chunkRecordsMax` records; only the last chunk may have fewer. Rows are numbered from 0, including
 * blank ones.
 */
export interface CsvChunk {
  readonly _tag: "Chunk"
  /** The number of the chunk, from 0; row r is in chunk ⌊r / `chunkRecordsMax`⌋. */
  readonly number: number
  /** Cells unchanged; a record may be shorter or longer than the header. */
  readonly records: ReadonlyArray<CsvRecord>
  /** For each record, the address as it is verified; empty: the row has none, and costs nothing. */
  readonly emails: ReadonlyArray<string>
  /**
   * For each record, the first row with the same address, which is itself or an earlier row of any chunk,
   * whose result it shares. -1: the record has no address.
   */
  readonly firstRows: ReadonlyArray<number>
  /** Records, by index, whose cell is filled and no address: a footer, a title, a placeholder (`rowReader`). */
  readonly noData?: ReadonlyArray<number>
  /** Records, by index, whose cells were erased for good (erasure/). They keep their results. */
  readonly erased?: ReadonlyArray<number>
  /** Its cells can no longer be read: all records are empty. */
  readonly isUnreadable?: boolean
}

export interface CsvTotals {
  readonly _tag: "Totals"
  /** All records, with and without an address. */
  readonly records: number
  /** Records with an address: `total_rows` of the job. */
  readonly rows: number
  /** Different addresses: these are verified and charged. */
  readonly distinct: number
  /** Records whose cell is filled and no data (`noData`). */
  readonly noData: number
  /** Cells with more than one address, and how many those have. */
  readonly several: { readonly cells: number; readonly addresses: number }
  readonly chunks: number
  /** Cells of the widest record or of the header: the download pads rows to it. */
  readonly width: number
  /** Characters of the longest cell, of the header too: a workbook takes no longer one than Excel does. */
  readonly longestCell: number
}

export type CsvPart = CsvHeader | CsvChunk | CsvTotals

/** The address of a record as it is verified. Empty: it has none. */
export const emailOf = (cells: CsvRecord, emailColumn: number): string =>
  addressOf(cells[emailColumn] ?? "")

/** The rows of a chunk that are verified, without blank ones and repeats. */
export const rowsToVerify = ({
  number,
  emails,
  firstRows
}: Pick<CsvChunk, "number" | "emails" | "firstRows">): ReadonlyArray<
  readonly [row: number, email: string]
> => {
  const start = number * chunkRecordsMax
  return emails.flatMap((email, at) =>
    firstRows[at] === start + at ? [[start + at, email] as const] : []
  )
}

// The stored format of a chunk: cells and repeats as compressed JSON. The addresses are among the cells.
//
// Zstandard at its default level, measured 2026-11 on 1,000 records of 71 octets of JSON: 31 octets and
// 0.35 µs per row (deflate level 1: 32 and 0.9). The column is `storage external`, so Postgres does not
// compress it again.

// Stored format: stored chunks outlive a deployment, as long as their job.
interface PackedChunk {
  readonly records: ReadonlyArray<CsvRecord>
  /** For each index in the chunk, the first row with the same address, if that is another row. */
  readonly repeats: ReadonlyArray<readonly [at: number, firstRow: number]>
  /** The indexes in the chunk of records that are no data; chunks older than that have none. */
  readonly noData?: ReadonlyArray<number>
  /** The indexes in the chunk of records whose cells were erased. */
  readonly erased?: ReadonlyArray<number>
}

export const packChunk = ({ number, records, firstRows, noData, erased }: CsvChunk): Uint8Array => {
  const start = number * chunkRecordsMax
  const repeats = firstRows.flatMap((firstRow, at) =>
    firstRow === -1 || firstRow === start + at ? [] : [[at, firstRow] as const]
  )
  const packed: PackedChunk = {
    records,
    repeats,
    ...(noData && { noData }),
    ...(erased && { erased })
  }
  return zstdCompressSync(JSON.stringify(packed))
}

export const unpackChunk = (
  packed: Uint8Array,
  { number, emailColumn }: { readonly number: number; readonly emailColumn: number }
): CsvChunk => {
  const { records, repeats, noData, erased }: PackedChunk = JSON.parse(
    zstdDecompressSync(packed).toString()
  )
  const start = number * chunkRecordsMax
  const emails = records.map((record) => emailOf(record, emailColumn))
  for (const at of noData ?? []) emails[at] = ""
  const firstRows = emails.map((email, at) => (email === "" ? -1 : start + at))
  for (const at of erased ?? []) firstRows[at] = start + at
  for (const [at, firstRow] of repeats) firstRows[at] = firstRow
  return {
    _tag: "Chunk",
    number,
    records,
    emails,
    firstRows,
    ...(noData && { noData }),
    ...(erased && { erased })
  }
}
