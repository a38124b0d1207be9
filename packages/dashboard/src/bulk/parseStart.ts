/**
 * The first rows of a CSV and its email column, by the rules of the service (decisions.md §2). Only for
 * the preview: the service reads the whole file itself, and a test compares the two.
 */
import { findEmailColumn, isNamedEmail, looksLikeAddress } from "@rcpt/api/emailColumn"

import { csvRecords, isBlankRecord } from "./csvRecords.ts"

export interface FileStart {
  readonly delimiter: string
  /** The names of the columns, which are generated if there is no header row. */
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** Counted from 0; -1 if there is none. */
  readonly emailColumn: number
}

/** The possible delimiters. If two have the same score, the earlier one is used. */
const delimiters = [",", ";", "\t", "|"]

/** Records of one empty quoted cell that are skipped before the header. */
const blankMax = 100

/** A score above the number of columns of any file. */
const exactScore = 10_000

interface StartOptions {
  readonly rows: number
  /** True if the file goes on after the text. */
  readonly isCut: boolean
  /** False if the first record is a row of data. */
  readonly hasHeader?: boolean
}

const firstRecords = (
  text: string,
  delimiter: string,
  { rows, isCut }: StartOptions
): ReadonlyArray<ReadonlyArray<string>> => {
  const records: Array<ReadonlyArray<string>> = []
  for (const record of csvRecords(text, delimiter, isCut)) {
    records.push(record)
    if (records.length > rows + blankMax) break
  }
  return records
}

const startWith =
  (text: string, options: StartOptions) =>
  (delimiter: string): ReadonlyArray<{ readonly start: FileStart; readonly score: number }> => {
    const { rows, hasHeader = true } = options
    const records = firstRecords(text, delimiter, options)
    const index = records.findIndex((record) => !isBlankRecord(record))
    const first = records[index]
    if (first === undefined) return []
    const isProof = hasHeader ? isNamedEmail : looksLikeAddress
    const rowsFrom = hasHeader ? index + 1 : index
    const start = {
      delimiter,
      header: hasHeader ? first : first.map((_, column) => `column_${column + 1}`),
      rows: records.slice(rowsFrom, rowsFrom + rows),
      emailColumn: hasHeader ? findEmailColumn(first) : first.findIndex(looksLikeAddress)
    }
    return [{ start, score: (first.some(isProof) ? exactScore : 0) + first.length }]
  }

/** The first rows with the delimiter that fits best, or `undefined` if there is no row at all. */
export const parseStart = (text: string, options: StartOptions): FileStart | undefined => {
  const [first, ...others] = delimiters.flatMap(startWith(text, options))
  if (first === undefined) return undefined
  return others.reduce((best, other) => (other.score > best.score ? other : best), first).start
}
