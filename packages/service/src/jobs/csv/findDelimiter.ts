/**
 * The delimiter of a file, from its header line alone: rows may hold any of them. One under which a
 * column is called exactly "email" beats one that makes more columns: `Name (last, first,
 * title);Email`.
 */
import { parse } from "csv-parse/sync"
import { Result } from "effect"

import { headerTooLong, quoteNotClosed } from "./CsvRefused.ts"
import type { CsvRefused } from "./CsvRefused.ts"
import { isNamedEmail } from "./emailColumn.ts"
import { headerOctetsMax } from "./limits.ts"
import { recordOptions } from "./RecordParser.ts"

/** Where two do equally well, the earlier one. */
const delimiters = [",", ";", "\t", "|"] as const
export type Delimiter = (typeof delimiters)[number]

interface Candidate {
  readonly delimiter: Delimiter
  readonly isExact: boolean
  readonly columns: number
}

/** `start`: more than `headerOctetsMax` of a file in UTF-8, or all of it. */
export const findDelimiter = (start: Buffer): Result.Result<Delimiter, CsvRefused> => {
  const candidates = delimiters.flatMap((delimiter) => candidate(start, delimiter))
  const best = candidates.reduce(better, none)
  // One column is what any wrong delimiter makes, where a quote of the right one is not closed.
  const isProven = candidates.length === delimiters.length || best.isExact || best.columns > 1
  if (isProven) return Result.succeed(best.delimiter)
  return Result.fail(start.length > headerOctetsMax ? headerTooLong : quoteNotClosed(1))
}

const none: Candidate = { delimiter: ",", isExact: false, columns: 0 }

const better = (one: Candidate, other: Candidate): Candidate => {
  if (one.isExact !== other.isExact) return one.isExact ? one : other
  return other.columns > one.columns ? other : one
}

/** None where the header line does not end in time. */
const candidate = (start: Buffer, delimiter: Delimiter): ReadonlyArray<Candidate> => {
  let end = 0
  const read = Result.try(() =>
    parse(start, {
      ...recordOptions,
      delimiter,
      to: 1,
      skip_empty_lines: true,
      on_record: (record: Array<string>, { bytes }) => {
        end = bytes
        return record
      }
    })
  )
  if (Result.isFailure(read) || end > headerOctetsMax) return []
  const header = read.success[0] ?? []
  return [{ delimiter, isExact: header.some(isNamedEmail), columns: header.length }]
}
