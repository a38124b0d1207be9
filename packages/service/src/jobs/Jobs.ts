/**
 * The life cycle of bulk jobs, except for their results (Settlements.ts). Each step is one transaction:
 * the job's events, its table row, and the ledger entries.
 */
import type { JobOrder } from "@rcpt/api/jobsQuery"
import type { InsufficientCredits } from "@rcpt/domain/Credits"
import * as Job from "@rcpt/domain/Job"
import { JobNotFound } from "@rcpt/domain/Job"
import type { JobFailure, JobFinished, JobStatus, JobUnfinished } from "@rcpt/domain/Job"
import type { EventStore } from "@rcpt/store/EventStore"
import { Context, Duration, Effect, Exit, Layer, RcMap, Semaphore } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import type { CreditLimitReached } from "../ledger/keySpending.ts"
import { WriteSql } from "../platform/Database.ts"
import { fromNow } from "../platform/databaseClock.ts"
import { databaseNow } from "../platform/databaseClock.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { appendToJob, decideOnJob, lockJob } from "./decideOnJob.ts"
import { discardRows, scheduleDiscard } from "./discardRows.ts"
import type { FileHeader, JobRecord, JobRowSelected } from "./JobRecord.ts"
import { jobColumns, toRecord } from "./JobRecord.ts"
import { submitJob } from "./submitJob.ts"
import type { Submission, Submitted } from "./submitJob.ts"
import { Uploads } from "./Uploads.ts"
import type { UploadLost } from "./Uploads.ts"

// A node submits one upload of an account at a time. Each locks the account's ledger, and a transaction that
// waits for the lock has a connection: forty uploads at once would leave none for other accounts.

type InTurn = <A, E>(account: string, effect: Effect.Effect<A, E>) => Effect.Effect<A, E>

const makeAccountTurns: Effect.Effect<InTurn, never, Scope.Scope> = Effect.gen(function* () {
  // An account's entry is there as long as somebody has the turn or waits for it.
  const turns = yield* RcMap.make({ lookup: (_account: string) => Semaphore.make(1) })
  return (account, effect) =>
    Effect.scoped(Effect.flatMap(RcMap.get(turns, account), (turn) => turn.withPermits(1)(effect)))
})

/** A whole file has been sent: its client waits longer than others, who would only ask again. */
const submitRetryTime = Duration.seconds(20)

/** A job with the account that asks for it. A job of another account is not found. */
export interface OwnJob {
  readonly account: string
  readonly job: string
}

export interface ListRequest {
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  readonly statuses?: ReadonlyArray<JobStatus> | undefined
  /** A part of the file's name, in any case. */
  readonly search?: string | undefined
  readonly sort?: JobOrder | undefined
}

interface JobList {
  readonly jobs: ReadonlyArray<JobRecord>
  /** How many there are, without `limit` and `offset`. */
  readonly total: number
}

/** Each ends with a unique key, so that pages neither repeat nor leave out a job. Names sort as people read them. */
const orders: Readonly<Record<JobOrder, string>> = {
  created: "created_at, job_id",
  "-created": "created_at desc, job_id desc",
  name: "lower(filename), created_at desc, job_id desc",
  "-name": "lower(filename) desc, created_at desc, job_id desc",
  rows: "total_rows, created_at desc, job_id desc",
  "-rows": "total_rows desc, created_at desc, job_id desc"
}

const listJobs = (
  sql: SqlClient.SqlClient,
  account: string,
  { limit, offset = 0, statuses, search = "", sort = "-created" }: ListRequest
) => {
  const matching = sql`from job where account_id = ${account}
    ${statuses === undefined ? sql.literal("") : sql`and status = any (${statuses}::text[])`}
    ${search === "" ? sql.literal("") : sql`and strpos(lower(filename), lower(${search})) > 0`}`
  return Effect.all({
    jobs: Effect.map(
      sql<JobRowSelected>`select ${jobColumns(sql)} ${matching}
        order by ${sql.literal(orders[sort])} limit ${limit ?? null}::int offset ${offset}::int`,
      (rows) => rows.map(toRecord)
    ),
    total: Effect.map(
      sql<{ readonly total: number }>`select count(*)::int as total ${matching}`,
      ([counted]) => counted!.total
    )
  }).pipe(Effect.orDie)
}

