/** The endpoints of bulk jobs. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { statusesOf } from "@rcpt/api/jobsQuery"
import { jobNotComplete, jobNotFound } from "@rcpt/api/Problem"
import { isFinished, JobNotFound } from "@rcpt/domain/Job"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import { answerWithin } from "../answerWithin.ts"
import { jobFacets } from "../jobs/jobFacets.ts"
import { toBulkJob } from "../jobs/JobRecord.ts"
import type { JobRecord } from "../jobs/JobRecord.ts"
import { Jobs } from "../jobs/Jobs.ts"
import type { OwnJob } from "../jobs/Jobs.ts"
import { resultsPage } from "../jobs/resultsPage.ts"
import { downloadJob } from "./jobsDownload.ts"
import { streamJob } from "./jobsStream.ts"
import { priceList, uploadList } from "./jobsUpload.ts"

/** With the look-up of the key, below the 5 s in which every request is answered. */
const jobsWaitMax = Duration.seconds(3)

/** A step of a job is tried again for 3 s while the database is away for a moment. */
const endWaitMax = Duration.millis(4_500)

/** What stands in each of a million addresses is found in some seconds, and others may be before it. */
const searchWaitMax = Duration.seconds(15)

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** An id that is none is the id of no job. */
const own = (id: string): Effect.Effect<OwnJob, JobNotFound, CurrentAccount> =>
  uuid.test(id)
    ? Effect.map(CurrentAccount, ({ accountId }) => ({ account: accountId, job: id.toLowerCase() }))
    : Effect.fail(new JobNotFound())

const find = (id: string) =>
  Effect.gen(function* () {
    const { find: findJob } = yield* Jobs
    return yield* findJob(yield* own(id)).pipe(answerWithin(jobsWaitMax))
  })

/** One that has all its results; or, where some will do, one that will have no more. */
const findEnded = (id: string, partial: "true" | "false") =>
  Effect.filterOrFail(
    find(id),
    (job) => job.status === "complete" || (partial === "true" && isFinished(job)),
    () => jobNotComplete
  )

/** When it ends by itself between two looks, it has ended: whoever asks then removes it. */
const cancelOrRemove = (job: OwnJob, found: JobRecord) =>
  Effect.gen(function* () {
    const { cancel, remove } = yield* Jobs
    const removed = Effect.as(remove(job), { message: "the job is deleted" })
    if (isFinished(found)) return yield* removed
    return yield* cancel(job).pipe(
      Effect.as({ message: "the job is cancelled" }),
      Effect.catchTag("JobFinished", () => removed)
    )
  })

/** Larger than any table: Postgres takes no limit beyond. */
const limitMax = 2 ** 31 - 1

const list = (limit: number | undefined) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const jobs = yield* Jobs
    const found = yield* jobs.list(accountId, limit && Math.min(limit, limitMax))
    return found.map(toBulkJob)
  }).pipe(answerWithin(jobsWaitMax), Effect.orDie)

const notFound = { JobNotFound: () => Effect.fail(jobNotFound) }

export const layer = HttpApiBuilder.group(Api, "Jobs", (handlers) =>
  handlers
    .handleRaw("verifyBulk", ({ query, headers }) =>
      Effect.gen(function* () {
        if (query.dry_run === "true") return yield* priceList
        return yield* uploadList(headers["idempotency-key"])
      })
    )
    .handle("list", ({ query }) => list(query.limit))
    .handle("find", ({ params }) =>
      find(params.id).pipe(
        Effect.map(toBulkJob),
        Effect.catchTags(notFound),
        Effect.catchTag(["StoreUnavailable", "TimeoutError"], Effect.die)
      )
    )
    .handle("facets", ({ params }) =>
      Effect.flatMap(find(params.id), jobFacets).pipe(
        answerWithin(jobsWaitMax),
        Effect.catchTags(notFound),
        Effect.catchTag(["StoreUnavailable", "TimeoutError", "SqlError"], Effect.die)
      )
    )
    // A caller who goes away does not take it back.
    .handle("end", ({ params }) =>
      Effect.gen(function* () {
        const job = yield* own(params.id)
        return yield* cancelOrRemove(job, yield* find(params.id)).pipe(answerWithin(endWaitMax))
      }).pipe(
        Effect.catchTags(notFound),
        Effect.catchTag(["JobUnfinished", "StoreUnavailable", "TimeoutError"], Effect.die)
      )
    )
    .handle("results", ({ params, query: { page, page_size: pageSize, search = "", ...query } }) =>
      Effect.gen(function* () {
        const job = yield* findEnded(params.id, query.partial)
        const { status, sub_status: subStatus } = query
        const details = query.details === "true"
        const wanted = { page, pageSize, search, status, subStatus, details }
        // Not `answerWithin`: a search ends when nobody waits for it any more.
        return yield* resultsPage(job, wanted).pipe(Effect.timeout(searchWaitMax))
      }).pipe(
        Effect.catchTags(notFound),
        Effect.catchTag(["StoreUnavailable", "TimeoutError", "SqlError"], Effect.die)
      )
    )
    .handleRaw("download", ({ params, query: { status, sub_status: subStatus, partial } }) =>
      Effect.gen(function* () {
        const job = yield* findEnded(params.id, partial)
        const statuses = status === undefined ? undefined : statusesOf(status)
        return yield* downloadJob(job, { statuses, subStatus })
      }).pipe(
        Effect.catchTags(notFound),
        Effect.catchTag(["StoreUnavailable", "TimeoutError"], Effect.die)
      )
    )
    .handleRaw("stream", ({ params }) =>
      Effect.gen(function* () {
        yield* find(params.id)
        return yield* streamJob(yield* own(params.id))
      }).pipe(
        Effect.catchTags(notFound),
        Effect.catchTag(["StoreUnavailable", "TimeoutError"], Effect.die)
      )
    )
)
