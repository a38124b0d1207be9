/** A job as stored in its table row, and its conversion to the API's format. */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Job, JobFailure, JobStatus } from "@rcpt/domain/Job"
import { rowsOf } from "@rcpt/domain/Job"
import type { Mode } from "@rcpt/domain/Verdict"

/** The state of a job (`Job`) with what its events do not say: the shape of its upload, and dates. */
export interface JobRecord extends Omit<Job, "status" | "isRemoved"> {
  readonly id: string
  /** Of the job's event stream: each event increments it. */
  readonly version: number
  readonly status: JobStatus
  readonly failure: JobFailure | null
  readonly filename: string
  readonly mode: Mode
  /** From 0. `CsvHeader` and `CsvTotals` describe this field and the next four. */
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
  /** The person whose session uploaded it. Null: an API key did, or nobody knows. */
  readonly madeBy: string | null
  /** The API key that uploaded it. */
  readonly keyId: string | null
}

const failureMessages: Readonly<Record<JobFailure, string>> = {
  upload_unreadable: "the uploaded file can no longer be read",
  account_gone: "the account no longer exists"
}

/** People are named by their ids alone: see makerNames.ts. */
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
  ...(job.erased > 0 && { erased_rows: job.erased }),
  ...(job.failure && { error_message: failureMessages[job.failure] }),
  started_at: job.startedAt && job.startedAt.toISOString(),
  completed_at: job.completedAt && job.completedAt.toISOString(),
  created_at: job.createdAt.toISOString(),
  ...(job.madeBy !== null && { made_by: { id: job.madeBy } }),
  ...(job.keyId !== null && { key_id: job.keyId })
})
