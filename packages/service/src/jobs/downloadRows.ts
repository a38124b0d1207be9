/**
 * The rows of a finished job for its CSV, a thousand at a time and only as fast as they are taken: a
 * client that stops reading stops the reading here.
 */
import type { Status } from "@rcpt/domain/Verdict"
import { Array, Effect, Stream } from "effect"
import { SqlClient } from "effect/sql"

import type { CsvChunk } from "./csv/CsvPart.ts"
import { asRepeat } from "./csv/JobRow.ts"
import type { JobRow } from "./csv/JobRow.ts"
import { chunkRecordsMax } from "./csv/limits.ts"
import type { ResultsRow } from "./csv/writeCsv.ts"
import type { JobRecord } from "./JobRecord.ts"
import { unpackRow } from "./packRow.ts"
import { Uploads } from "./Uploads.ts"

export interface RowsWanted {
  /** `undefined`: all that the file has, also rows without an address. */
  readonly statuses: ReadonlyArray<Status> | undefined
  /** `undefined`: any, and none. */
  readonly subStatus?: string | undefined
  /** Rows that have a result, and no others. */
  readonly onlySettled: boolean
}

interface Packed {
  readonly row: number
  readonly result: string
}

/** Of a chunk, and of rows elsewhere that have addresses of its rows first. */
const resultsOf = (sql: SqlClient.SqlClient, job: JobRecord, { number, firstRows }: CsvChunk) => {
  const start = number * chunkRecordsMax
  const elsewhere = [...new Set(firstRows.filter((row) => row >= 0 && row < start))]
  const own = sql<Packed>`
    select row_no as row, result from job_result
    where job_id = ${job.id} and row_no >= ${start} and row_no < ${start + chunkRecordsMax}`
  if (elsewhere.length === 0) return own
  return sql<Packed>`${own} union all
    select row_no, result from job_result
    where job_id = ${job.id} and row_no = any (${elsewhere}::int[])`
}

const isWanted = (
  { statuses, subStatus, onlySettled }: RowsWanted,
  result: JobRow | undefined
): boolean => {
  if (subStatus !== undefined && result?.subStatus !== subStatus) return false
  if (statuses !== undefined) return result !== undefined && statuses.includes(result.status)
  return result !== undefined || !onlySettled
}

const rowsOf = (
  { number, records, firstRows }: CsvChunk,
  results: ReadonlyMap<number, JobRow>,
  wanted: RowsWanted
): ReadonlyArray<ResultsRow> => {
  const start = number * chunkRecordsMax
  return records.flatMap((cells, at) => {
    const first = firstRows[at]!
    const found = results.get(first)
    if (!isWanted(wanted, found)) return []
    return [{ cells, result: found && first !== start + at ? asRepeat(found) : found }]
  })
}

/** Fails when the job is removed meanwhile: what was sent until then must not pass for all of it. */
export const downloadRows = (job: JobRecord, wanted: RowsWanted) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { readChunk } = yield* Uploads
      return Stream.range(0, job.chunks - 1).pipe(
        Stream.rechunk(1),
        Stream.mapEffect((number) =>
          Effect.gen(function* () {
            const chunk = yield* readChunk(job, number)
            const packed = yield* resultsOf(sql, job, chunk)
            const results = new Map(packed.map(({ row, result }) => [row, unpackRow(result)]))
            return rowsOf(chunk, results, wanted)
          })
        ),
        Stream.filter(Array.isReadonlyArrayNonEmpty),
        Stream.flattenArray
      )
    })
  )
