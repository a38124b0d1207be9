/**
 * The life of bulk jobs, but for their results (Settlements.ts). Each step is one transaction: what
 * the job's stream says, its row, and the credits that move.
 */
import type { InsufficientCredits } from "@rcpt/domain/Credits"
import * as Job from "@rcpt/domain/Job"
import { JobNotFound } from "@rcpt/domain/Job"
import type { JobFailure, JobFinished, JobUnfinished } from "@rcpt/domain/Job"
import type { Mode } from "@rcpt/domain/Verdict"
import type { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Clock, Context, Duration, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../Database.ts"
import type { Told } from "../idempotency/Command.ts"
import type { Reply } from "../ledger/orders.ts"
import { appendToJob, decideOnJob, lockJob } from "./decideOnJob.ts"
import type { JobRecord } from "./JobRecord.ts"
import { jobColumns, toRecord } from "./jobRows.ts"
import type { JobSelected } from "./jobRows.ts"
import { makeJobTransaction } from "./jobTransaction.ts"
import { erase, scrap } from "./scraps.ts"
import { submitJob } from "./submitJob.ts"
import { Uploads } from "./Uploads.ts"
import type { Upload, UploadLost } from "./Uploads.ts"

export interface Submission {
  readonly account: string
  readonly filename: string
  readonly mode: Mode
  readonly upload: Upload
  /** With an Idempotency-Key: what is answered, kept with the hold. */
  readonly reply?: (job: JobRecord) => Reply
}

/**
 * "before": the reply of another attempt at the same request counts; of this one no job was made, and
 * its upload goes. (Or it was this one, and we did not hear of it then.)
 */
export type Submitted =
  | { readonly kept: Exclude<Told["kept"], "before">; readonly job: JobRecord }
  | { readonly kept: "before" }

/** A job of an account; that of somebody else is not found. */
export interface OwnJob {
  readonly account: string
  readonly job: string
}

export class Jobs extends Context.Service<
  Jobs,
  {
    /**
     * Holds the credits of all rows and makes a job of the upload, together or not at all. Refused,
     * it erases the upload. Done twice with the same upload it is done once.
     */
    readonly submit: (
      submission: Submission
    ) => Effect.Effect<Submitted, InsufficientCredits | UploadLost | StoreUnavailable>

    readonly find: (job: OwnJob) => Effect.Effect<JobRecord, JobNotFound | StoreUnavailable>
    /** The newest first; all of them without a limit. */
    readonly list: (
      account: string,
      limit?: number
    ) => Effect.Effect<ReadonlyArray<JobRecord>, StoreUnavailable>
    /** Any account's: for actors. */
    readonly look: (job: string) => Effect.Effect<JobRecord, JobNotFound | StoreUnavailable>
    /** Header of the upload, value for value. */
    readonly columnsOf: (
      job: string
    ) => Effect.Effect<ReadonlyArray<string>, JobNotFound | StoreUnavailable>

    /** Work begins; it has begun already: nothing changes. */
    readonly start: (job: string) => Effect.Effect<JobRecord, Ended>
    /**
     * Ends the job: what is settled stays charged, the rest is refunded at once. One that was
     * cancelled before stays so; one that has ended otherwise is `JobFinished`.
     */
    readonly cancel: (job: OwnJob) => Effect.Effect<JobRecord, Ended>
    /** Ends the job as `cancel` does, because it cannot go on. */
    readonly fail: (job: string, why: JobFailure) => Effect.Effect<JobRecord, Ended>
    /** Of a finished job: it is gone at once, its rows within moments; the ledger stays. */
    readonly remove: (
      job: OwnJob
    ) => Effect.Effect<void, JobNotFound | JobUnfinished | StoreUnavailable>

    /**
     * Unfinished jobs that have chunks to be worked at and nobody who tends them, the oldest first:
     * for whoever pokes their actors.
     */
    readonly standingStill: (
      limit: number
    ) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
    /** "I see to it", for as long: until then it does not stand still. */
    readonly tend: (job: string, lasts: Duration.Duration) => Effect.Effect<void, StoreUnavailable>
  }
>()("@rcpt/service/jobs/Jobs") {}

export type Ended = JobNotFound | JobFinished | StoreUnavailable

const lockOwn = ({ account, job }: OwnJob) =>
  Effect.filterOrFail(
    lockJob(job),
    ({ accountId }) => accountId === account,
    () => new JobNotFound()
  )

/** The facts stay; the row goes now, and what it had is erased by whoever comes first. */
const removeJob = (own: OwnJob) =>
  Effect.gen(function* () {
    const job = yield* lockOwn(own)
    const state = { ...Job.empty, status: job.status }
    yield* appendToJob(job, yield* Effect.fromResult(Job.remove(state)))
    const sql = yield* SqlClient.SqlClient
    yield* sql`delete from job where job_id = ${job.id}`
    yield* scrap(job.id, { isAll: true })
  })

const looks = (sql: SqlClient.SqlClient) => {
  const look = Effect.fnUntraced(function* (job: string) {
    const [row] = yield* unavailable(sql<JobSelected>`
      select ${jobColumns(sql)} from job where job_id = ${job}`)
    return row === undefined ? yield* new JobNotFound() : toRecord(row)
  })
  return {
    look,
    find: ({ account, job }: OwnJob) =>
      Effect.filterOrFail(
        look(job),
        ({ accountId }) => accountId === account,
        () => new JobNotFound()
      ),
    list: (account: string, limit?: number) =>
      sql<JobSelected>`
        select ${jobColumns(sql)} from job where account_id = ${account}
        order by created_at desc, job_id desc limit ${limit ?? null}::int`.pipe(
        Effect.map((rows) => rows.map(toRecord)),
        unavailable
      ),
    columnsOf: Effect.fnUntraced(function* (job: string) {
      const [row] = yield* unavailable(sql<{ readonly columns: ReadonlyArray<string> }>`
        select columns from job where job_id = ${job}`)
      return row === undefined ? yield* new JobNotFound() : row.columns
    }),
    standingStill: (limit: number) =>
      sql<{ readonly job: string }>`
        select job_id as job from job
        where completed_at is null and tended_until <= now()
          and exists (select from job_chunk c where c.job_id = job.job_id and not c.is_done)
        order by created_at limit ${limit}`.pipe(
        Effect.map((rows) => rows.map(({ job }) => job)),
        unavailable
      )
  }
}

type Needs = EventStore | WriteSql | SqlClient.SqlClient | Uploads

export const layer: Layer.Layer<Jobs, never, Needs> = Layer.effect(
  Jobs,
  Effect.gen(function* () {
    const write = yield* WriteSql
    const uploads = yield* Uploads
    const scope = yield* Effect.scope
    const transaction = yield* makeJobTransaction

    /** What cannot be erased now is by the sweeper. */
    const eraseSoon = (job: string, isAll: boolean) =>
      erase({ job, isAll }).pipe(
        Effect.provideService(SqlClient.SqlClient, write),
        Effect.catchCause((cause) => Effect.logWarning("A job could not be erased yet", cause)),
        Effect.forkIn(scope),
        Effect.asVoid
      )

    /** Its rows need no answer of a mail server any more. */
    const stopAsking = (job: JobRecord) =>
      job.mode === "deep" ? eraseSoon(job.id, false) : Effect.void

    return Jobs.of({
      ...looks(yield* SqlClient.SqlClient),

      submit: Effect.fn("Jobs.submit")(function* (submission) {
        const createdAt = new Date(yield* Clock.currentTimeMillis)
        const discard = uploads.discard(submission.upload.job)
        return yield* transaction(submitJob(submission, createdAt)).pipe(
          Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : discard)),
          Effect.catchTag("AnsweredBefore", () => Effect.succeed({ kept: "before" } as const))
        )
      }),

      start: (job) =>
        transaction(Effect.flatMap(lockJob(job), (locked) => decideOnJob(locked, Job.start))),

      cancel: (own) =>
        transaction(Effect.flatMap(lockOwn(own), (job) => decideOnJob(job, Job.cancel))).pipe(
          Effect.tap(stopAsking)
        ),

      fail: (job, why) =>
        transaction(
          Effect.flatMap(lockJob(job), (locked) => decideOnJob(locked, Job.fail(why)))
        ).pipe(Effect.tap(stopAsking)),

      remove: (own) => Effect.andThen(transaction(removeJob(own)), eraseSoon(own.job, true)),

      tend: (job, lasts) =>
        write`
          update job set tended_until = now() + ${Duration.toSeconds(lasts)}::float8 * interval '1 second'
          where job_id = ${job} and completed_at is null`.pipe(unavailable, Effect.asVoid)
    })
  })
)
