/** The results of a job as a CSV stream. Its bytes are the same each time, so it has an ETag. */
import { createHash } from "node:crypto"

import { Effect, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SqlClient } from "effect/sql"

import { contentDisposition } from "../../jobs/csv/resultsFilename.ts"
import { writeCsv } from "../../jobs/csv/writeCsv.ts"
import type { JobRecord } from "../../jobs/JobRecord.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { changedSince } from "../../jobs/results/compareJobs.ts"
import { downloadRows } from "../../jobs/results/downloadRows.ts"
import type { RowsWanted } from "../../jobs/results/downloadRows.ts"
import type { Uploads } from "../../jobs/Uploads.ts"
import { matches } from "../entityTag.ts"

/** The version of the CSV format. Raised when the same rows are written as other bytes. */
const formatVersion = 1

interface DownloadFilter extends Pick<RowsWanted, "statuses" | "subStatus" | "recommendations"> {
  /** An earlier job: only rows that are different from it. */
  readonly since?: JobRecord | undefined
}

/** A finished job does not change, and neither does its CSV, unless something in it is erased. */
const etagOf = (
  { id, version, erasures }: JobRecord,
  { statuses, subStatus, recommendations, since }: DownloadFilter
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
        ...(since ? [{ since: [since.id, since.version, since.erasures] }] : [])
      ])
    )
    .digest("base64url")}"`

export const downloadJob = (job: JobRecord, filter: DownloadFilter) =>
  Effect.gen(function* () {
    const etag = etagOf(job, filter)
    const validators = { etag, "cache-control": "private, no-cache" }
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    if (matches(headers["if-none-match"], etag))
      return HttpServerResponse.empty({ status: 304, headers: validators })
    const columns = yield* Jobs.use(({ columnsOf }) => columnsOf(job.id))
    const isWanted = filter.since && (yield* changedSince(filter.since))
    const rows = { ...filter, isWanted, onlySettled: job.status !== "complete" }
    const services = yield* Effect.context<SqlClient.SqlClient | Uploads>()
    const bytes = downloadRows(job, rows).pipe(
      writeCsv({ mode: job.mode, columns, width: job.width, hasErased: job.erased > 0 }),
      Stream.provideContext(services)
    )
    return HttpServerResponse.stream(bytes, {
      contentType: "text/csv; charset=utf-8",
      headers: { ...validators, "content-disposition": contentDisposition(job.filename) }
    })
  })
