/**
 * Stores results of rows with their counts: by chunk for the job's events, and by status and sub_status
 * for its facets (`job_facet`). So no request has to count a million rows.
 */
import type { Settlement, Tally } from "@rcpt/domain/Job"
import { rowsOf } from "@rcpt/domain/Job"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { chunkRecordsMax } from "../csv/limits.ts"
import type { ResultRow } from "../csv/ResultRow.ts"
import { isLasting, packRow } from "../csv/ResultRow.ts"
import type { LockedJob } from "../decideOnJob.ts"
import { storedDigest } from "../knownResults.ts"

export interface SettledRow {
  readonly row: number
  /** The result, whose `creditsUsed` is charged. */
  readonly result: ResultRow
  /** A fixed, free result. */
  readonly isSandbox?: boolean
  /** The address as it was verified. With it the result can be found again (knownResults.ts). */
  readonly email?: string
}

interface ChunkCounts extends Tally {
  readonly chunk: number
  readonly credits: number
  readonly isSandbox: boolean
  /** Free, although something is known. */
  readonly isKnown: boolean
}

type SettledJob = Pick<LockedJob, "id" | "addressKey">

/** A row whose lease has ended may be probed twice; both results may come in one batch. */
const eachRowOnce = (rows: ReadonlyArray<SettledRow>): ReadonlyArray<SettledRow> => [
  ...new Map(rows.map((settled) => [settled.row, settled])).values()
]

/**
 * Counts by chunk, the sandbox apart. An existing result stays as it is and is not counted.
 *
 * The caller has locked the job, so the results that exist are known before. `on conflict do nothing`
 * would insert each row on trial first: 49 octets more of Postgres' log per row (326 instead of 277,
 * measured 2026-11), and some more of its time.
 */
const insertResults = ({ id: job, addressKey }: SettledJob, settled: ReadonlyArray<SettledRow>) =>
  SqlClient.SqlClient.use((sql) => {
    const rows = eachRowOnce(settled)
    const numbers = rows.map(({ row }) => row)
    const digestIn = ({ email, result, isSandbox = false }: SettledRow) =>
      email !== undefined && !isSandbox && isLasting(result) ? storedDigest(addressKey, email) : ""
    return sql<ChunkCounts>`
      with inserted as (
        insert into job_result (job_id, row_no, credits, status, sub_status, result, is_sandbox, address)
        select ${job}::uuid, row_no, credits, status, nullif(sub_status, ''), result, is_sandbox,
          decode(nullif(address, ''), 'hex')
        from unnest(${numbers}::int[],
          ${rows.map(({ result }) => result.creditsUsed)}::int[],
          ${rows.map(({ result }) => result.status)}::text[],
          ${rows.map(({ result }) => result.subStatus ?? "")}::text[],
          ${rows.map(({ result }) => packRow(result))}::text[],
          ${rows.map(({ isSandbox = false }) => isSandbox)}::bool[],
          ${rows.map(digestIn)}::text[])
          as input (row_no, credits, status, sub_status, result, is_sandbox, address)
        where row_no <> all (array(
          select row_no from job_result where job_id = ${job} and row_no = any (${numbers}::int[])))
        order by row_no
        returning row_no, credits, status, coalesce(sub_status, '') as sub_status, is_sandbox
      ), counted as (
        select row_no / ${chunkRecordsMax} as chunk, credits, status, sub_status, is_sandbox,
          credits = 0 and status <> 'unknown' and not is_sandbox as is_known, 1 + coalesce(repeats, 0) as rows
        from inserted left join job_repeat on job_id = ${job} and first_row = row_no
      ), facets as (
        insert into job_facet as f (job_id, status, sub_status, rows)
        select ${job}::uuid, status, sub_status, sum(rows) from counted group by 2, 3
        on conflict (job_id, status, sub_status) do update set rows = f.rows + excluded.rows
      )
      select chunk, is_sandbox as "isSandbox", is_known as "isKnown", sum(credits)::int as credits,
        coalesce(sum(rows) filter (where status = 'valid'), 0)::int as valid,
        coalesce(sum(rows) filter (where status = 'risky'), 0)::int as risky,
        coalesce(sum(rows) filter (where status = 'invalid'), 0)::int as invalid,
        coalesce(sum(rows) filter (where status = 'unknown'), 0)::int as unknown
      from counted group by chunk, is_sandbox, is_known order by chunk, is_sandbox, is_known`
  })

const tallyOf = (counts: ReadonlyArray<ChunkCounts>): Tally => {
  const sum = (status: keyof Tally) => counts.reduce((total, one) => total + one[status], 0)
  return {
    valid: sum("valid"),
    risky: sum("risky"),
    invalid: sum("invalid"),
    unknown: sum("unknown")
  }
}

/** Answers the settlements of the results that are new, by chunk. */
export const storeResults = (
  job: SettledJob,
  rows: ReadonlyArray<SettledRow>
): Effect.Effect<ReadonlyArray<Settlement>, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const counts = yield* insertResults(job, rows)
    return [...Map.groupBy(counts, ({ chunk }) => chunk)].map(([chunk, ofChunk]) => {
      const sandboxTally = tallyOf(ofChunk.filter(({ isSandbox }) => isSandbox))
      const sandbox = rowsOf(sandboxTally)
      const knownTally = tallyOf(ofChunk.filter(({ isKnown }) => isKnown))
      return {
        chunk,
        credits: ofChunk.reduce((sum, { credits }) => sum + credits, 0),
        tally: tallyOf(ofChunk),
        ...(sandbox > 0 && { sandbox, sandboxTally }),
        ...(rowsOf(knownTally) > 0 && { knownTally })
      }
    })
  }).pipe(Effect.orDie)
