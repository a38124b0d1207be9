/**
 * One page of a finished job's results. `job_search` says which rows are on it; their addresses are read
 * from the upload, and their results from `job_result`.
 */
import type { JobResultRow, JobResultsPage } from "@rcpt/api/Jobs"
import type { ResultOrder } from "@rcpt/api/jobsQuery"
import { isFinished, rowsOf } from "@rcpt/domain/Job"
import type { Status } from "@rcpt/domain/Verdict"
import { Effect, Result, Semaphore } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../../platform/Database.ts"
import { unpackChunk } from "../csv/CsvPart.ts"
import { chunkRecordsMax } from "../csv/limits.ts"
import { asRepeat, detailsOf, toJobResultRow, unpackRow } from "../csv/ResultRow.ts"
import type { ResultRow } from "../csv/ResultRow.ts"
import type { JobRecord } from "../JobRecord.ts"
import { findRows } from "./findRows.ts"
import type { MatchingRows, RowQuery } from "./findRows.ts"
import { buildSearch, unreadableChunk } from "./searchIndex.ts"
import { sortRows } from "./sortRows.ts"

// The first pages of a job that is running, or not searchable yet. A large job becomes searchable some seconds
// after its end, which is when its results are opened.

/** A page has at most a hundred rows; reading three thousand results takes some 10 ms. */
const chunksScanned = 3

interface UnfilteredPage extends Pick<RowQuery, "offset" | "limit"> {
  readonly job: JobRecord
}

/** `undefined`: the page reaches beyond the scanned chunks. */
export const firstPages = ({
  job,
  offset,
  limit
}: UnfilteredPage): Effect.Effect<MatchingRows | undefined, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const total = rowsOf(job.tally)
    const expected = Math.max(0, Math.min(limit, total - offset))
    if (offset + expected > chunksScanned * chunkRecordsMax) return undefined
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly row: number }>`
      select (s.chunk_no * ${chunkRecordsMax} + at - 1)::int as row
      from job_search s cross join lateral unnest(s.first_rows) with ordinality f (first, at)
        join job_result r on r.job_id = s.job_id and r.row_no = first
      where s.job_id = ${job.id} and s.chunk_no < ${chunksScanned}
      order by row offset ${offset} limit ${expected}`
    return rows.length < expected ? undefined : { total, rows: rows.map(({ row }) => row) }
  }).pipe(Effect.orDie)

interface PageRequest {
  /** The number of the page, from 1. */
  readonly page: number
  readonly pageSize: number
  readonly search: string
  readonly status: Status | undefined
  readonly subStatus?: string | undefined
  /** `undefined`: that of the file. Else the job has at most `sortedRowsMax` rows. */
  readonly sort?: ResultOrder | undefined
  /** Whether to add the fields that the contract returns only on request. */
  readonly details?: boolean
}

/**
 * A search in a large job takes some tenths of a second, with a connection of its own. Other statements
 * share the readers' connections; this limit leaves enough of them.
 */
const searchesAtOnce = Semaphore.makeUnsafe(2)

/** Chunks that are unpacked without yielding, a millisecond each. */
const chunksPerTick = 5

interface PackedChunkRow {
  readonly chunk: number
  readonly packed: Uint8Array
}

interface RowAddress {
  /** `undefined`: it can no longer be read. */
  readonly email: string | undefined
  readonly isErased: boolean
  /** The row whose result it has. */
  readonly firstRow: number
}

const addressesOf = (job: JobRecord, rows: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const byChunk = Map.groupBy(rows, (row) => Math.floor(row / chunkRecordsMax))
    const chunks = yield* sql<PackedChunkRow>`
      select chunk_no as chunk, packed from job_chunk
      where job_id = ${job.id} and chunk_no = any (${[...byChunk.keys()]}::int[])`
    const addresses = new Map<number, RowAddress>()
    for (const [at, { chunk, packed }] of chunks.entries()) {
      if (at % chunksPerTick === chunksPerTick - 1) yield* Effect.yieldNow
      const unpacked = Result.try(() => unpackChunk(packed, { number: chunk, ...job }))
      if (Result.isFailure(unpacked) && job.failure !== "upload_unreadable")
        return yield* Effect.die(unpacked.failure)
      const { emails, firstRows, erased, isUnreadable } = Result.isSuccess(unpacked)
        ? unpacked.success
        : yield* unreadableChunk(job, chunk)
      for (const row of byChunk.get(chunk) ?? []) {
        const index = row % chunkRecordsMax
        addresses.set(row, {
          email: isUnreadable ? undefined : emails[index]!,
          isErased: erased?.includes(index) ?? false,
          firstRow: firstRows[index]!
        })
      }
    }
    return addresses
  })

