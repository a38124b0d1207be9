/** What is read of an upload, in this order: its header, its rows by the thousand, its totals. */
import { chunkRecordsMax } from "./limits.ts"
import type { CsvRecord } from "./RecordParser.ts"

export interface CsvHeader {
  readonly _tag: "Header"
  /** Names as they stand in the file: untrimmed, perhaps equal. */
  readonly columns: ReadonlyArray<string>
  /** From 0. */
  readonly emailColumn: number
}

/**
 * `chunkRecordsMax` records; only the last chunk has fewer. Rows are numbered from 0, blank ones
 * too.
 */
export interface CsvChunk {
  readonly _tag: "Chunk"
  /** From 0; row r is in chunk ⌊r / `chunkRecordsMax`⌋. */
  readonly number: number
  /** Value for value; a record may be shorter or longer than the header. */
  readonly records: ReadonlyArray<CsvRecord>
  /** Of each record, its address as it is verified; empty: the row has none, and costs nothing. */
  readonly emails: ReadonlyArray<string>
  /**
   * Of each record, the row that has the same address first: itself, or an earlier one, of any
   * chunk, whose result it shares. -1 where there is no address.
   */
  readonly firstRows: ReadonlyArray<number>
}

export interface CsvTotals {
  readonly _tag: "Totals"
  /** All records, with and without an address. */
  readonly records: number
  /** Records with an address: `total_rows` of the job. */
  readonly rows: number
  /** Different addresses: what is verified, and charged. */
  readonly distinct: number
  readonly chunks: number
  /** Cells of the widest record, or of the header: what the download pads rows to. */
  readonly width: number
}

export type CsvPart = CsvHeader | CsvChunk | CsvTotals

/** The rows of a chunk that are verified: number and address. */
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
