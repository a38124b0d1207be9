/**
 * `POST /jobs/{id}/verify`: rows of a job that has ended become a job of their own, with all columns of the
 * upload. They are copied on the server; the rest is as for an upload.
 */
import type { VerifyRowsRequest } from "@rcpt/api/jobsQuery"
import { BadRequest } from "@rcpt/api/Problem"
import { Effect, Stream } from "effect"

import { rowsFilename } from "../../jobs/csv/resultsFilename.ts"
import { through } from "../../jobs/csv/StreamStage.ts"
import { toParts } from "../../jobs/csv/toParts.ts"
import type { JobRecord } from "../../jobs/JobRecord.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { priceUpload } from "../../jobs/priceUpload.ts"
import { downloadRows } from "../../jobs/results/downloadRows.ts"
import { idempotent } from "../middleware/idempotent.ts"
import { priceIn, storeParts, submitList } from "./jobsUpload.ts"

const noSuchRow = new BadRequest({ error: "the job has no such row" })

/** The header is that of the job, also if its file had none. */
const partsOf = (job: JobRecord, { status, recommendation }: VerifyRowsRequest) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const columns = yield* Jobs.use(({ columnsOf }) => columnsOf(job.id))
      const filter = { statuses: status, recommendations: recommendation, onlySettled: true }
      const records = downloadRows(job, filter).pipe(
        Stream.chunks,
        Stream.map((rows) => rows.filter((row) => !row.isErased).map(({ cells }) => cells))
      )
      const layout = { column: String(job.emailColumn + 1), hasHeader: true }
      return Stream.make([columns]).pipe(
        Stream.concat(records),
        through(() => toParts(layout))
      )
    })
  )

/** The only refusal of rows that were a file before is that none is left. */
const refusals = {
  CsvRefused: () => Effect.fail(noSuchRow),
  // The job was deleted meanwhile, or its file is broken: both are no fault of the request.
  UploadUnreadable: Effect.die,
  UploadLost: Effect.die
}

export const priceRows = (job: JobRecord, request: VerifyRowsRequest) =>
  priceUpload(partsOf(job, request), "deep").pipe(
    Effect.map((price) => priceIn(request.mode, price)),
    Effect.catchTag("CsvRefused", refusals.CsvRefused),
    Effect.catchTag("UploadUnreadable", refusals.UploadUnreadable)
  )

const filenameOf = (
  job: JobRecord,
  { mode, status = [], recommendation = [] }: VerifyRowsRequest
) => rowsFilename(job.filename, [...status, ...recommendation, mode])

export const verifyRows = (job: JobRecord, request: VerifyRowsRequest, key: string | undefined) =>
  idempotent({ status: 201, key }, (command) =>
    Effect.gen(function* () {
      const upload = yield* storeParts(partsOf(job, request))
      const filename = filenameOf(job, request)
      return yield* submitList({ filename, mode: request.mode, upload }, command)
    }).pipe(Effect.scoped, Effect.catchTags(refusals))
  )
