/**
 * Finds the delimiter of a file from its first record alone, since rows may contain any delimiter. One
 * under which a column is named exactly "email" beats one that yields more columns: `Name (last, first,
 * title);Email`. So does one under which a column has the name that was asked for, or, without a header,
 * an address.
 */
import { parse } from "csv-parse/sync"
import { Result } from "effect"

import { headerTooLong, quoteNotClosed } from "./CsvRefused.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { provesDelimiter } from "./layout.ts"
import type { Layout } from "./layout.ts"
import { headerOctetsMax } from "./limits.ts"
import { delimiters, recordOptions } from "./RecordParser.ts"
import type { Delimiter } from "./RecordParser.ts"

interface Candidate {
  readonly delimiter: Delimiter
  readonly isExact: boolean
  readonly columns: number
}

/** `start`: more than `headerOctetsMax` octets of a file in UTF-8, or the whole file. */
export const findDelimiter = (
  start: Buffer,
  layout: Layout
): Result.Result<Delimiter, CsvRefused> => {
  const isProof = provesDelimiter(layout)
  const blank = blankLines.exec(start.toString("latin1"))![0].length
  const candidates = delimiters.flatMap((delimiter) =>
    candidate(start.subarray(blank), delimiter, { isProof, octetsMax: headerOctetsMax - blank })
  )
  const best = candidates.reduce(better, noCandidate)
  // Any wrong delimiter yields one column, even if the right one fails on a quote that is not closed.
  const isProven = candidates.length === delimiters.length || best.isExact || best.columns > 1
  if (isProven) return Result.succeed(best.delimiter)
  return Result.fail(start.length > headerOctetsMax ? headerTooLong : quoteNotClosed(1))
}

/** What comes before the header and is no row (toParts.ts): empty lines, and an empty quoted cell alone on its line. */
const blankLines = /^(?:(?:"")?(?:\r\n|\r|\n))*/

const noCandidate: Candidate = { delimiter: ",", isExact: false, columns: 0 }

const better = (one: Candidate, other: Candidate): Candidate => {
  if (one.isExact !== other.isExact) return one.isExact ? one : other
  return other.columns > one.columns ? other : one
}

interface CandidateOptions {
  readonly isProof: (cell: string) => boolean
  readonly octetsMax: number
}

/** Empty: the header line is too long or has a quote that is not closed. */
const candidate = (
  start: Buffer,
  delimiter: Delimiter,
  { isProof, octetsMax }: CandidateOptions
): ReadonlyArray<Candidate> => {
  // Zero: there is no record in it.
  let end = 0
  const read = Result.try(() =>
    parse(start, {
      ...recordOptions,
      delimiter,
      to: 1,
      on_record: (record: Array<string>, { bytes }) => {
        end = bytes
        return record
      }
    })
  )
  if (Result.isFailure(read) || (end > 0 && end > octetsMax)) return []
  const header = read.success[0] ?? []
  return [{ delimiter, isExact: header.some(isProof), columns: header.length }]
}
