/** Compares two jobs with the same list, by address. Reads only `job_search` (searchIndex.ts). */
import type { JobChanges } from "@rcpt/api/Jobs"
import { comparedRowsMax } from "@rcpt/domain/limits"
import { Status } from "@rcpt/domain/Verdict"
import { Effect, Semaphore } from "effect"
import { SqlClient } from "effect/sql"

import type { JobRecord, JobRowSelected } from "../JobRecord.ts"
import { jobColumns, toRecord } from "../JobRecord.ts"
import { makeSearchable } from "./resultsPage.ts"
import { toSearchText } from "./searchIndex.ts"

// Finds an earlier list under another name, by its addresses. Nothing is kept for this. The addresses of the
// job are read once; of each candidate, only some chunks of `job_search`, evenly spread.

/**
 * Only the newest lists are compared: a person who sends a list again has not sent so many others since.
 */
const candidatesMax = 10

/** A thousand addresses each: a list of up to so many is read whole, of a larger one a sample. */
const sampledChunksMax = 5

/** The chunks to sample: evenly spread, the first and the last among them. */
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
const similarTo = <R>(
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

const comparisonsAtOnce = Semaphore.makeUnsafe(2)

/** These are an estimated 700 kB of addresses, so that no statement comes near the 2 s that it has. */
const chunksPerStatement = 25

/** The status for each letter of `job_search.statuses`. */
const statusOf: ReadonlyMap<string, Status> = new Map(
  Status.literals.map((status) => [status[0]!, status])
)

interface ChunkRow {
  readonly addresses: string
  readonly statuses: string
}

/** Calls `onAddress` for each row with a result. Erased rows have no address. */
const eachAddress = (job: JobRecord, onAddress: (address: string, status: Status) => void) =>
  Effect.gen(function* () {
    yield* makeSearchable(job)
    const sql = yield* SqlClient.SqlClient
    for (let from = 0; from < job.chunks; from += chunksPerStatement) {
      const chunks = yield* sql<ChunkRow>`
        select addresses, statuses from job_search
        where job_id = ${job.id} and chunk_no >= ${from} and chunk_no < ${from + chunksPerStatement}`
      for (const { addresses, statuses } of chunks)
        for (const [line, text] of addresses.split("\n").entries()) {
          const status = statusOf.get(statuses[line] ?? "")
          const address = text.trim()
          if (status !== undefined && address !== "") onAddress(address, status)
        }
    }
  }).pipe(Effect.orDie)

/** Reads the status of each address, which is in search form. */
const readStatuses = (job: JobRecord) =>
  Effect.gen(function* () {
    const statuses = new Map<string, Status>()
    yield* eachAddress(job, (address, status) => statuses.set(address, status))
    return statuses
  })

/** Whether an address has another status than in the earlier job, or was not in it. */
export const changedSince = (since: JobRecord) =>
  Effect.map(
    comparisonsAtOnce.withPermit(readStatuses(since)),
    (before) =>
      (email: string, status: Status): boolean =>
        before.get(toSearchText(email.trim())) !== status
  )

/** The last complete job of the same account and file name; `undefined`: there is none. */
const namesakeOf = ({ id, accountId, filename, createdAt }: JobRecord) =>
  SqlClient.SqlClient.use(
    (sql) => sql<JobRowSelected>`
      select ${jobColumns(sql)} from job
      where account_id = ${accountId} and filename = ${filename} and status = 'complete'
        and created_at <= ${createdAt} and job_id <> ${id}
      order by created_at desc limit 1`
  ).pipe(
    Effect.map(([row]) => (row === undefined ? undefined : toRecord(row))),
    Effect.orDie
  )

const addressesOf = (job: JobRecord) =>
  Effect.gen(function* () {
    const addresses = new Set<string>()
    yield* eachAddress(job, (address) => addresses.add(address))
    return addresses
  })

/** The last one with its file name, else with its addresses; `undefined`: there is neither. */
export const previousOf = (job: JobRecord) =>
  Effect.gen(function* () {
    const namesake = yield* namesakeOf(job)
    if (namesake !== undefined || job.records > comparedRowsMax) return namesake
    return yield* comparisonsAtOnce.withPermit(similarTo(job, comparedRowsMax, addressesOf(job)))
  })

interface Move {
  readonly from: Status
  readonly to: Status
  readonly rows: number
}

type Comparison = Omit<JobChanges, "since">

export const nothingToCompare: Comparison = {
  same: 0,
  changed: 0,
  added: 0,
  removed: 0,
  changes: []
}

const compare = (job: JobRecord, since: JobRecord) =>
  Effect.gen(function* () {
    const before = yield* readStatuses(since)
    const seen = new Set<string>()
    const moves = new Map<string, Move>()
    let same = 0
    let added = 0
    yield* eachAddress(job, (address, to) => {
      if (seen.has(address)) return
      seen.add(address)
      const from = before.get(address)
      if (from === undefined) added += 1
      else if (from === to) same += 1
      else {
        const rows = moves.get(`${from} ${to}`)?.rows ?? 0
        moves.set(`${from} ${to}`, { from, to, rows: rows + 1 })
      }
    })
    const changes = [...moves.values()].toSorted((one, other) => other.rows - one.rows)
    const changed = changes.reduce((sum, { rows }) => sum + rows, 0)
    return { same, changed, added, removed: before.size - same - changed, changes }
  })

export const compareJobs = (job: JobRecord, since: JobRecord) =>
  comparisonsAtOnce.withPermit(compare(job, since))
