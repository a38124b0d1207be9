/** Results of a job as a CSV: a stream of bytes that are the same each time, so they have an ETag. */
import { createHash } from "node:crypto"

import { Effect, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SqlClient } from "effect/sql"

import { contentDisposition } from "../jobs/csv/resultsFilename.ts"
import { writeCsv } from "../jobs/csv/writeCsv.ts"
import { downloadRows } from "../jobs/downloadRows.ts"
import type { RowsWanted } from "../jobs/downloadRows.ts"
import type { JobRecord } from "../jobs/JobRecord.ts"
import { Jobs } from "../jobs/Jobs.ts"
import type { Uploads } from "../jobs/Uploads.ts"
import { matches } from "./entityTag.ts"

/** Of what we write, beside the rows. Raised when the same rows come out as other bytes. */
const format = 1

export type Wanted = Pick<RowsWanted, "statuses" | "subStatus">

/** A job that has ended stays as it is, and so does what is made of it. */
const etagOf = ({ id, version }: JobRecord, { statuses, subStatus }: Wanted): string =>
  `"${createHash("sha256")
    .update(
      JSON.stringify([format, id, version, statuses ?? "all", ...(subStatus ? [subStatus] : [])])
    )
    .digest("base64url")}"`

export const downloadJob = (job: JobRecord, asked: Wanted) =>
  Effect.gen(function* () {
    const etag = etagOf(job, asked)
    const validators = { etag, "cache-control": "private, no-cache" }
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    if (matches(headers["if-none-match"], etag))
      return HttpServerResponse.empty({ status: 304, headers: validators })
    const columns = yield* Jobs.use(({ columnsOf }) => columnsOf(job.id))
    const wanted = { ...asked, onlySettled: job.status !== "complete" }
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
