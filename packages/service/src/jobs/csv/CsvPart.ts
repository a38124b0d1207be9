/** The parts of a parsed upload, in this order: header, chunks of a thousand rows, totals. */
import { chunkRecordsMax } from "./limits.ts"
import type { CsvRecord } from "./RecordParser.ts"

export interface CsvHeader {
  readonly _tag: "Header"
  /** Names as in the file: not trimmed, not necessarily distinct. */
  readonly columns: ReadonlyArray<string>
  /** From 0. */
  readonly emailColumn: number
}

/**
 * `chunkRecordsMax` records; only the last chunk may have fewer. Rows are numbered from 0, including
 * blank ones.
 */
export interface CsvChunk {
  readonly _tag: "Chunk"
  /** From 0; row r is in chunk ⌊r / `chunkRecordsMax`⌋. */
  readonly number: number
  /** Cells unchanged; a record may be shorter or longer than the header. */
  readonly records: ReadonlyArray<CsvRecord>
  /** By record: the address as it is verified; empty: the row has none, and costs nothing. */
  readonly emails: ReadonlyArray<string>
  /**
   * By record: the first row with the same address, which is itself or an earlier row of any chunk,
   * whose result it shares. -1: the record has no address.
   */
  readonly firstRows: ReadonlyArray<number>
  /** Records, by index, whose cells were erased for good (erasure/). They keep their results. */
  readonly erased?: ReadonlyArray<number>
}

export interface CsvTotals {
  readonly _tag: "Totals"
  /** All records, with and without an address. */
  readonly records: number
  /** Records with an address: `total_rows` of the job. */
  readonly rows: number
  /** Different addresses: these are verified and charged. */
  readonly distinct: number
  readonly chunks: number
  /** Cells of the widest record or of the header: the download pads rows to it. */
  readonly width: number
}

export type CsvPart = CsvHeader | CsvChunk | CsvTotals

/** The address of a record as it is verified. Empty: it has none. */
export const emailOf = (cells: CsvRecord, emailColumn: number): string =>
  cells[emailColumn]?.trim() ?? ""

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