interface PackedResult {
  readonly row: number
  readonly result: string
}

interface RowResult extends Pick<RowAddress, "email" | "isErased"> {
  readonly result: ResultRow
  readonly isRepeat: boolean
}

/** The results by row. If the job was removed meanwhile, rows that are erased already are left out. */
export const resultsAt = (
  job: JobRecord,
  rows: ReadonlyArray<number>
): Effect.Effect<ReadonlyMap<number, RowResult>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const addresses = yield* addressesOf(job, rows)
    const firstRows = [...new Set(Array.from(addresses.values(), ({ firstRow }) => firstRow))]
    const packed = yield* sql<PackedResult>`
      select row_no as row, result from job_result
      where job_id = ${job.id} and row_no = any (${firstRows}::int[])`
    const results = new Map(packed.map(({ row, result }) => [row, result]))
    const found = new Map<number, RowResult>()
    for (const [row, { firstRow, ...address }] of addresses) {
      const result = results.get(firstRow)
      if (result !== undefined)
        found.set(row, { ...address, result: unpackRow(result), isRepeat: firstRow !== row })
    }
    return found
  }).pipe(Effect.orDie)

const shownOf = (
  { email, isErased, result, isRepeat }: RowResult,
  details: boolean
): JobResultRow => ({
  ...toJobResultRow(email, result),
  ...(isErased && { erased: true }),
  ...(details && detailsOf(isRepeat ? asRepeat(result) : result))
})

const resultsOf = (job: JobRecord, rows: ReadonlyArray<number>, details: boolean) =>
  Effect.map(resultsAt(job, rows), (found) =>
    rows.flatMap((row): ReadonlyArray<JobResultRow> => {
      const result = found.get(row)
      return result === undefined ? [] : [shownOf(result, details)]
    })
  )

/** The sweeper usually has done so before; a request right after the job's end does it itself. */
export const makeSearchable = (job: JobRecord) =>
  WriteSql.use((write) => Effect.provideService(buildSearch(job), SqlClient.SqlClient, write))

/** A search runs in a transaction of its own. */
const findPage = (job: JobRecord, request: PageRequest) =>
  Effect.gen(function* () {
    const { page, pageSize, search, status, subStatus, sort } = request
    const slice = { job, offset: (page - 1) * pageSize, limit: pageSize }
    const isAll = search === "" && (status ?? subStatus ?? sort) === undefined
    const first = isAll && !job.isSearchable ? yield* firstPages(slice) : undefined
    if (first !== undefined) return first
    const isRunning = !isFinished(job)
    if (!isRunning) yield* makeSearchable(job)
    const sql = yield* SqlClient.SqlClient
    const query = { ...slice, search, status, subStatus }
    const found = sort === undefined ? findRows(query) : sortRows(query, sort)
    const isFast = search === "" && sort === undefined && !isRunning
    return yield* isFast ? found : searchesAtOnce.withPermits(1)(sql.withTransaction(found))
  })

export const resultsPage = (
  job: JobRecord,
  request: PageRequest
): Effect.Effect<JobResultsPage, never, SqlClient.SqlClient | WriteSql> =>
  Effect.gen(function* () {
    const { page, pageSize, details = false } = request
    const { total, rows } = yield* findPage(job, request)
    return {
      results: rows.length === 0 ? [] : yield* resultsOf(job, rows, details),
      total_rows: total,
      page,
      page_size: pageSize,
      total_pages: Math.ceil(total / pageSize)
    }
  }).pipe(Effect.orDie)
