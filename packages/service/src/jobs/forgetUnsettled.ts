/**
 * Forgets the rows of an ended job that were never verified: nobody can read their cells and addresses any
 * more. The rows keep their numbers, so results are still read through them. May be repeated.
 */
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"

import type { CsvChunk } from "./csv/CsvPart.ts"
import { packChunk, unpackChunk } from "./csv/packChunk.ts"
import { searchableAddresses } from "./results/searchIndex.ts"

interface Ended {
  readonly emailColumn: number
  readonly chunks: number
}

/** `undefined`: every record with a cell has a result, or shares one. */
const withoutUnsettled = (chunk: CsvChunk, settled: ReadonlySet<number>): CsvChunk | undefined => {
  const isKept = chunk.firstRows.map((row) => settled.has(row))
  if (chunk.records.every(({ length }, at) => isKept[at] || length === 0)) return undefined
  return {
    ...chunk,
    records: chunk.records.map((record, at) => (isKept[at] ? record : [])),
    emails: chunk.emails.map((email, at) => (isKept[at] ? email : "")),
    firstRows: chunk.firstRows.map((row, at) => (isKept[at] ? row : -1))
  }
}

/** A chunk that cannot be unpacked is left for the end of the job's retention. */
const forgetInChunk = Effect.fnUntraced(function* (
  job: string,
  number: number,
  { emailColumn }: Ended
) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly packed: Uint8Array }>`
    select packed from job_chunk where job_id = ${job} and chunk_no = ${number} for update`
  if (row === undefined) return
  const unpacked = Result.try(() => unpackChunk(row.packed, { number, emailColumn }))
  if (Result.isFailure(unpacked)) return
  const results = yield* sql<{ readonly row: number }>`
    select row_no as row from job_result
    where job_id = ${job} and row_no = any (${[...new Set(unpacked.success.firstRows)]}::int[])`
  const left = withoutUnsettled(unpacked.success, new Set(results.map(({ row }) => row)))
  if (left === undefined) return
  yield* sql`
    update job_chunk set packed = ${packChunk(left)}
    where job_id = ${job} and chunk_no = ${number}`
  yield* sql`
    update job_search set addresses = ${searchableAddresses(left)}
    where job_id = ${job} and chunk_no = ${number}`
})

export const forgetUnsettled = (job: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [ended] = yield* sql<Ended>`
      select email_column as "emailColumn", chunks from job
      where job_id = ${job} and status in ('cancelled', 'failed')`
    if (ended === undefined) return
    // Locked, so that none comes back that is erased meanwhile (erasure/eraseInJob.ts).
    for (let number = 0; number < ended.chunks; number++)
      yield* sql.withTransaction(forgetInChunk(job, number, ended))
  })
