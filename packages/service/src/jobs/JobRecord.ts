/** A job as stored in its table row, and its conversion to the API's format. */
import { errorText } from "@rcpt/api/errors/errorTexts"
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Job, JobFailure, JobStatus, Tally } from "@rcpt/domain/Job"
import { rowsOf } from "@rcpt/domain/Job"
import type { Mode } from "@rcpt/domain/Verdict"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

import type { CsvFormat, CsvHeader, CsvTotals } from "./csv/CsvPart.ts"

/** The state of a job (`Job`) with what its events do not say: the shape of its upload, and dates. */
export interface JobRecord extends Omit<Job, "status" | "isRemoved"> {
  readonly id: string
  /** The version of the job's event stream: each event increments it. */
  readonly version: number
  readonly status: JobStatus
  readonly failure: JobFailure | null
  readonly filename: string
  readonly mode: Mode
  /**
   * The column of the addresses, from 0. `CsvHeader` and `CsvTotals` describe this field and the next four.
   */
  readonly emailColumn: number
  readonly width: number
  /** All rows of the file, including those without an address. */
  readonly records: number
  readonly chunks: number
  readonly distinct: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  /** Whether `job_search` holds the status of every row. */
  readonly isSearchable: boolean
  /** Rows whose cells were erased. */
  readonly erased: number
  /** How often something in its file was erased. */
  readonly erasures: number
  /** The person whose session uploaded it. Null: an API key did, or it is not known. */
  readonly madeBy: string | null
  /** The API key that uploaded it. */
  readonly keyId: string | null
  /** Results that were checked since are given again. Null: every row is verified. */
  readonly knownSince: Date | null
  /** The schedule that made it. */
  readonly scheduleId: string | null
}

const failureMessages: Readonly<Record<JobFailure, string>> = {
  upload_unreadable: errorText("uploadUnreadable"),
  account_gone: errorText("accountGone")
}

/** People are named by their ids alone: see uploaderNames.ts. */
export const toBulkJob = (job: JobRecord): BulkJob => ({
  id: job.id,
  filename: job.filename,
  total_rows: job.rows,
  processed_rows: rowsOf(job.tally),
  valid_count: job.tally.valid,
  invalid_count: job.tally.invalid,
  risky_count: job.tally.risky,
  unknown_count: job.tally.unknown,
  status: job.status,
  mode: job.mode,
  credits_reserved: job.credits,
  credits_charged: job.charged,
  ...(job.erased > 0 && { erased_rows: job.erased }),
  ...(job.failure && { error_message: failureMessages[job.failure] }),
  started_at: job.startedAt && job.startedAt.toISOString(),
  completed_at: job.completedAt && job.completedAt.toISOString(),
  created_at: job.createdAt.toISOString(),
  ...(job.madeBy !== null && { made_by: { id: job.madeBy } }),
  ...(job.keyId !== null && { key_id: job.keyId }),
  ...(job.scheduleId !== null && { schedule_id: job.scheduleId })
})

/** What the file of a job has beside its rows. */
export interface FileHeader extends Pick<CsvHeader, "columns"> {
  /** Jobs that are older than it have no `longestCell` (`CsvTotals`). */
  readonly format: CsvFormat & Partial<Pick<CsvTotals, "longestCell">>
}

// Reads and writes the table row of a job. The driver returns dates as `Date`.

/** All columns except the header of the upload, which may be long. */
export const jobColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(`job_id as id, account_id as "accountId", hold_id as "holdId", version, filename,
    mode, status, failure, email_column as "emailColumn", width, records, chunks,
    total_rows as rows, distinct_rows as "distinct", valid_rows as valid, risky_rows as risky,
    invalid_rows as invalid, unknown_rows as "unknown", processed_rows as settled, credits, charged,
    created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt",
    is_searchable as "isSearchable", erased_rows as erased, erasures,
    made_by as "madeBy", key_id as "keyId", known_since as "knownSince",
    schedule_id as "scheduleId"`)

/** As the driver gives it. */
export interface JobRowSelected
  extends Omit<JobRecord, "version" | "credits" | "charged" | "tally">, Tally {
  readonly version: bigint
  readonly credits: bigint
  readonly charged: bigint
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
  { columns, format }: FileHeader
) =>
  sql`
    insert into job (job_id, account_id, hold_id, version, filename, mode, status, columns,
      email_column, width, records, chunks, total_rows, distinct_rows, credits, created_at,
      made_by, key_id, known_since, schedule_id, format)
    values (${job.id}, ${job.accountId}, ${job.holdId}, ${job.version}, ${job.filename},
      ${job.mode}, ${job.status}, ${columns}::text[], ${job.emailColumn}, ${job.width},
      ${job.records}, ${job.chunks}, ${job.rows}, ${job.distinct}, ${job.credits},
      ${job.createdAt}, ${job.madeBy}, ${job.keyId}, ${job.knownSince}, ${job.scheduleId},
      ${JSON.stringify(format)}::text::jsonb)`.pipe(Effect.orDie)

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
      started_at = case when ${status} in ('processing', 'complete') or ${rowsOf(tally)} > 0
        then coalesce(started_at, now()) else started_at end,
      completed_at = case when ${status} in ('complete', 'failed', 'cancelled')
        then coalesce(completed_at, now()) end
    where job_id = ${id}
    returning ${jobColumns(sql)}`.pipe(Effect.orDie)
