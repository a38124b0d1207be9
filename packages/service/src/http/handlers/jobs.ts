/** The endpoints of bulk jobs. */
import { createHash } from "node:crypto"

import { Api } from "@rcpt/api/Api"
import { CurrentAccount } from "@rcpt/api/Authentication"
import { errorText } from "@rcpt/api/errors/errorTexts"
import type { JobChanges } from "@rcpt/api/Jobs"
import { BulkJob } from "@rcpt/api/Jobs"
import { workbookType } from "@rcpt/api/JobsGroup"
import { jobStatusesOf, recommendationsOf, statusesOf } from "@rcpt/api/jobsQuery"
import type { DownloadFormat } from "@rcpt/api/jobsQuery"
import { BadRequest, jobNotComplete, jobNotFound } from "@rcpt/api/Problem"
import { readMaxAge } from "@rcpt/api/query"
import { isFinished, JobNotFound } from "@rcpt/domain/Job"
import { comparedRowsMax, sortedRowsMax, uuid } from "@rcpt/domain/limits"
import type { Recommendation } from "@rcpt/domain/recommendation"
import { Duration, Effect, Clock, Schema, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import type { SqlClient } from "effect/sql"

import { contentDisposition } from "../../jobs/csv/resultsFilename.ts"
import { writeCsv } from "../../jobs/csv/writeCsv.ts"
import { writeWorkbook } from "../../jobs/csv/writeWorkbook.ts"
import type { JobRecord } from "../../jobs/JobRecord.ts"
import { toBulkJob } from "../../jobs/JobRecord.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import type { ListRequest, OwnJob } from "../../jobs/Jobs.ts"
import { followersMax, lookEvery, Progress } from "../../jobs/Progress.ts"
import type { Following } from "../../jobs/Progress.ts"
import {
  compareJobs,
  nothingToCompare,
  previousOf,
  changedSince
} from "../../jobs/results/compareJobs.ts"
import { downloadRows, whyNoWorkbook } from "../../jobs/results/downloadRows.ts"
import type { RowsWanted } from "../../jobs/results/downloadRows.ts"
import { jobFacets } from "../../jobs/results/jobFacets.ts"
import { CurrentWriter } from "../../jobs/results/ownWriter.ts"
import { resultsPage } from "../../jobs/results/resultsPage.ts"
import { namedFor } from "../../jobs/uploaderNames.ts"
import type { Uploads } from "../../jobs/Uploads.ts"
import { readTimeout, readWaitMax } from "../../platform/readTimeout.ts"
import {
  crowded,
  eventStream,
  keepAliveComment,
  keepAliveEvery,
  reconnectAfter
} from "../eventStream.ts"
import { GracefulShutdown } from "../gracefulShutdown.ts"
import { permitMode } from "../middleware/permissions.ts"
import { OpenUploads } from "../openUploads.ts"
import { matches } from "../staticFiles.ts"
import { priceRows, verifyRows, priceList, uploadList } from "./jobsUpload.ts"

// The results of a job as a stream, a CSV or a workbook. Its bytes are the same each time, so it has an ETag.

/** The version of both formats. Raised when the same rows are written as other bytes. */
const formatVersion = 1

interface DownloadFilter extends Pick<
  RowsWanted,
  "statuses" | "subStatus" | "recommendations" | "unique"
> {
  /** An earlier job: only rows that are different from it. */
  readonly since?: JobRecord | undefined
  readonly format: DownloadFormat
}

/** A finished job does not change, and neither does its file, unless something in it is erased. */
const etagOf = (
  { id, version, erasures }: JobRecord,
  { statuses, subStatus, recommendations, unique, since, format }: DownloadFilter
): string =>
  `"${createHash("sha256")
    .update(
      JSON.stringify([
        formatVersion,
        id,
        version,
        ...(erasures > 0 ? [{ erasures }] : []),
        statuses ?? "all",
        ...(subStatus ? [subStatus] : []),
        ...(recommendations ? [{ recommendations }] : []),
        ...(unique ? [{ unique }] : []),
        ...(since ? [{ since: [since.id, since.version, since.erasures] }] : []),
        ...(format === "csv" ? [] : [{ format }])
      ])
    )
    .digest("base64url")}"`

/** What people call the rows that they are recommended to send to, and the others. */
const recommendationNames: Readonly<Record<Recommendation, string>> = {
  send: "safe",
  send_with_care: "with-care",
  do_not_send: "do-not-send",
  ask_again: "ask-again"
}

/** The filter as a part of the file's name, so that two downloads of a list do not have the same. */
const wordsOf = ({
  statuses = [],
  subStatus,
  recommendations = [],
  unique,
  since
}: DownloadFilter): ReadonlyArray<string> => [
  ...statuses,
  ...(subStatus ? [subStatus.replaceAll("_", "-")] : []),
  ...recommendations.map((word) => recommendationNames[word]),
  ...(since ? ["changed"] : []),
  ...(unique ? ["unique"] : [])
]

const writers = {
  csv: { write: writeCsv, contentType: "text/csv; charset=utf-8" },
  xlsx: { write: writeWorkbook, contentType: workbookType }
} as const satisfies Readonly<Record<DownloadFormat, unknown>>

/** Of a job that is running: how many rows had a result when it was found. */
const settledRowsOf = (job: JobRecord): { readonly "x-rows-settled"?: string } =>
  isFinished(job) ? {} : { "x-rows-settled": String(job.settled) }

const downloadJob = (job: JobRecord, filter: DownloadFilter) =>
  Effect.gen(function* () {
    const etag = etagOf(job, filter)
    // The file of a job that is running grows while it is read.
    const validators = {
      ...(isFinished(job) ? { etag } : settledRowsOf(job)),
      "cache-control": "private, no-cache"
    }
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    if (isFinished(job) && matches(headers["if-none-match"], etag))
      return HttpServerResponse.empty({ status: 304, headers: validators })
    const header = yield* Jobs.use(({ headerOf }) => headerOf(job.id))
    const isWanted = filter.since && (yield* changedSince(filter.since))
    const rows = { ...filter, isWanted, onlySettled: job.status !== "complete" }
    const { format } = filter
    const refusal = format === "xlsx" ? yield* whyNoWorkbook(job, header, rows) : undefined
    if (refusal !== undefined) return yield* new BadRequest({ error: refusal })
    const services = yield* Effect.context<SqlClient.SqlClient | Uploads>()
    const { contentType } = writers[format]
    const write = (yield* CurrentWriter) ?? writers[format].write
    const bytes = downloadRows(job, rows).pipe(
      write({
        emailColumn: job.emailColumn,
        mode: job.mode,
        ...header,
        width: job.width,
        hasImports: job.knownSince !== null && header.format.imports !== undefined,
        hasErased: job.erased > 0,
        hasUnreadable: job.failure === "upload_unreadable"
      }),
      Stream.provideContext(services)
    )
    return HttpServerResponse.stream(bytes, {
      contentType,
      headers: {
        ...validators,
        "content-disposition": contentDisposition(job.filename, wordsOf(filter), format)
      }
    })
  })

// The progress of a job as server-sent events (WHATWG HTML §9.2). An event is made when the client has
// taken the previous one, so a slow client gets fewer events, and each has the state of that moment.

/** Milliseconds until a client reconnects; after the last event, not before the next day. */
const retry = { running: reconnectAfter, finished: 86_400_000 }

const encode = Schema.encodeSync(Schema.fromJsonString(BulkJob))

/** The job as the reader of the stream sees it. */
type Shown = (job: JobRecord) => BulkJob

const eventOf = (job: JobRecord, isFirst: boolean, shown: Shown): string => {
  const retryAfter = isFinished(job) ? retry.finished : isFirst ? retry.running : undefined
  const lines = [
    ...(retryAfter === undefined ? [] : [`retry: ${retryAfter}`]),
    `id: ${job.version}`,
    `data: ${encode(shown(job))}`
  ]
  return `${lines.join("\n")}\n\n`
}

/** The event that was sent last. */
interface SentEvent {
  readonly version: number
  /** Epoch milliseconds. */
  readonly at: number
  readonly isLast: boolean
}

const nothingSent: SentEvent = { version: 0, at: 0, isLast: false }

const nextOf = (
  following: Following,
  closing: GracefulShutdown["Service"],
  shown: Shown,
  sent: SentEvent
) =>
  Effect.gen(function* () {
    if (sent.isLast) return undefined
    const since = (yield* Clock.currentTimeMillis) - sent.at
    yield* Effect.sleep(Duration.millis(Duration.toMillis(lookEvery) - since))
    const news = yield* Effect.raceFirst(
      following.after(sent.version, keepAliveEvery),
      Effect.as(closing.draining, "gone" as const)
    )
    if (news === "gone") return undefined
    if (news === undefined) return [keepAliveComment, sent] as const
    const at = yield* Clock.currentTimeMillis
    const next: SentEvent = { version: news.version, at, isLast: isFinished(news) }
    return [eventOf(news, sent.version === 0, shown), next] as const
  })

/** Ends at once if the job was deleted since it was found. */
const eventsOf = (own: OwnJob, shown: Shown) =>
  Effect.gen(function* () {
    const closing = yield* GracefulShutdown
    const following = yield* Progress.use(({ follow }) => follow(own))
    return Stream.unfold(nothingSent, (sent) => nextOf(following, closing, shown, sent))
  }).pipe(
    Effect.catchTag("JobNotFound", () => Effect.succeed(Stream.empty)),
    Stream.unwrap
  )

const streamJob = (own: OwnJob, shown: Shown) =>
  Effect.gen(function* () {
    const progress = yield* Progress
    if (progress.isCrowded(own.account)) return yield* Effect.fail(crowded(followersMax))
    return yield* eventStream(eventsOf(own, shown))
  })

// `GET /jobs/{id}/changes` compares a complete job with an earlier one with the same list.

const tooManyRows = new BadRequest({
  error: errorText("comparedRows", { n: comparedRowsMax.toLocaleString("en") })
})

/** They are read as a whole. */
const comparable = (...jobs: ReadonlyArray<JobRecord>) =>
  jobs.some(({ records }) => records > comparedRowsMax) ? Effect.fail(tooManyRows) : Effect.void

/** `since` undefined: the caller asks for none in particular. */
const jobChanges = (job: JobRecord, since: JobRecord | undefined) =>
  Effect.gen(function* () {
    const earlier = since ?? (yield* previousOf(job))
    if (earlier === undefined) return { since: null, ...nothingToCompare } satisfies JobChanges
    yield* comparable(job, earlier)
    const comparison = yield* compareJobs(job, earlier)
    return { since: toBulkJob(earlier), ...comparison } satisfies JobChanges
  })

/** A change of a job is retried for 3 s while the database is briefly away. */
const endWaitMax = Duration.millis(4_500)

/** A search in a million addresses takes seconds, and may have to wait for other searches. */
const searchWaitMax = Duration.seconds(15)

/** A malformed id is the id of no job. */
const ownJob = (id: string): Effect.Effect<OwnJob, JobNotFound, CurrentAccount> =>
  uuid.test(id)
    ? Effect.map(CurrentAccount, ({ accountId }) => ({ account: accountId, job: id.toLowerCase() }))
    : Effect.fail(new JobNotFound())

const find = (id: string) =>
  Effect.gen(function* () {
    const { find: findJob } = yield* Jobs
    return yield* findJob(yield* ownJob(id)).pipe(readTimeout(readWaitMax))
  })

const findIf = (id: string, isWanted: (job: JobRecord) => boolean) =>
  Effect.filterOrFail(find(id), isWanted, () => jobNotComplete)

const findComplete = (id: string) => findIf(id, ({ status }) => status === "complete")

/** A complete job; with `partial`, also one that is running or ended before it was complete. */
const findReadable = (id: string, partial: "true" | "false") =>
  partial === "true" ? find(id) : findComplete(id)

/** A complete job to compare with. */
const findEarlier = (id: string | undefined) =>
  id === undefined ? Effect.succeed(undefined) : findComplete(id)

const tooManyToSort = new BadRequest({
  error: errorText("sortedRows", { n: sortedRowsMax.toLocaleString("en") })
})

const hasEnded = { message: "the job has ended already, and is kept" }

/** A job that finishes before it can be cancelled is deleted, unless the caller wants to keep it. */
const cancelOrRemove = (job: OwnJob, record: JobRecord, keep: "true" | "false") =>
  Effect.gen(function* () {
    const { cancel, remove } = yield* Jobs
    const removal =
      keep === "true"
        ? Effect.succeed(hasEnded)
        : Effect.as(remove(job), { message: "the job is deleted" })
    if (isFinished(record)) return yield* removal
    return yield* cancel(job).pipe(
      Effect.as({ message: "the job is cancelled" }),
      Effect.catchTag("JobFinished", () => removal)
    )
  })

/** Larger than any table; Postgres takes no larger limit. */
const limitMax = 2 ** 31 - 1

const atMost = (count: number | undefined): number | undefined =>
  count === undefined ? undefined : Math.min(count, limitMax)

const list = ({ limit, offset, ...request }: ListRequest) =>
  Effect.gen(function* () {
    const reader = yield* CurrentAccount
    const page = { ...request, limit: atMost(limit), offset: atMost(offset) }
    const { jobs, total } = yield* Jobs.use((jobs) => jobs.list(reader.accountId, page))
    return HttpApiSchema.withHeaders({
      body: jobs.map(yield* namedFor(reader, jobs)),
      headers: { "x-total-count": String(total) }
    })
  }).pipe(readTimeout(readWaitMax))

const notFound = { JobNotFound: () => Effect.fail(jobNotFound) }

export const jobsHandlers = HttpApiBuilder.group(Api, "Jobs", (handlers) =>
  handlers
    .handleRaw("verifyBulk", ({ query, headers }) =>
      Effect.gen(function* () {
        const { within } = yield* OpenUploads
        const maxAge = readMaxAge(query.max_age)
        if (query.dry_run === "true")
          return yield* within(priceList(maxAge, readMaxAge(query.within)))
        return yield* within(uploadList(headers["idempotency-key"], maxAge))
      })
    )
    .handle("list", ({ query: { status, ...query } }) =>
      list({ ...query, statuses: status === undefined ? undefined : jobStatusesOf(status) })
    )
    .handle("find", ({ params }) =>
      Effect.gen(function* () {
        const job = yield* find(params.id)
        return (yield* namedFor(yield* CurrentAccount, [job]))(job)
      }).pipe(readTimeout(readWaitMax), Effect.catchTags(notFound))
    )
    .handle("facets", ({ params }) =>
      Effect.flatMap(find(params.id), jobFacets).pipe(
        readTimeout(readWaitMax),
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
    .handle("finish", ({ params }) =>
      Effect.gen(function* () {
        const { finish } = yield* Jobs
        return yield* finish(yield* ownJob(params.id)).pipe(
          Effect.as({ message: "the job ends without waiting for retries" }),
          Effect.catchTag("JobFinished", () => Effect.succeed(hasEnded)),
          readTimeout(endWaitMax)
        )
      }).pipe(Effect.catchTags(notFound))
    )
    .handle("results", ({ params, query: { page, page_size: pageSize, search = "", ...query } }) =>
      Effect.gen(function* () {
        const job = yield* findReadable(params.id, query.partial)
        const { status, sub_status: subStatus, sort } = query
        if (sort !== undefined && job.records > sortedRowsMax) return yield* tooManyToSort
        const details = query.details === "true"
        const request = { page, pageSize, search, status, subStatus, sort, details }
        // This is not `readTimeout`: a search ends when its caller disconnects.
        const found = yield* resultsPage(job, request).pipe(Effect.timeout(searchWaitMax))
        return HttpApiSchema.withHeaders({ body: found, headers: settledRowsOf(job) })
      }).pipe(Effect.catchTags(notFound), Effect.catchTag("TimeoutError", Effect.die))
    )
    .handle("changes", ({ params, query }) =>
      Effect.gen(function* () {
        const job = yield* findComplete(params.id)
        const since = yield* findEarlier(query.since)
        return yield* jobChanges(job, since).pipe(Effect.timeout(searchWaitMax))
      }).pipe(Effect.catchTags(notFound), Effect.catchTag("TimeoutError", Effect.die))
    )
    .handleRaw("download", ({ params, query: { status, recommendation, partial, ...query } }) =>
      Effect.gen(function* () {
        const job = yield* findReadable(params.id, partial)
        const statuses = status === undefined ? undefined : statusesOf(status)
        const recommendations =
          recommendation === undefined ? undefined : recommendationsOf(recommendation)
        const since = yield* findEarlier(query.changed_since)
        if (since) yield* comparable(since)
        const filter = {
          statuses,
          subStatus: query.sub_status,
          recommendations,
          unique: query.unique === "true",
          since,
          format: query.format
        }
        return yield* downloadJob(job, filter)
      }).pipe(Effect.catchTags(notFound))
    )
    .handle("verifyRows", ({ params, query, payload, headers }) =>
      Effect.gen(function* () {
        const { within } = yield* OpenUploads
        yield* permitMode(payload.mode)
        const job = yield* findIf(params.id, isFinished)
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
