/**
 * Bulk jobs: upload a list, watch it, read its results. A job of another account, and an id that is
 * none, are not found.
 */
import { Mode } from "@rcpt/domain/Verdict"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

import { Authentication } from "./Authentication.ts"
import { idempotencyHeaders } from "./IdempotencyKey.ts"
import { BulkJob, JobFacets, JobResultsPage, UploadPrice } from "./Jobs.ts"
import * as query from "./jobsQuery.ts"
import { Message } from "./Message.ts"
import { Permissions, Requires } from "./Permissions.ts"
import { BadRequest, InsufficientCredits, KeyReused, NotFound, RequestInFlight } from "./Problem.ts"
import { RateLimited, WrongKeys } from "./RateLimited.ts"
import { RequestErrors } from "./RequestErrors.ts"

/** For the document; the server reads the parts as they come. */
const UploadForm = Schema.Struct({
  file: Schema.String.annotate({
    format: "binary",
    description:
      "A CSV of at most 32 MB with a header line and a column whose name contains `email`, sent " +
      "with a file name. UTF-8, UTF-16 or Windows-1252; comma, semicolon, tab or bar."
  }),
  mode: Schema.optionalKey(
    Mode.annotate({ description: "For every row; `fast` when it is left out." })
  )
}).annotate({ identifier: "UploadForm" })

const upload = HttpApiEndpoint.post("verifyBulk", "/verify/bulk", {
  query: { dry_run: query.DryRunQuery },
  headers: idempotencyHeaders,
  payload: UploadForm.pipe(HttpApiSchema.asMultipartStream()),
  success: [BulkJob.pipe(HttpApiSchema.status(201)), UploadPrice],
  error: [BadRequest, InsufficientCredits, RequestInFlight, KeyReused]
})
  .annotate(Requires, "spend")
  .annotateMerge(
    OpenApi.annotations({
      summary: "Verify a list",
      description:
        "Holds the most that all rows can cost and answers at once; the job goes on by itself. An " +
        "address that comes again is verified and charged once. What the list does not cost is " +
        "given back when the job ends."
    })
  )

const list = HttpApiEndpoint.get("list", "/jobs", {
  query: { limit: query.LimitQuery },
  success: Schema.Array(BulkJob),
  error: BadRequest
})
  .annotate(Requires, "read")
  .annotateMerge(OpenApi.annotations({ summary: "Jobs of the account, the newest first" }))

const params = { id: Schema.String }

const find = HttpApiEndpoint.get("find", "/jobs/:id", { params, success: BulkJob, error: NotFound })
  .annotate(Requires, "read")
  .annotateMerge(OpenApi.annotations({ summary: "A job, with its counters as they stand" }))

const end = HttpApiEndpoint.delete("end", "/jobs/:id", {
  params,
  success: Message,
  error: NotFound
})
  .annotate(Requires, "change")
  .annotateMerge(
    OpenApi.annotations({
      summary: "Cancel a job, or remove one that has ended",
      description:
        "Rows that have their result stay charged, the rest is given back at once. A job that is " +
        "removed takes its rows and its upload with it; what it cost stays in the ledger."
    })
  )

const results = HttpApiEndpoint.get("results", "/jobs/:id/results", {
  params,
  query: {
    page: query.PageQuery,
    page_size: query.PageSizeQuery,
    status: query.StatusQuery,
    sub_status: query.SubStatusQuery,
    search: query.SearchQuery,
    details: query.DetailsQuery,
    partial: query.PartialQuery
  },
  success: JobResultsPage,
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "read")
  .annotateMerge(OpenApi.annotations({ summary: "Results of a complete job, page by page" }))

const facets = HttpApiEndpoint.get("facets", "/jobs/:id/facets", {
  params,
  success: JobFacets,
  error: NotFound
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      summary: "What the rows of a job came to, by status and sub_status",
      description: "Counted as rows settle: also while the job runs, and at once however many."
    })
  )

const validator = {
  etag: Schema.String.annotate({ description: "Strong; of the very bytes of the file." })
}

const file = HttpApiSchema.WithHeaders(
  HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
  {
    ...validator,
    "content-disposition": Schema.String.annotate({
      description: "`attachment`, named `results-` and the name of the upload."
    })
  }
)

/** Not modified. */
const known = HttpApiSchema.WithHeaders(HttpApiSchema.Empty(304), validator)

const download = HttpApiEndpoint.get("download", "/jobs/:id/download", {
  params,
  query: {
    status: query.StatusesQuery,
    sub_status: query.SubStatusQuery,
    partial: query.PartialQuery
  },
  success: [file, known],
  error: [BadRequest, NotFound]
})
  .annotate(Requires, "read")
  .annotateMerge(
    OpenApi.annotations({
      summary: "Results of a complete job, as a CSV",
      description:
        "All columns of the upload, value for value, and the results beside them; UTF-8 with byte " +
        "order mark, lines end with CR LF. `If-None-Match` is answered 304."
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
      summary: "A job as it goes on, as server-sent events",
      description:
        "Each `data` is the job as `GET /jobs/{id}` answers it, each `id` its version. The first " +
        "event comes at once, at most 4 a second follow, and the stream ends with the one that " +
        "says how the job ended."
    })
  )

export class JobsGroup extends HttpApiGroup.make("Jobs")
  .add(upload, list, find, end, results, facets, download, stream)
  .middleware(RequestErrors)
  .middleware(Permissions)
  .middleware(RateLimited)
  .middleware(Authentication)
  .middleware(WrongKeys)
  .prefix("/api/v1") {}
