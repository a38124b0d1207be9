/** The endpoints of bulk jobs. */
import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { recommendationsOf, statusesOf } from "@rcpt/api/jobsQuery"
import { BadRequest, jobNotComplete, jobNotFound } from "@rcpt/api/Problem"
import { isFinished, JobNotFound } from "@rcpt/domain/Job"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

import type { JobRecord } from "../../jobs/JobRecord.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import type { OwnJob } from "../../jobs/Jobs.ts"
import { jobFacets } from "../../jobs/results/jobFacets.ts"
import { resultsPage } from "../../jobs/results/resultsPage.ts"
import { sortedRowsMax } from "../../jobs/results/sortRows.ts"
import { namedFor } from "../../jobs/uploaderNames.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { permitMode } from "../middleware/permissions.ts"
import { OpenUploads } from "../openUploads.ts"
import { comparable, jobChanges } from "./jobsChanges.ts"
import { downloadJob } from "./jobsDownload.ts"
import { priceRows, verifyRows } from "./jobsRows.ts"
import { streamJob } from "./jobsStream.ts"
import { priceList, uploadList } from "./jobsUpload.ts"

/** With the key lookup, below the 5 s within which every request gets its response. */
const jobsWaitMax = Duration.seconds(3)

/** A change of a job is retried for 3 s while the database is briefly away. */
const endWaitMax = Duration.millis(4_500)

/** A search in a million addresses takes seconds, and may have to wait for other searches. */
const searchWaitMax = Duration.seconds(15)

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A malformed id is the id of no job. */
const ownJob = (id: string): Effect.Effect<OwnJob, JobNotFound, CurrentAccount> =>
  uuid.test(id)
    ? Effect.map(CurrentAccount, ({ accountId }) => ({ account: accountId, job: id.toLowerCase() }))
    : Effect.fail(new JobNotFound())

const find = (id: string) =>
  Effect.gen(function* () {
    const { find: findJob } = yield* Jobs
    return yield* findJob(yield* ownJob(id)).pipe(readTimeout(jobsWaitMax))
  })

/** A complete job; with `partial`, also one that ended before it was complete. */
const findEnded = (id: string, partial: "true" | "false") =>
  Effect.filterOrFail(
    find(id),
    (job) => job.status === "complete" || (partial === "true" && isFinished(job)),
    () => jobNotComplete
  )

/** A complete job to compare with. */
const findEarlier = (id: string | undefined) =>
  id === undefined ? Effect.succeed(undefined) : findEnded(id, "false")

const tooManyToSort = new BadRequest({
  error: `sort is for jobs of at most ${sortedRowsMax.toLocaleString("en")} rows`
})

/** A job that finishes before it can be cancelled is deleted, unless the caller wants to keep it. */
const cancelOrRemove = (job: OwnJob, record: JobRecord, keep: "true" | "false") =>
  Effect.gen(function* () {
    const { cancel, remove } = yield* Jobs
    const removal =
      keep === "true"
        ? Effect.succeed({ message: "the job has ended already, and is kept" })
        : Effect.as(remove(job), { message: "the job is deleted" })
    if (isFinished(record)) return yield* removal
    return yield* cancel(job).pipe(
      Effect.as({ message: "the job is cancelled" }),
      Effect.catchTag("JobFinished", () => removal)
    )
  })

/** Larger than any table; Postgres takes no larger limit. */
const limitMax = 2 ** 31 - 1

const list = (limit: number | undefined) =>
  Effect.gen(function* () {
    const reader = yield* CurrentAccount
    const jobs = yield* Jobs
    const records = yield* jobs.list(reader.accountId, limit && Math.min(limit, limitMax))
    return records.map(yield* namedFor(reader, records))
  }).pipe(readTimeout(jobsWaitMax))

const notFound = { JobNotFound: () => Effect.fail(jobNotFound) }

export const layer = HttpApiBuilder.group(Api, "Jobs", (handlers) =>
  handlers
    .handleRaw("verifyBulk", ({ query, headers }) =>
      Effect.gen(function* () {
        const { within } = yield* OpenUploads
        if (query.dry_run === "true") return yield* within(priceList)
        return yield* within(uploadList(headers["idempotency-key"]))
      })
    )
    .handle("list", ({ query }) => list(query.limit))
    .handle("find", ({ params }) =>
      Effect.gen(function* () {
        const job = yield* find(params.id)
        return (yield* namedFor(yield* CurrentAccount, [job]))(job)
      }).pipe(readTimeout(jobsWaitMax), Effect.catchTags(notFound))
    )
    .handle("facets", ({ params }) =>
      Effect.flatMap(find(params.id), jobFacets).pipe(
        readTimeout(jobsWaitMax),
        Effect.catchTags(notFound)
      )
    )
    // Completes also when the caller disconnects: see readTimeout.ts.
    .handle("end", ({ params, query: { keep } }) =>
      Effect.gen(function* () {
        const job = yield* ownJob(params.id)
        const record = yield* find(params.id)
        return yield* cancelOrRemove(job, record, keep).pipe(readTimeout(endWaitMax))
      }).pipe(Effect.catchTags(notFound), Effect.catchTag("JobUnfinished", Effect.die))
    )
    .handle("results", ({ params, query: { page, page_size: pageSize, search = "", ...query } }) =>
      Effect.gen(function* () {
        const job = yield* findEnded(params.id, query.partial)
        const { status, sub_status: subStatus, sort } = query
        if (sort !== undefined && job.records > sortedRowsMax) return yield* tooManyToSort
        const details = query.details === "true"
        const request = { page, pageSize, search, status, subStatus, sort, details }
        // Not `readTimeout`: a search ends when its caller disconnects.
        return yield* resultsPage(job, request).pipe(Effect.timeout(searchWaitMax))
      }).pipe(Effect.catchTags(notFound), Effect.catchTag("TimeoutError", Effect.die))
    )
    .handle("changes", ({ params, query }) =>
      Effect.gen(function* () {
        const job = yield* findEnded(params.id, "false")
        const since = yield* findEarlier(query.since)
        return yield* jobChanges(job, since).pipe(Effect.timeout(searchWaitMax))
      }).pipe(Effect.catchTags(notFound), Effect.catchTag("TimeoutError", Effect.die))
    )
    .handleRaw("download", ({ params, query: { status, recommendation, partial, ...query } }) =>
      Effect.gen(function* () {
        const job = yield* findEnded(params.id, partial)
        const statuses = status === undefined ? undefined : statusesOf(status)
        const recommendations =
          recommendation === undefined ? undefined : recommendationsOf(recommendation)
        const since = yield* findEarlier(query.changed_since)
        if (since) yield* comparable(since)
        const filter = { statuses, subStatus: query.sub_status, recommendations, since }
        return yield* downloadJob(job, filter)
      }).pipe(Effect.catchTags(notFound))
    )
    .handle("verifyRows", ({ params, query, payload, headers }) =>
      Effect.gen(function* () {
        const { within } = yield* OpenUploads
        yield* permitMode(payload.mode)
        const job = yield* findEnded(params.id, "true")
        if (query.dry_run === "true") return yield* within(priceRows(job, payload))
        return yield* within(verifyRows(job, payload, headers["idempotency-key"]))
      }).pipe(Effect.catchTags(notFound))
    )
    .handleRaw("stream", ({ params }) =>
      Effect.gen(function* () {
        const named = yield* namedFor(yield* CurrentAccount, [yield* find(params.id)])
        return yield* streamJob(yield* ownJob(params.id), named)
      }).pipe(Effect.catchTags(notFound))
    )
)
