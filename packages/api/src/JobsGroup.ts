/**
 * Endpoints of bulk jobs: upload a list, follow the job, read its results. A job of another account
 * and an invalid id are answered 404.
 */
import { creditsOf, heldFor } from "@rcpt/domain/prices"
import { Mode } from "@rcpt/domain/Verdict"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { string } from "./fields.ts"
import { idempotencyHeaders } from "./IdempotencyKey.ts"
import { ImportService } from "./ImportService.ts"
import { BulkJob, JobChanges, JobFacets, JobResultsPage, UploadPrice } from "./Jobs.ts"
import * as query from "./jobsQuery.ts"
import { Message } from "./Message.ts"
import { Requires } from "./Permissions.ts"
import { BadRequest, InsufficientCredits, KeyReused, NotFound, RequestInFlight } from "./Problem.ts"
import { MaxAge } from "./query.ts"
import { secured } from "./secured.ts"

/** For the OpenAPI document; the server reads the parts as a stream. */
const UploadForm = Schema.Struct({
  file: Schema.String.annotate({
    format: "binary",
    description:
      "A CSV of at most 32 MB, sent with a file name. It has a header line and a column whose name contains " +
      "`email`, unless `column` or `header` are given. UTF-8, UTF-16 or Windows-1252; " +
      "separated by comma, semicolon, tab or bar."
  }),
  mode: Schema.optionalKey(Mode.annotate({ description: "For every row. Default: `fast`." })),
  column: Schema.optionalKey(
    string(
      "The column of the addresses: the name of a header, in any case, or a number from 1. Must " +
        "come before `file`. Default: the column named `email`, else the first whose name contains it."
    )
  ),
  header: Schema.optionalKey(
    Schema.Literals(["true", "false"]).annotate({
      description:
        "`false`: the file has no header line, and its columns are named `column_1`, `column_2` and " +
        "so on in the results. Must come before `file`. Default: `true`."
    })
  ),
  max_age: Schema.optionalKey(
    MaxAge.annotate({ description: "As in the query. Must come before `file`." })
  ),
  import: Schema.optionalKey(
    Schema.Literals([...ImportService.literals, "none"]).annotate({
      description:
        "With `max_age`: the service whose verdicts are in the file. They count as earlier results of their date, for 0 " +
        "credits. `none`: no service. Must come before `file`. Default: found by columns and words."
    })
  ),
  import_date: Schema.optionalKey(
    Schema.String.annotate({
      format: "date",
      description:
        "The date of verdicts without a date of their own, such as `2026-11-28`. Without it these do not count. Must " +
        "come before `file`."
    })
  )
}).annotate({ identifier: "UploadForm" })

const upload = HttpApiEndpoint.post("verifyBulk", "/verify/bulk", {
  query: {
    dry_run: query.DryRunQuery,
    max_age: Schema.optionalKey(MaxAge),
    within: Schema.optionalKey(
      MaxAge.annotate({
        description:
          "With `dry_run`, in deep mode: adds how many egresses do the list in this time (`egress_plan`). `12h`, `30d`; " +
          "1 hour to 90 days."
      })
    )
  },
  headers: idempotencyHeaders,
  payload: UploadForm.pipe(HttpApiSchema.asMultipartStream()),
  success: [BulkJob.pipe(HttpApiSchema.status(201)), UploadPrice],
  error: [BadRequest, InsufficientCredits, RequestInFlight, KeyReused]
})
  .annotate(Requires, "spend")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "verifyBulk",
      summary: "Verify a list",
      description:
        "Holds the maximum cost of all rows and returns at once; the job runs in the background. " +
        "Duplicates are verified and charged once. Unused credits are refunded when the job ends. " +
        "Lines without any character are no rows: the results do not have them. " +
        "An account may have 10 uploads open at once; one that falls 20 seconds behind 8 KiB per " +
        "second is ended. Large lists take some of the rate limit, and may be read more slowly."
    })
  )

const list = HttpApiEndpoint.get("list", "/jobs", {
  query: {
    limit: query.LimitQuery,
    offset: query.OffsetQuery,
    status: query.JobStatusesQuery,
    search: query.NameQuery,
    sort: query.JobSortQuery
  },
  success: HttpApiSchema.WithHeaders(Schema.Array(BulkJob), {
    "x-total-count": string("How many jobs match, without `limit` and `offset`.")
  }),
  error: BadRequest
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "listJobs",
      summary: "List the account's jobs, newest first",
      description:
        "All jobs that were not deleted, in any state. `limit` and `offset` take a part of them, and " +
        "`X-Total-Count` says how many there are."
    })
  )

const params = { id: string("The job's `id`.") }

const find = HttpApiEndpoint.get("find", "/jobs/:id", { params, success: BulkJob, error: NotFound })
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getJob",
      summary: "Get a job with its current counters",
      description:
        "Its counters are live while it is processed; `stream` sends them as they change."
    })
  )

const end = HttpApiEndpoint.delete("end", "/jobs/:id", {
  params,
  query: { keep: query.KeepQuery },
  success: Message,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "change")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "endJob",
      summary: "Cancel a running job, or remove one that has ended",
      description:
        "When a job is cancelled, rows with a result stay charged and the rest is refunded at once. " +
        "When a job is removed, its rows and its upload are deleted; its charges stay in the ledger."
    })
  )

