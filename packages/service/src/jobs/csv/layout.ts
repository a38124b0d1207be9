/**
 * Reads what the sender says about the layout of its file, in the parts `column` and `header` of the form,
 * and the column of the addresses that follows from it.
 */
import { findEmailColumn, isNamedEmail, looksLikeAddress } from "@rcpt/api/emailColumn"
import { Result } from "effect"

import type { CsvHeader } from "./CsvPart.ts"
import {
  columnBeyond,
  columnIsName,
  columnNeeded,
  columnNotFound,
  noEmailColumn
} from "./CsvRefused.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import type { CsvRecord } from "./RecordParser.ts"

export interface Layout {
  /** The name of a header, or a number from 1. `undefined`: found by the header, or by the first row. */
  readonly column: string | undefined
  /** False: the first record is a row, and the columns get names. */
  readonly hasHeader: boolean
}

/** The contract promises this layout for a form with the file alone. */
export const byHeader: Layout = { column: undefined, hasHeader: true }

/** A column given by digits alone, so a header that is called "2" can be chosen by its position alone. */
const position = /^\d+$/

const normalize = (name: string): string => name.trim().toLowerCase()

/** Whether a cell of the first record proves that the file was split by the right delimiter. */
export const provesDelimiter =
  ({ column, hasHeader }: Layout) =>
  (cell: string): boolean => {
    if (!hasHeader) return looksLikeAddress(cell)
    if (column === undefined || position.test(column)) return isNamedEmail(cell)
    return normalize(cell) === normalize(column)
  }

/** Finds the column of the addresses, from 0. */
const findColumn = (
  first: CsvRecord,
  { column, hasHeader }: Layout
): Result.Result<number, CsvRefused> => {
  if (column === undefined) {
    const found = hasHeader ? findEmailColumn(first) : first.findIndex(looksLikeAddress)
    if (found !== -1) return Result.succeed(found)
    return Result.fail(hasHeader ? noEmailColumn : columnNeeded)
  }
  if (position.test(column)) {
    const index = Number(column) - 1
    return index < first.length ? Result.succeed(index) : Result.fail(columnBeyond(first.length))
  }
  if (!hasHeader) return Result.fail(columnIsName)
  const named = first.findIndex((name) => normalize(name) === normalize(column))
  return named === -1 ? Result.fail(columnNotFound(column)) : Result.succeed(named)
}

/**
 * Names for the columns of a file without a header. A name that the results have too is prefixed there
 * (resultColumns.ts).
 */
const generatedNames = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `column_${index + 1}`)

/** `first`: the first record of the file. */
export const headerOf = (first: CsvRecord, layout: Layout): Result.Result<CsvHeader, CsvRefused> =>
  Result.map(findColumn(first, layout), (emailColumn) => ({
    _tag: "Header",
    columns: layout.hasHeader ? first : generatedNames(first.length),
    emailColumn
  }))
