/**
 * Discards the rows that a job no longer needs. `job_scraps` has an entry for each such job. Any node deletes
 * the rows once the entry is due, in batches. If that node dies, another one continues.
 *
 * An upload is entered when it begins, and due when nothing has arrived for `uploadIdleMax`. Creating a
 * job from it deletes the entry.
 */
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"

import type { CsvChunk } from "./csv/CsvPart.ts"
import { packChunk, unpackChunk } from "./csv/CsvPart.ts"
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

/**
 * Forgets the rows of an ended job that were never verified, so that their cells and addresses cannot be
 * read any more. The rows keep their numbers, so results are still read through them. May be repeated.
 */
const forgetUnsettled = (job: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [ended] = yield* sql<Ended>`
      select email_column as "emailColumn", chunks from job
      where job_id = ${job} and status in ('cancelled', 'failed')`
    if (ended === undefined) return
    // The chunk is locked, so that no cell comes back that is erased meanwhile (erasure/eraseInJob.ts).
    for (let number = 0; number < ended.chunks; number++)
      yield* sql.withTransaction(forgetInChunk(job, number, ended))
  })

type SqlEffect<A> = Effect.Effect<A, never, SqlClient.SqlClient>

/**
 * An upload is idle if nothing arrived for so long: the client has gone, and so has the node that stored the
 * upload.
 */
export const uploadIdleMax = "10 minutes"

/** 10,000 rows take some 50 ms, of the 2 s that a statement has. */
const rowsPerStatement = 10_000

/** Chunks are 30 kB and more. */
const chunksPerStatement = 100

/** The next round takes the rest. */
const discardsPerRound = 20

/**
 * Makes the rows of a job due at once. With `isAll` false the job keeps its results, and what has none is
 * forgotten.
 */
export const scheduleDiscard = (
  job: string,
  { isAll }: { readonly isAll: boolean }
): SqlEffect<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      insert into job_scraps as scheduled (job_id, due_at, is_all)
      values (${job}, now(), ${isAll})
      on conflict (job_id) do update set due_at = least(scheduled.due_at, excluded.due_at),
        is_all = scheduled.is_all or excluded.is_all`
  ).pipe(Effect.orDie, Effect.asVoid)

/** Makes the rows of an upload due. Does nothing if a job was created from the upload. */
export const discardUpload = (job: string): SqlEffect<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update job_scraps set due_at = least(due_at, now()) where job_id = ${job} and is_all`
  ).pipe(Effect.orDie, Effect.asVoid)

/** Keeps the rows of an upload. False: they are being deleted, the upload is claimed already, or unknown. */
export const claimUpload = (job: string): SqlEffect<boolean> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      delete from job_scraps where job_id = ${job} and is_all and due_at > now() returning 1`
  ).pipe(
    Effect.map((rows) => rows.length > 0),
    Effect.orDie
  )

interface Discard {
  readonly job: string
  readonly isAll: boolean
}

interface JobTable {
  readonly table: string
  readonly key: string
  readonly batchMax: number
}

const queuedRows: JobTable = { table: "probe_queue", key: "row_no", batchMax: rowsPerStatement }
const jobTables: ReadonlyArray<JobTable> = [
  queuedRows,
  { table: "job_result", key: "row_no", batchMax: rowsPerStatement },
  { table: "job_repeat", key: "first_row", batchMax: rowsPerStatement },
  { table: "job_search", key: "chunk_no", batchMax: chunksPerStatement },
  { table: "job_chunk", key: "chunk_no", batchMax: chunksPerStatement }
]

/** Locks in the order of the keys, as every other statement does. Answers how many rows it deleted. */
const discardBatch = (job: string, { table, key, batchMax }: JobTable) =>
  SqlClient.SqlClient.use((sql) =>
    sql`
      with batch as (
        select ${sql(key)} from ${sql(table)} where job_id = ${job}
        order by job_id, ${sql(key)} limit ${batchMax} for update
      ), erased as (
        delete from ${sql(table)} where job_id = ${job}
          and ${sql(key)} = any (array(select ${sql(key)} from batch)) returning 1
      )
      select count(*)::int as count from erased`.pipe(
      Effect.map(([row]) => (row as { readonly count: number }).count)
    )
  )

/** From now on no job can be created from the upload. False: the entry is not due, or not known. */
const beginDiscard = ({ job, isAll }: Discard) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(
      sql`update job_scraps set due_at = '-infinity'
        where job_id = ${job} and is_all = ${isAll} and due_at <= now() returning 1`,
      (rows) => rows.length > 0
    )
  )

/** Deletes the rows of an entry that is due. False: it is not due, or another node has completed it. */
export const discardRows = (entry: Discard): SqlEffect<boolean> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* beginDiscard(entry))) return false
    for (const table of entry.isAll ? jobTables : [queuedRows])
      yield* Effect.repeat(discardBatch(entry.job, table), { until: (deleted) => deleted === 0 })
    if (!entry.isAll) yield* forgetUnsettled(entry.job)
    // The entry stays if it has meanwhile come to mean all rows.
    yield* sql`delete from job_scraps where job_id = ${entry.job} and is_all = ${entry.isAll}`
    return true
  }).pipe(Effect.orDie)

/** Does one round and returns how many entries were due. Several nodes may run it at once. */
export const discardDue: SqlEffect<number> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const due = yield* sql<Discard>`
    select job_id as job, is_all as "isAll" from job_scraps where due_at <= now()
    order by due_at limit ${discardsPerRound}`
  yield* Effect.forEach(due, discardRows, { discard: true })
  return due.length
}).pipe(Effect.orDie)
