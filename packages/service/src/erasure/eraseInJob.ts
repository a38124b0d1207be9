/**
 * Erases a person from a finished job: from its upload, its search index, its results, and the names of the
 * file and its columns. Each thousand records are a transaction, under the lock of the job.
 */
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"

import { packChunk, unpackChunk } from "../jobs/csv/CsvPart.ts"
import { chunkRecordsMax } from "../jobs/csv/limits.ts"
import { packRow, unpackRow } from "../jobs/csv/ResultRow.ts"
import { searchableAddresses } from "../jobs/results/searchIndex.ts"
import type { ErasedPerson } from "./ErasedPerson.ts"
import { redactChunk } from "./redactChunk.ts"
import type { RedactedChunk } from "./redactChunk.ts"

export interface StoredJob {
  readonly id: string
  readonly filename: string
  readonly columns: ReadonlyArray<string>
  /** What stands in the file before its header. */
  readonly preamble: string
  readonly emailColumn: number
  readonly chunks: number
  readonly isFinished: boolean
}

interface ErasedInJob {
  readonly rows: number
  readonly cells: number
  /** Results of other rows that suggested the address. */
  readonly suggestions: number
  /** Names of the file and of columns, and lines before them. */
  readonly names: number
  /** Chunks of a thousand records that cannot be read any more. */
  readonly unreadable: number
}

export const nothing: ErasedInJob = { rows: 0, cells: 0, suggestions: 0, names: 0, unreadable: 0 }

export const sum = (one: ErasedInJob, other: ErasedInJob): ErasedInJob => ({
  rows: one.rows + other.rows,
  cells: one.cells + other.cells,
  suggestions: one.suggestions + other.suggestions,
  names: one.names + other.names,
  unreadable: one.unreadable + other.unreadable
})

/** Reads a chunk without the person. `undefined`: the chunk is gone. */
const readChunk = (job: StoredJob, number: number, person: ErasedPerson, isLocked: boolean) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(
      sql<{ readonly packed: Uint8Array }>`
        select packed from job_chunk where job_id = ${job.id} and chunk_no = ${number}
        ${sql.literal(isLocked ? "for update" : "")}`,
      ([row]) =>
        row &&
        Result.try(() =>
          redactChunk(unpackChunk(row.packed, { number, emailColumn: job.emailColumn }), person)
        )
    )
  )

/** Whether any of its records is about the person. */
export const isInJob = Effect.fnUntraced(function* (job: StoredJob, person: ErasedPerson) {
  for (let number = 0; number < job.chunks; number++) {
    const read = yield* readChunk(job, number, person, false)
    if (read && Result.isSuccess(read) && read.success) return true
  }
  return false
})

interface SuggestedRow {
  readonly row: number
  readonly result: string
}

/** The sixth value of a packed row is what was probably meant (csv/ResultRow.ts). */
const suggestionsIn = Effect.fnUntraced(function* (
  { id }: StoredJob,
  number: number,
  person: ErasedPerson
) {
  const sql = yield* SqlClient.SqlClient
  const start = number * chunkRecordsMax
  const rows = yield* sql<SuggestedRow>`
    select row_no as row, result from job_result
    where job_id = ${id} and row_no >= ${start} and row_no < ${start + chunkRecordsMax}
      and result::json ->> 5 <> ''`
  return rows.filter(({ result }) => person.isNamedBy(unpackRow(result).didYouMean ?? ""))
})

/** Erases the person from the results of these rows. `rows`: rows about them; other rows only suggest them. */
const redactResults = Effect.fnUntraced(function* (
  job: StoredJob,
  number: number,
  rows: ReadonlyArray<number>,
  suggested: ReadonlyArray<SuggestedRow>
) {
  const sql = yield* SqlClient.SqlClient
  const own = new Set(rows.map((at) => number * chunkRecordsMax + at))
  const results = yield* sql<SuggestedRow>`
    select row_no as row, result from job_result where job_id = ${job.id}
      and row_no = any (${[...own, ...suggested.map(({ row }) => row)]}::int[])
    order by row_no for update`
  for (const { row, result } of results) {
    const { didYouMean: _, normalizedEmail, ...verdict } = unpackRow(result)
    const left = own.has(row) || !normalizedEmail ? verdict : { ...verdict, normalizedEmail }
    yield* sql`
      update job_result set result = ${packRow(left)},
        address = case when ${!own.has(row)} then address end
      where job_id = ${job.id} and row_no = ${row}`
  }
})

const writeChunk = Effect.fnUntraced(function* ({ id }: StoredJob, { chunk, rows }: RedactedChunk) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update job_chunk set packed = ${packChunk(chunk)}
    where job_id = ${id} and chunk_no = ${chunk.number}`
  yield* sql`
    update job_search set addresses = ${searchableAddresses(chunk)}
    where job_id = ${id} and chunk_no = ${chunk.number}`
  yield* sql`
    update job set erased_rows = erased_rows + ${rows.length}, erasures = erasures + 1
    where job_id = ${id}`
})

/** Runs in a transaction, and searches again under the lock, when nothing else can change the chunk. */
const eraseChunk = Effect.fnUntraced(function* (
  job: StoredJob,
  number: number,
  person: ErasedPerson
) {
  const sql = yield* SqlClient.SqlClient
  const locked = yield* sql`select from job where job_id = ${job.id} for update`
  if (locked.length === 0) return nothing
  const read = yield* readChunk(job, number, person, true)
  const redacted = read && Result.isSuccess(read) ? read.success : undefined
  const suggested = yield* suggestionsIn(job, number, person)
  const rows = redacted?.rows ?? []
  yield* redactResults(job, number, rows, suggested)
  if (redacted) yield* writeChunk(job, redacted)
  else if (suggested.length > 0)
    yield* sql`update job set erasures = erasures + 1 where job_id = ${job.id}`
  const own = new Set(rows.map((at) => number * chunkRecordsMax + at))
  const suggestions = suggested.filter(({ row }) => !own.has(row)).length
  return { ...nothing, rows: rows.length, cells: redacted?.cells ?? 0, suggestions }
})

/** A list without a header line has a person's record in its place: all of it goes, and so does what stands before. */
const eraseNames = Effect.fnUntraced(function* (job: StoredJob, person: ErasedPerson) {
  const sql = yield* SqlClient.SqlClient
  const inFilename = person.isIn(job.filename)
  const inColumns = job.columns.some(person.isIn)
  const inPreamble = person.isIn(job.preamble)
  if (!inFilename && !inColumns && !inPreamble) return nothing
  yield* sql`
    update job set filename = ${inFilename ? "erased.csv" : job.filename},
      columns = ${inColumns ? job.columns.map(() => "") : job.columns}::text[],
      format = format || jsonb_build_object('preamble', ${inPreamble ? "" : job.preamble}::text),
      erasures = erasures + 1
    where job_id = ${job.id}`
  return { ...nothing, names: Number(inFilename) + Number(inColumns) + Number(inPreamble) }
})

export const eraseInJob = Effect.fnUntraced(function* (job: StoredJob, person: ErasedPerson) {
  const sql = yield* SqlClient.SqlClient
  let erased = yield* eraseNames(job, person)
  for (let number = 0; number < job.chunks; number++) {
    const read = yield* readChunk(job, number, person, false)
    if (read && Result.isFailure(read)) erased = sum(erased, { ...nothing, unreadable: 1 })
    const isFound = read && Result.isSuccess(read) && read.success !== undefined
    if (!isFound && (yield* suggestionsIn(job, number, person)).length === 0) continue
    erased = sum(erased, yield* sql.withTransaction(eraseChunk(job, number, person)))
  }
  return erased
})
