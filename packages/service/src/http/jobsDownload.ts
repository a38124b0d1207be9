/** Results of a job as a CSV: a stream of bytes that are the same each time, so they have an ETag. */
import { createHash } from "node:crypto"

import type { Status } from "@rcpt/domain/Verdict"
import { Effect, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SqlClient } from "effect/sql"

import { contentDisposition } from "../jobs/csv/resultsFilename.ts"
import { writeCsv } from "../jobs/csv/writeCsv.ts"
import { downloadRows } from "../jobs/downloadRows.ts"
import type { JobRecord } from "../jobs/JobRecord.ts"
import { Jobs } from "../jobs/Jobs.ts"
import type { Uploads } from "../jobs/Uploads.ts"

/** Of what we write, beside the rows. Raised when the same rows come out as other bytes. */
const format = 1

/** A job that has ended stays as it is, and so does what is made of it. */
const etagOf = ({ id, version }: JobRecord, statuses: ReadonlyArray<Status> | undefined): string =>
  `"${createHash("sha256")
    .update(JSON.stringify([format, id, version, statuses ?? "all"]))
    .digest("base64url")}"`

/** RFC 9110 §13.1.2: compared weakly, so that a proxy which has weakened ours is understood. */
const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? "")
    .split(",")
    .map((candidate) => candidate.trim().replace(/^W\//, ""))
    .some((candidate) => candidate === etag || candidate === "*")

export const downloadJob = (job: JobRecord, statuses: ReadonlyArray<Status> | undefined) =>
  Effect.gen(function* () {
    const etag = etagOf(job, statuses)
    const validators = { etag, "cache-control": "private, no-cache" }
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    if (matches(headers["if-none-match"], etag))
      return HttpServerResponse.empty({ status: 304, headers: validators })
    const columns = yield* Jobs.use(({ columnsOf }) => columnsOf(job.id))
    const wanted = { statuses, onlySettled: job.status !== "complete" }
    const services = yield* Effect.context<SqlClient.SqlClient | Uploads>()
    const bytes = downloadRows(job, wanted).pipe(
      writeCsv({ mode: job.mode, columns, width: job.width }),
      Stream.provideContext(services)
    )
    return HttpServerResponse.stream(bytes, {
      contentType: "text/csv; charset=utf-8",
      headers: { ...validators, "content-disposition": contentDisposition(job.filename) }
    })
  })
