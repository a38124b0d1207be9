/** A job as its row in the database has it, and as clients read it. */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { Job, JobFailure, JobStatus } from "@rcpt/domain/Job"
import { rowsOf } from "@rcpt/domain/Job"
import type { Mode } from "@rcpt/domain/Verdict"

/** `Job` and what is no fact of it: how its upload is made, and when things happened. */
export interface JobRecord extends Omit<Job, "status" | "isRemoved"> {
  readonly id: string
  /** Of the job's stream: grows with everything that happens to it. */
  readonly version: number
  readonly status: JobStatus
  readonly failure: JobFailure | null
  readonly filename: string
  readonly mode: Mode
  /** From 0; see `CsvHeader` and `CsvTotals` for this one and the next four. */
  readonly emailColumn: number
  readonly width: number
  /** All rows of the file, also those without an address. */
  readonly records: number
  readonly chunks: number
  readonly distinct: number
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly completedAt: Date | null
  /** Whether `job_search` has the status of every row. */
  readonly isSearchable: boolean
}

const sentences: Readonly<Record<JobFailure, string>> = {
  upload_unreadable: "the uploaded file cannot be read any more",
  account_gone: "the account does not exist any more"
}

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
  ...(job.failure && { error_message: sentences[job.failure] }),
  started_at: job.startedAt && job.startedAt.toISOString(),
  completed_at: job.completedAt && job.completedAt.toISOString(),
  created_at: job.createdAt.toISOString()
})
