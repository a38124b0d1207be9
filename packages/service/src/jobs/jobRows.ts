/** Reads and writes the table row of a job. The driver returns dates as `Date`. */
import type { Job, JobFailure, JobStatus, Tally } from "@rcpt/domain/Job"
import type { Mode } from "@rcpt/domain/Verdict"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

import type { JobRecord } from "./JobRecord.ts"

/** All columns except the header of the upload, which may be long. */
export const jobColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`job_id as id, account_id as "accountId", hold_id as "holdId", version, filename,
    mode, status, failure, email_column as "emailColumn", width, records, chunks,
    total_rows as rows, distinct_rows as "distinct", valid_rows as valid, risky_rows as risky,
    invalid_rows as invalid, unknown_rows as "unknown", processed_rows as settled, credits, charged,
    created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt",
    is_searchable as "isSearchable", erased_rows as erased, erasures,
    made_by as "madeBy", key_id as "keyId"`)

export interface JobRowSelected extends Tally {
  readonly id: string
  readonly accountId: string
  readonly holdId: string
  readonly version: bigint
  readonly filename: string
  readonly mode: Mode
  readonly status: JobStatus
  readonly failure: JobFailure | null
  readonly emailColumn: number
  readonly width: number
  readonly records: number
  readonly chunks: number
  readonly rows: number
  readonly distinct: number
  readonly settled: number
  readonly credits: bigint
  readonly charged: bigint
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  readonly isSearchable: boolean
  readonly erased: number
  readonly erasures: number
  readonly madeBy: string | null
  readonly keyId: string | null
}

export const toRecord = ({
  valid,
  risky,
  invalid,
  unknown,
  ...row
}: JobRowSelected): JobRecord => ({
  ...row,
  version: Number(row.version),
  credits: Number(row.credits),
  charged: Number(row.charged),
  tally: { valid, risky, invalid, unknown }
})

/** The state on which the domain decides. */
export const toState = ({
  status,
  accountId,
  holdId,
  rows,
  settled,
  tally,
  credits,
  charged
}: JobRecord): Job => ({
  status,
  isRemoved: false,
  accountId,
  holdId,
  rows,
  settled,
  tally,
  credits,
  charged
})

export const insertJob = (
  sql: SqlClient.SqlClient,
  job: JobRecord,
  columns: ReadonlyArray<string>
) =>
  sql`
    insert into job (job_id, account_id, hold_id, version, filename, mode, status, columns,
      email_column, width, records, chunks, total_rows, distinct_rows, credits, created_at,
      made_by, key_id)
    values (${job.id}, ${job.accountId}, ${job.holdId}, ${job.version}, ${job.filename},
      ${job.mode}, ${job.status}, ${columns}::text[], ${job.emailColumn}, ${job.width},
      ${job.records}, ${job.chunks}, ${job.rows}, ${job.distinct}, ${job.credits},
      ${job.createdAt}, ${job.madeBy}, ${job.keyId})`.pipe(Effect.orDie)

/** Writes everything that a decision can change, and the dates. */
export const updateJob = (
  sql: SqlClient.SqlClient,
  { id, status, tally, charged }: JobRecord,
  { version, failure }: { readonly version: number; readonly failure: JobFailure | null }
) =>
  sql<JobRowSelected>`
    update job set version = ${version}, status = ${status}, failure = ${failure},
      valid_rows = ${tally.valid}, risky_rows = ${tally.risky}, invalid_rows = ${tally.invalid},
      unknown_rows = ${tally.unknown}, charged = ${charged}, progressed_at = now(),
      started_at = case when ${status} <> 'pending' then coalesce(started_at, now()) end,
      completed_at = case when ${status} in ('complete', 'failed', 'cancelled')
        then coalesce(completed_at, now()) end
    where job_id = ${id}
    returning ${jobColumns(sql)}`.pipe(Effect.orDie)
