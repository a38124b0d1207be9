/**
 * One page of a finished job's results. Which rows are on it, `job_search` knows; their addresses, as
 * they came, stand in the upload, and their results beside it.
 */
import type { JobResultRow, JobResultsPage } from "@rcpt/api/Jobs"
import type { Status } from "@rcpt/domain/Verdict"
import { Effect, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { WriteSql } from "../Database.ts"
import { asRepeat, detailsOf, toJobResultRow } from "./csv/JobRow.ts"
import { chunkRecordsMax } from "./csv/limits.ts"
import { unpackChunk } from "./csv/packChunk.ts"
import { findRows } from "./findRows.ts"
import { firstPages } from "./firstPages.ts"
import type { JobRecord } from "./JobRecord.ts"
import { unpackRow } from "./packRow.ts"
import { buildSearch } from "./searchIndex.ts"

export interface PageWanted {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  readonly search: string
  readonly status: Status | undefined
  readonly subStatus?: string | undefined
  /** What the contract shows only to whoever asks for it. */
  readonly details?: boolean
}

/**
 * A search takes some tenths of a second in a large job. Statements of others share the readers'
 * connections: each search has one to itself, and leaves enough of them.
 */
const searchesAtOnce = Semaphore.makeUnsafe(2)

/** Chunks unpacked without a pause for others: a millisecond each. */
const unpackedAtOnce = 5

interface Packed {
  readonly chunk: number
  readonly packed: Uint8Array
}

interface Addressed {
  readonly email: string
  /** The row whose result it has. */
  readonly firstRow: number
}

const addresses = (job: JobRecord, rows: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const byChunk = Map.groupBy(rows, (row) => Math.floor(row / chunkRecordsMax))
    const chunks = yield* sql<Packed>`
      select chunk_no as chunk, packed from job_chunk
      where job_id = ${job.id} and chunk_no = any (${[...byChunk.keys()]}::int[])`
    const found = new Map<number, Addressed>()
    for (const [at, { chunk, packed }] of chunks.entries()) {
      if (at % unpackedAtOnce === unpackedAtOnce - 1) yield* Effect.yieldNow
      const { emails, firstRows } = unpackChunk(packed, { number: chunk, ...job })
      for (const row of byChunk.get(chunk) ?? []) {
        const place = row % chunkRecordsMax
        found.set(row, { email: emails[place]!, firstRow: firstRows[place]! })
      }
    }
    return found
  })

interface Result {
  readonly row: number
  readonly result: string
}

/** Of a job that was removed meanwhile some rows are gone already: they are left out. */
const resultsOf = (job: JobRecord, rows: ReadonlyArray<number>, details: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const addressed = yield* addresses(job, rows)
    const firstRows = [...new Set(Array.from(addressed.values(), ({ firstRow }) => firstRow))]
    const packed = yield* sql<Result>`
      select row_no as row, result from job_result
      where job_id = ${job.id} and row_no = any (${firstRows}::int[])`
    const results = new Map(packed.map(({ row, result }) => [row, result]))
    return rows.flatMap((row): ReadonlyArray<JobResultRow> => {
      const { email, firstRow } = addressed.get(row) ?? {}
      const result = firstRow === undefined ? undefined : results.get(firstRow)
      if (email === undefined || result === undefined) return []
      const found = unpackRow(result)
      const shown = toJobResultRow(email, found)
      return [
        details ? { ...shown, ...detailsOf(firstRow === row ? found : asRepeat(found)) } : shown
      ]
    })
  })

/** Usually made before anybody looks; who comes at once does it himself. */
const makeSearchable = (job: JobRecord) =>
  WriteSql.use((write) => Effect.provideService(buildSearch(job), SqlClient.SqlClient, write))

/** A search has a transaction of its own. */
const find = (job: JobRecord, { page, pageSize, search, status, subStatus }: PageWanted) =>
  Effect.gen(function* () {
    const place = { job, offset: (page - 1) * pageSize, limit: pageSize }
    const isAll = search === "" && status === undefined && subStatus === undefined
    const first = isAll && !job.isSearchable ? yield* firstPages(place) : undefined
    if (first !== undefined) return first
    yield* makeSearchable(job)
    const sql = yield* SqlClient.SqlClient
    const found = findRows({ ...place, search, status, subStatus })
    return yield* search === "" ? found : searchesAtOnce.withPermits(1)(sql.withTransaction(found))
  })

export const resultsPage = (
  job: JobRecord,
  wanted: PageWanted
): Effect.Effect<JobResultsPage, SqlError.SqlError, SqlClient.SqlClient | WriteSql> =>
  Effect.gen(function* () {
    const { page, pageSize, details = false } = wanted
    const { total, rows } = yield* find(job, wanted)
    return {
      results: rows.length === 0 ? [] : yield* resultsOf(job, rows, details),
      total_rows: total,
      page,
      page_size: pageSize,
      total_pages: Math.ceil(total / pageSize)
    }
  })