export class Jobs extends Context.Service<
  Jobs,
  {
    /**
     * Holds the credits of all rows and creates the job, in one transaction. If it fails, the upload is
     * erased. A second submission of the same upload changes nothing.
     */
    readonly submit: (
      submission: Submission
    ) => Effect.Effect<Submitted, InsufficientCredits | CreditLimitReached | UploadLost>

    readonly find: (job: OwnJob) => Effect.Effect<JobRecord, JobNotFound>
    /** The newest first, all of them, unless the request says otherwise. */
    readonly list: (account: string, request?: ListRequest) => Effect.Effect<JobList>
    /** A job of any account: for actors. */
    readonly get: (job: string) => Effect.Effect<JobRecord, JobNotFound>
    /** The header of the upload, unchanged. */
    readonly headerOf: (job: string) => Effect.Effect<FileHeader, JobNotFound>

    /** Changes nothing if the job has started already. */
    readonly start: (job: string) => Effect.Effect<JobRecord, JobNotActive>
    /**
     * Ends the job: what is settled stays charged, the rest is refunded at once. A job that is already
     * cancelled stays so; one that has ended otherwise is `JobFinished`.
     */
    readonly cancel: (job: OwnJob) => Effect.Effect<JobRecord, JobNotActive>
    /**
     * Lets the job end without waiting for retries (jobs/actors/finishJobs.ts). Its other rows get their results as
     * before. May be repeated.
     */
    readonly finish: (job: OwnJob) => Effect.Effect<void, JobNotActive>
    /** Ends a job that cannot go on; credits as in `cancel`. */
    readonly fail: (job: string, failure: JobFailure) => Effect.Effect<JobRecord, JobNotActive>
    /** Deletes a finished job at once, and its rows in the background. Ledger entries stay. */
    readonly remove: (job: OwnJob) => Effect.Effect<void, JobNotFound | JobUnfinished>

    /**
     * Unfinished jobs that have chunks to do and no live lease, the oldest first: their actors are to be
     * notified.
     */
    readonly unattended: (limit: number) => Effect.Effect<ReadonlyArray<string>>
    /** Unfinished jobs that do not wait for retries. */
    readonly finishing: Effect.Effect<ReadonlyArray<string>>
    /** The caller runs the job for `duration` from now: until then it is not unattended. */
    readonly renewLease: (job: string, duration: Duration.Duration) => Effect.Effect<void>
  }
>()("@rcpt/service/jobs/Jobs") {}

export type JobNotActive = JobNotFound | JobFinished

const lockOwnJob = ({ account, job }: OwnJob) =>
  Effect.filterOrFail(
    lockJob(job),
    ({ accountId }) => accountId === account,
    () => new JobNotFound()
  )

