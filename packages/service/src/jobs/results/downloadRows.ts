/**
 * Streams the rows of a finished job for its file, a thousand at a time, with backpressure: if the client
 * stops reading, so does this stream.
 */
import type { Recommendation } from "@rcpt/domain/recommendation"
import type { Status } from "@rcpt/domain/Verdict"
import { Array, Effect, Option, Stream } from "effect"
import { SqlClient } from "effect/sql"

import type { CsvChunk } from "../csv/CsvPart.ts"
import { chunkRecordsMax } from "../csv/limits.ts"
import { asRepeat, recommendationOf, unpackRow } from "../csv/ResultRow.ts"
import type { ResultRow } from "../csv/ResultRow.ts"
import type { ResultsRow } from "../csv/writeCsv.ts"
import { cellCharactersMax, preambleRows, sheetRowsMax } from "../csv/writeWorkbook.ts"
import type { FileHeader, JobRecord } from "../JobRecord.ts"
import { Uploads } from "../Uploads.ts"

export interface RowsWanted {
  /** `undefined`: all rows of the file, including those without an address. */
  readonly statuses: ReadonlyArray<Status> | undefined
  /** `undefined`: rows with any sub_status or none. */
  readonly subStatus?: string | undefined
  /** `undefined`: rows with any. */
  readonly recommendations?: ReadonlyArray<Recommendation> | undefined
  /** Selects among rows with a result; `undefined`: all of them. */
  readonly isWanted?: ((email: string, status: Status) => boolean) | undefined
  /** Whether to return each address once, with the first of its rows. */
  readonly unique?: boolean | undefined
  /** Whether to return only rows with a result. */
  readonly onlySettled: boolean
}

interface PackedResult {
  readonly row: number
  readonly result: string
}

/** The results of a chunk's rows, and of the earlier rows that its repeats refer to. */
const selectResults = (
  sql: SqlClient.SqlClient,
  job: JobRecord,
  { number, firstRows }: CsvChunk
) => {
  const start = number * chunkRecordsMax
  const earlier = [...new Set(firstRows.filter((row) => row >= 0 && row < start))]
  const own = sql<PackedResult>`
    select row_no as row, result from job_result
    where job_id = ${job.id} and row_no >= ${start} and row_no < ${start + chunkRecordsMax}`
  if (earlier.length === 0) return own
  return sql<PackedResult>`${own} union all
    select row_no, result from job_result
    where job_id = ${job.id} and row_no = any (${earlier}::int[])`
}

const matchesFilter = (
  { statuses, subStatus, recommendations, isWanted, onlySettled }: RowsWanted,
  email: string,
  result: ResultRow | undefined
): boolean => {
  if (subStatus !== undefined && result?.subStatus !== subStatus) return false
  if (result === undefined)
    return (statuses ?? recommendations ?? isWanted) === undefined && !onlySettled
  if (statuses !== undefined && !statuses.includes(result.status)) return false
  if (isWanted !== undefined && !isWanted(email, result.status)) return false
  return recommendations === undefined || recommendations.includes(recommendationOf(result))
}

const rowsOf = (
  { number, records, emails, firstRows, erased = [] }: CsvChunk,
  results: ReadonlyMap<number, ResultRow>,
  filter: RowsWanted
): ReadonlyArray<ResultsRow> => {
  const start = number * chunkRecordsMax
  return records.flatMap((cells, at) => {
    const first = firstRows[at]!
    if (filter.unique === true && first !== start + at) return []
    const result = results.get(first)
    if (!matchesFilter(filter, emails[at]!, result)) return []
    return [
      {
        cells,
        result: result && first !== start + at ? asRepeat(result) : result,
        isErased: erased.includes(at)
      }
    ]
  })
}

/** Fails if the job is removed meanwhile, so that the part already sent does not look complete. */
export const downloadRows = (job: JobRecord, filter: RowsWanted) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { readChunk } = yield* Uploads
      return Stream.range(0, job.chunks - 1).pipe(
        Stream.rechunk(1),
        Stream.mapEffect((number) =>
          Effect.gen(function* () {
            const chunk = yield* readChunk(job, number)
            const packed = yield* Effect.orDie(selectResults(sql, job, chunk))
            const results = new Map(packed.map(({ row, result }) => [row, unpackRow(result)]))
            return rowsOf(chunk, results, filter)
          })
        ),
        Stream.filter(Array.isReadonlyArrayNonEmpty),
        Stream.flattenArray
      )
    })
  )

const count = (value: number): string => value.toLocaleString("en")

const tooManyRows = (rowsMax: number): string =>
  `format must be "csv" for more than ${count(rowsMax)} rows, which is all that a workbook takes; ` +
  "or ask for fewer rows, such as status=valid"
const tooLong = (where: string): string =>
  `format must be "csv" for cells of more than ${count(cellCharactersMax)} characters, which is all that a ` +
  `workbook takes: ${where} has one`

const isLong = (cell: string): boolean => cell.length > cellCharactersMax

/** Why a workbook cannot have these rows; `undefined`: it can. The rows are read only where it is in doubt. */
export const whyNoWorkbook = (
  job: JobRecord,
  { columns, format }: FileHeader,
  filter: RowsWanted
) =>
  Effect.gen(function* () {
    const above = [...preambleRows(format.preamble, format.delimiter), columns]
    const rowsMax = sheetRowsMax - above.length
    if (above.flat().some(isLong)) return tooLong("its header")
    const { statuses, subStatus, recommendations, isWanted, unique, onlySettled } = filter
    const isWhole = (statuses ?? subStatus ?? recommendations ?? isWanted) === undefined
    if (isWhole && !unique && !onlySettled && job.records > rowsMax) return tooManyRows(rowsMax)
    if (job.records <= rowsMax && (format.longestCell ?? Infinity) <= cellCharactersMax)
      return undefined
    let rows = 0
    const reason = yield* downloadRows(job, filter).pipe(
      Stream.map(({ cells }) => {
        rows += 1
        if (rows > rowsMax) return tooManyRows(rowsMax)
        return cells.some(isLong) ? tooLong(`row ${count(rows)}`) : undefined
      }),
      Stream.filter((found) => found !== undefined),
      Stream.runHead,
      Effect.orDie
    )
    return Option.getOrUndefined(reason)
  })
