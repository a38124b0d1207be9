/**
 * Erasures: rows that are no longer needed, by job, in `job_scraps`. Any node deletes them once they are
 * due, in batches. If that node dies, another one continues.
 *
 * An upload is entered when it begins, and due when nothing has arrived for `uploadIdleMax`. Creating a
 * job from it deletes the entry.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { forgetUnsettled } from "./forgetUnsettled.ts"

type SqlEffect<A> = Effect.Effect<A, never, SqlClient.SqlClient>

/** Nothing arrived for so long: the client has gone, and so has the node that stored the upload. */
export const uploadIdleMax = "10 minutes"

/** 10,000 rows take some 50 ms, of the 2 s that a statement has. */
const rowsPerStatement = 10_000

/** Chunks are 30 kB and more. */
const chunksPerStatement = 100

/** The next round takes the rest. */
const erasuresPerRound = 20

/** Due at once. With `isAll` false the job keeps its results, and what has none is forgotten. */
export const scheduleErasure = (
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

/** Makes the erasure of an upload due. Does nothing if a job was created from the upload. */
export const discardUpload = (job: string): SqlEffect<void> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      update job_scraps set due_at = least(due_at, now()) where job_id = ${job} and is_all`
  ).pipe(Effect.orDie, Effect.asVoid)

/** Cancels the erasure of an upload. False: the upload is being erased, is claimed already, or unknown. */
export const claimUpload = (job: string): SqlEffect<boolean> =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      delete from job_scraps where job_id = ${job} and is_all and due_at > now() returning 1`
  ).pipe(
    Effect.map((rows) => rows.length > 0),
    Effect.orDie
  )

interface Erasure {
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
const eraseBatch = (job: string, { table, key, batchMax }: JobTable) =>
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

/** From now on no job can be created from the upload. False: the erasure is not due, or not known. */
const beginErasure = ({ job, isAll }: Erasure) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(
      sql`update job_scraps set due_at = '-infinity'
        where job_id = ${job} and is_all = ${isAll} and due_at <= now() returning 1`,
      (rows) => rows.length > 0
    )
  )

/** Carries out an erasure that is due. False: it is not due, or another node has completed it. */
export const erase = (erasure: Erasure): SqlEffect<boolean> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (!(yield* beginErasure(erasure))) return false
    for (const table of erasure.isAll ? jobTables : [queuedRows])
      yield* Effect.repeat(eraseBatch(erasure.job, table), { until: (erased) => erased === 0 })
    if (!erasure.isAll) yield* forgetUnsettled(erasure.job)
    // Not if it has meanwhile become an erasure of all rows.
    yield* sql`delete from job_scraps where job_id = ${erasure.job} and is_all = ${erasure.isAll}`
    return true
  }).pipe(Effect.orDie)

/** One round. Answers how many erasures were due; several nodes may run it at once. */
export const eraseDue: SqlEffect<number> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const due = yield* sql<Erasure>`
    select job_id as job, is_all as "isAll" from job_scraps where due_at <= now()
    order by due_at limit ${erasuresPerRound}`
  yield* Effect.forEach(due, erase, { discard: true })
  return due.length
}).pipe(Effect.orDie)