/** The events stay. The job's row is deleted now, its other rows when they are due (discardRows.ts). In a transaction. */
export const removeJob = (own: OwnJob) =>
  Effect.gen(function* () {
    const job = yield* lockOwnJob(own)
    const state = { ...Job.empty, status: job.status }
    yield* appendToJob(job, yield* Effect.fromResult(Job.remove(state)))
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from job where job_id = ${job.id}`
    yield* scheduleDiscard(job.id, { isAll: true })
  })

const jobQueries = (sql: SqlClient.SqlClient) => {
  const get = Effect.fnUntraced(function* (job: string) {
    const [row] = yield* sql<JobRowSelected>`
      select ${jobColumns(sql)} from job where job_id = ${job}`.pipe(Effect.orDie)
    return row === undefined ? yield* new JobNotFound() : toRecord(row)
  })
  return {
    get,
    find: ({ account, job }: OwnJob) =>
      Effect.filterOrFail(
        get(job),
        ({ accountId }) => accountId === account,
        () => new JobNotFound()
      ),
    list: (account: string, request: ListRequest = {}) => listJobs(sql, account, request),
    headerOf: Effect.fnUntraced(function* (job: string) {
      const [row] = yield* sql<FileHeader>`
        select columns, format from job where job_id = ${job}`.pipe(Effect.orDie)
      return row === undefined ? yield* new JobNotFound() : row
    }),
    finishing: sql<{ readonly job: string }>`
      select job_id as job from job where is_finishing and completed_at is null`.pipe(
      Effect.map((rows) => rows.map(({ job }) => job)),
      Effect.orDie
    ),
    unattended: (limit: number) =>
      sql<{ readonly job: string }>`
        select job_id as job from job
        where completed_at is null and tended_until <= now()
          and exists (select from job_chunk c where c.job_id = job.job_id and not c.is_done)
        order by created_at limit ${limit}`.pipe(
        Effect.map((rows) => rows.map(({ job }) => job)),
        Effect.orDie
      )
  }
}

type Requirements = EventStore | WriteSql | SqlClient.SqlClient | Uploads

export const layer: Layer.Layer<Jobs, never, Requirements> = Layer.effect(
  Jobs,
  Effect.gen(function* () {
    const read = yield* SqlClient.SqlClient
    const write = yield* WriteSql
    const uploads = yield* Uploads
    const scope = yield* Effect.scope
    const transaction = yield* makeWriteTransaction
    const inTurn = yield* makeAccountTurns
    const now = Effect.provideService(databaseNow, SqlClient.SqlClient, read)

    /** If it fails, the sweeper deletes the rows. */
    const discardInBackground = (job: string, isAll: boolean) =>
      discardRows({ job, isAll }).pipe(
        Effect.provideService(SqlClient.SqlClient, write),
        Effect.catchCause((cause) =>
          Effect.logWarning("Rows of a job could not be erased yet", cause)
        ),
        Effect.forkIn(scope),
        Effect.asVoid
      )

    /** Discards what a job that ended early has not verified, in the probe queue as well. */
    const forgetUnverified = ({ id }: JobRecord) => discardInBackground(id, false)

    return Jobs.of({
      ...jobQueries(read),

      submit: Effect.fnUntraced(function* (submission) {
        const createdAt = new Date(yield* now)
        const { account, upload } = submission
        const discard = uploads.discard(upload.job)
        const submitted = transaction(submitJob(submission, createdAt), submitRetryTime)
        return yield* inTurn(account, submitted).pipe(
          Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : discard)),
          Effect.catchTag("AlreadyAnswered", () => Effect.succeed({ kept: "before" } as const))
        )
      }),

      start: (job) =>
        transaction(Effect.flatMap(lockJob(job), (locked) => decideOnJob(locked, Job.start))),

      cancel: (own) =>
        transaction(Effect.flatMap(lockOwnJob(own), (job) => decideOnJob(job, Job.cancel))).pipe(
          Effect.tap(forgetUnverified)
        ),

      finish: (own) =>
        transaction(
          Effect.gen(function* () {
            const job = yield* lockOwnJob(own)
            if (Job.isFinished(job)) return yield* new Job.JobFinished()
            const sql = yield* SqlClient.SqlClient
            yield* sql`update job set is_finishing = true where job_id = ${job.id}`
          })
        ),

      fail: (job, failure) =>
        transaction(
          Effect.flatMap(lockJob(job), (locked) => decideOnJob(locked, Job.fail(failure)))
        ).pipe(Effect.tap(forgetUnverified)),

      remove: (own) =>
        Effect.andThen(transaction(removeJob(own)), discardInBackground(own.job, true)),

      renewLease: (job, duration) =>
        write`
          update job set tended_until = ${fromNow(write, duration)}
          where job_id = ${job} and completed_at is null`.pipe(Effect.orDie, Effect.asVoid)
    })
  })
)
