/**
 * Streams the rows of a finished job for its file, with backpressure: if the client stops reading, so does this stream.
 *
 * The sockets of clients that read nothing still take megabytes each. So all downloads of a process share its time: few chunks
 * are read at once, and one slice of rows is rendered in each turn of the event loop.
 */
import { fieldFault } from "@rcpt/api/errors/errorTexts"
import type { Recommendation } from "@rcpt/domain/recommendation"
import type { Status } from "@rcpt/domain/Verdict"
import { EventLoopTurns } from "@rcpt/verifier/EventLoopTurns"
import { Array, Effect, Option, Semaphore, Stream } from "effect"
import { SqlClient } from "effect/sql"

import type { CsvChunk } from "../csv/CsvPart.ts"
import { chunkRecordsMax } from "../csv/limits.ts"
import { asRepeat, recommendationOf, unpackRow } from "../csv/ResultRow.ts"
import type { ResultRow } from "../csv/ResultRow.ts"
import type { ResultsRow } from "../csv/writeCsv.ts"
import { cellCharactersMax, preambleRows, sheetRowsMax } from "../csv/writeWorkbook.ts"
import type { FileHeader, JobRecord } from "../JobRecord.ts"
import { Uploads } from "../Uploads.ts"
import { isProvable } from "./rowKinds.ts"
import { unreadableChunk } from "./searchIndex.ts"

export interface RowsWanted {
  /** `undefined`: all rows of the file, including those without an address. */
  readonly statuses: ReadonlyArray<Status> | undefined
  /** `undefined`: rows with any sub_status or none. */
  readonly subStatus?: string | undefined
  /** `undefined`: rows with any. */
  readonly recommendations?: ReadonlyArray<Recommendation> | undefined
  /** Selects among rows with a result; `undefined`: all of them. */
  readonly isWanted?: ((email: string, status: Status) => boolean) | undefined
  /** Whether to return only rows that deep mode may decide. */
  readonly onlyProvable?: boolean | undefined
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
  { statuses, subStatus, recommendations, isWanted, onlyProvable, onlySettled }: RowsWanted,
  email: string,
  result: ResultRow | undefined
): boolean => {
  if (subStatus !== undefined && result?.subStatus !== subStatus) return false
  if (onlyProvable && (result === undefined || !isProvable(result))) return false
  if (result === undefined)
    return (statuses ?? recommendations ?? isWanted) === undefined && !onlySettled
  if (statuses !== undefined && !statuses.includes(result.status)) return false
  if (isWanted !== undefined && !isWanted(email, result.status)) return false
  return recommendations === undefined || recommendations.includes(recommendationOf(result))
}

/** Chunks that are read at once by all downloads of a process. A chunk takes Postgres and us a few milliseconds. */
const readsAtOnce = 2

const reads = Semaphore.makeUnsafe(readsAtOnce)

/** One slice in each turn of the event loop. */
const slices = new EventLoopTurns(1)

/** Cells of a slice, with those of its results: 1 to 2 ms, measured with cells of usual length. */
const sliceCellsMax = 3_000
const resultCellsOfRow = 20

const sliceRecordsOf = (width: number): number =>
  Math.max(1, Math.floor(sliceCellsMax / (width + resultCellsOfRow)))

interface ReadChunk {
  readonly chunk: CsvChunk
  readonly packed: ReadonlyMap<number, string>
}

/** The rows of the records from `from` on, of one slice. */
const rowsOf = (
  { chunk, packed }: ReadChunk,
  filter: RowsWanted,
  from: number,
  most: number
): ReadonlyArray<ResultsRow> => {
  const { number, records, emails, firstRows, erased = [], isUnreadable = false } = chunk
  const start = number * chunkRecordsMax
  return records.slice(from, from + most).flatMap((cells, index) => {
    const at = from + index
    const first = firstRows[at]!
    if (filter.unique === true && first !== start + at) return []
    const result = packed.get(first)
    const row = result === undefined ? undefined : unpackRow(result)
    if (!matchesFilter(filter, emails[at]!, row)) return []
    return [
      {
        cells,
        result: row && first !== start + at ? asRepeat(row) : row,
        isErased: erased.includes(at),
        isUnreadable
      }
    ]
  })
}

const slicesOf = (read: ReadChunk, filter: RowsWanted, sliceRecords: number) =>
  Stream.range(0, Math.ceil(read.chunk.records.length / sliceRecords) - 1).pipe(
    Stream.rechunk(1),
    Stream.mapEffect((slice) =>
      Effect.map(slices.turn, () => rowsOf(read, filter, slice * sliceRecords, sliceRecords))
    )
  )

/** A chunk of a job that failed because one cannot be read has what is left of it. */
const readOrRest = (job: JobRecord, number: number) =>
  Effect.gen(function* () {
    const { readChunk } = yield* Uploads
    const read = readChunk(job, number)
    return job.failure === "upload_unreadable"
      ? yield* Effect.catchTag(read, "UploadUnreadable", () => unreadableChunk(job, number))
      : yield* read
  })

/** Fails if the job is removed meanwhile, so that the part already sent does not look complete. */
export const downloadRows = (job: JobRecord, filter: RowsWanted) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sliceRecords = sliceRecordsOf(job.width)
      return Stream.range(0, job.chunks - 1).pipe(
        Stream.rechunk(1),
        Stream.mapEffect((number) =>
          Effect.gen(function* () {
            const chunk = yield* readOrRest(job, number)
            const results = yield* Effect.orDie(selectResults(sql, job, chunk))
            return { chunk, packed: new Map(results.map(({ row, result }) => [row, result])) }
          }).pipe(reads.withPermits(1))
        ),
        Stream.flatMap((read) => slicesOf(read, filter, sliceRecords)),
        Stream.filter(Array.isReadonlyArrayNonEmpty),
        Stream.flattenArray
      )
    })
  )

const count = (value: number): string => value.toLocaleString("en")

const tooManyRows = (rowsMax: number): string =>
  `format ${fieldFault("workbookRows", { n: count(rowsMax) })}`
const tooLong = (where: string): string =>
  `format ${fieldFault("workbookCells", { n: count(cellCharactersMax), where })}`

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
