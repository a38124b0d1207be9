/**
 * Streams the results of a job as a CSV (RFC 4180, UTF-8 with byte order mark, CRLF): the original
 * columns unchanged, followed by the result columns.
 *
 * Every line has the same number of cells. Shorter rows are padded with empty cells; a column beyond the
 * header gets an empty name.
 */
import type { Delimiter } from "@rcpt/api/listStart"
import type { Mode } from "@rcpt/domain/Verdict"
import { Stream } from "effect"

import type { CsvFormat } from "./CsvPart.ts"
import type { CsvRecord } from "./RecordParser.ts"
import { markNames, marksOf, resultNames, resultValues } from "./resultColumns.ts"
import type { Marks } from "./resultColumns.ts"
import type { ResultRow } from "./ResultRow.ts"

export interface ResultsTable extends Marks {
  readonly mode: Mode
  /** The header of the upload. */
  readonly columns: ReadonlyArray<string>
  /** The download has the delimiter and the preamble of the upload. */
  readonly format: Pick<CsvFormat, "delimiter" | "preamble">
  /** Cells of the widest record (`CsvTotals`). */
  readonly width: number
}

export interface ResultsRow {
  readonly cells: CsvRecord
  /** `undefined`: the row has no address or no result, and its result cells are empty. */
  readonly result: ResultRow | undefined
  readonly isErased?: boolean
  readonly isUnreadable?: boolean
}

/** Rows that arrive in one array leave as one piece, so the caller passes them by the chunk. */
export const writeCsv =
  ({ mode, columns, format, width, ...has }: ResultsTable) =>
  <E, R>(rows: Stream.Stream<ResultsRow, E, R>): Stream.Stream<Uint8Array, E, R> => {
    const marks = marksOf(has)
    const names = resultNames(mode, columns, marks(...markNames))
    const lineOf = lineBy(format.delimiter)
    const header = lineOf(padded(columns, width), names)
    const lines = rows.pipe(
      Stream.mapArray(
        (batch) =>
          [
            batch
              .map(({ cells, result, isErased, isUnreadable }) =>
                lineOf(padded(cells, width), [
                  ...resultValues(mode, result).map((value) => String(value ?? "")),
                  ...marks(
                    result?.importedFrom ?? "",
                    isErased ? "true" : "",
                    isUnreadable ? "true" : ""
                  )
                ])
              )
              .join("")
          ] as const
      )
    )
    return Stream.make(byteOrderMark + format.preamble + header).pipe(
      Stream.concat(lines),
      Stream.encodeText
    )
  }

/** Without this mark, Excel decodes UTF-8 in the machine's code page. */
const byteOrderMark = "\ufeff"

export const padded = (cells: ReadonlyArray<string>, width: number): ReadonlyArray<string> =>
  cells.length >= width ? cells : [...cells, ...Array<string>(width - cells.length).fill("")]

export const lineBy = (delimiter: Delimiter) => {
  const quoted = quotedBy(delimiter)
  return (cells: ReadonlyArray<string>, results: ReadonlyArray<string>): string =>
    `${[...cells, ...results].map(quoted).join(delimiter)}\r\n`
}

/** RFC 4180 §2, rules 5 to 7, for any delimiter. */
const quotedBy =
  (delimiter: Delimiter) =>
  (cell: string): string =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

export const quoted = quotedBy(",")