const finish = HttpApiEndpoint.post("finish", "/jobs/:id/finish", {
  params,
  success: Message,
  error: NotFound
})
  .annotate(Requires, "change")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "finishJob",
      summary: "Let a running job end without waiting for retries",
      description:
        "For a deep job. Greylisted addresses, which wait for a retry, are settled as they are: " +
        `\`smtp_status\` is \`greylisted\`, for ${creditsOf(heldFor.fast)}. So are those that are greylisted after the call. ` +
        "Addresses that were not asked about yet still are, once. The job completes when all rows have a " +
        "result, and the rest of its credits is refunded. Repeating the call changes nothing; nor does it " +
        "change a job that has ended."
    })
  )

const rowsSettled = {
  "x-rows-settled": Schema.optionalKey(string("Of a job that is running: its rows with a result."))
}

const results = HttpApiEndpoint.get("results", "/jobs/:id/results", {
  params,
  query: {
    page: query.PageQuery,
    page_size: query.PageSizeQuery,
    status: query.StatusQuery,
    sub_status: query.SubStatusQuery,
    search: query.SearchQuery,
    sort: query.SortQuery,
    details: query.DetailsQuery,
    partial: query.PartialQuery
  },
  success: HttpApiSchema.WithHeaders(JobResultsPage, rowsSettled),
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getResults",
      summary: "List the results of a job",
      description:
        "In the order of the list. `total_rows` counts the rows that pass the filters. The job must be complete, " +
        "unless `partial=true`. Then each row with a result is there once, also while the job " +
        "runs, and `X-Rows-Settled` has their number. Rows that get a result later can move " +
        "others to the next page."
    })
  )

const facets = HttpApiEndpoint.get("facets", "/jobs/:id/facets", {
  params,
  success: JobFacets,
  error: NotFound
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getFacets",
      summary: "Count a job's rows by status and sub_status",
      description: "Also while the job runs. Fast for any number of rows."
    })
  )

const changes = HttpApiEndpoint.get("changes", "/jobs/:id/changes", {
  params,
  query: { since: query.SinceQuery },
  success: JobChanges,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "getChanges",
      summary: "Compare a complete job with an earlier one, by address",
      description:
        "For a list that you check again. Upper and lower case are the same, and duplicates count once. " +
        "Both jobs must be complete, with at most 200,000 rows each."
    })
  )

const validator = {
  etag: string("Strong ETag of the file's bytes.")
}

const file = HttpApiSchema.WithHeaders(
  HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
  {
    ...validator,
    "content-disposition": string(
      "`attachment`, named `results-` followed by the upload's file name and the words of the filter."
    ),
    ...rowsSettled
  }
)

export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

interface Described {
  readonly responses?: { readonly 200?: { readonly content?: Readonly<Record<string, unknown>> } }
}

/** An endpoint has one stream, which may be of another type. */
const withWorkbook = ({ responses, ...operation }: Described): object => {
  const ok = responses?.[200]
  const content = { ...ok?.content, [workbookType]: ok?.content?.["text/csv"] }
  return { ...operation, responses: { ...responses, 200: { ...ok, content } } }
}

const notModified = HttpApiSchema.WithHeaders(HttpApiSchema.Empty(304), validator)

const download = HttpApiEndpoint.get("download", "/jobs/:id/download", {
  params,
  query: {
    status: query.StatusesQuery,
    sub_status: query.SubStatusQuery,
    recommendation: query.RecommendationsQuery,
    changed_since: query.ChangedSinceQuery,
    unique: query.UniqueQuery,
    partial: query.PartialQuery,
    format: query.FormatQuery
  },
  success: [file, notModified],
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "downloadResults",
      summary: "Download the results of a complete job as CSV or as an Excel workbook",
      description:
        "All columns of the upload with unchanged values, followed by the results. A CSV is UTF-8 with byte " +
        "order mark; lines end with CR LF. In a workbook (`format=xlsx`) the upload's cells are text. " +
        "Supports `If-None-Match` (304).",
      transform: withWorkbook
    })
  )

const verifyRows = HttpApiEndpoint.post("verifyRows", "/jobs/:id/verify", {
  params,
  query: { dry_run: query.DryRunQuery },
  headers: idempotencyHeaders,
  payload: query.VerifyRowsRequest,
  success: [BulkJob.pipe(HttpApiSchema.status(201)), UploadPrice],
  error: [BadRequest, InsufficientCredits, NotFound, RequestInFlight, KeyReused]
})
  .annotate(Requires, "spend")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "verifyRows",
      summary: "Verify rows of a job again, as a new job",
      description:
        "Takes the rows of a job that has ended, with all columns of the upload, without rows that " +
        "were erased. Such as its `valid` rows in deep mode. Credits are held and charged as for an " +
        "upload. The job's own results stay."
    })
  )

const stream = HttpApiEndpoint.get("stream", "/jobs/:id/stream", {
  params,
  success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/event-stream" })),
  error: NotFound
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      identifier: "streamJob",
      summary: "Follow a job by server-sent events",
      description:
        "Each `data` is the job as in `GET /jobs/{id}`, each `id` its version. The first event is " +
        "sent at once, then at most 4 per second. The stream closes after the event with the job's " +
        "final status."
    })
  )

export class JobsGroup extends secured(
  HttpApiGroup.make("Jobs").add(
    upload,
    list,
    find,
    end,
    finish,
    results,
    facets,
    changes,
    download,
    verifyRows,
    stream
  )
) {}
