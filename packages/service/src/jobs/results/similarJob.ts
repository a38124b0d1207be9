/**
 * The list that came before under another name: by its addresses. Nothing is kept for this. The addresses of
 * the job are read once; of each candidate, only some chunks of `job_search`, evenly spread.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { JobRecord } from "../JobRecord.ts"
import { jobColumns, toRecord } from "../jobRows.ts"
import type { JobRowSelected } from "../jobRows.ts"

/** The newest ones alone: whoever sends a list again has not sent so many others since. */
const candidatesMax = 10

/** A thousand addresses each: a list of up to so many is read whole, of a larger one a sample. */
const sampledChunksMax = 5

/** Evenly spread, the first and the last among them. */
export const sampledChunks = (chunks: number): ReadonlyArray<number> => {
  const count = Math.min(chunks, sampledChunksMax)
  return Array.from({ length: count }, (_, at) =>
    count === 1 ? 0 : Math.round((at * (chunks - 1)) / (count - 1))
  )
}

interface Sample {
  /** Distinct addresses that were looked at, and how many of them the job has too. */
  readonly looked: number
  readonly shared: number
}

/** Most addresses of either are in the other, as far as the sample of `candidate` says. */
export const isSameList = (
  { looked, shared }: Sample,
  candidate: Pick<JobRecord, "distinct">,
  job: Pick<JobRecord, "distinct">
): boolean => shared * 2 > looked && shared * candidate.distinct * 2 > job.distinct * looked

/** No list of another size has most of its addresses in common with the job. */
const candidatesOf = ({ id, accountId, createdAt, distinct }: JobRecord, recordsMax: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql<JobRowSelected>`
      select ${jobColumns(sql)} from job
      where account_id = ${accountId} and status = 'complete' and records <= ${recordsMax}
        and created_at <= ${createdAt} and job_id <> ${id}
        and distinct_rows::bigint * 2 > ${distinct} and distinct_rows < ${distinct}::bigint * 2
      order by created_at desc limit ${candidatesMax}`
  ).pipe(Effect.map((rows) => rows.map(toRecord)))

/** Calls `onAddress` for each row with an address, in search form. */
const readSample = (job: JobRecord, onAddress: (address: string) => void) =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly addresses: string }>`
      select addresses from job_search
      where job_id = ${job.id} and chunk_no = any (${sampledChunks(job.chunks)}::int[])`
  ).pipe(
    Effect.map((chunks) => {
      for (const { addresses } of chunks)
        for (const line of addresses.split("\n")) if (line.trim() !== "") onAddress(line.trim())
    })
  )

/**
 * The last complete job of the account, with at most `recordsMax` rows, that has most of the addresses of
 * `job` and not many others; `undefined`: none of the last few. `addressesOf` is called if there is a candidate.
 */
export const similarTo = <R>(
  job: JobRecord,
  recordsMax: number,
  addressesOf: Effect.Effect<ReadonlySet<string>, never, R>
) =>
  Effect.gen(function* () {
    const candidates = yield* candidatesOf(job, recordsMax)
    if (candidates.length === 0) return undefined
    const own = yield* addressesOf
    for (const candidate of candidates) {
      const seen = new Set<string>()
      yield* readSample(candidate, (address) => seen.add(address))
      const shared = [...seen].filter((address) => own.has(address)).length
      if (isSameList({ looked: seen.size, shared }, candidate, job)) return candidate
    }
    return undefined
  }).pipe(Effect.orDie)
