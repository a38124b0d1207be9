/**
 * `POST /verify/bulk`: the rows are stored while they arrive, and become a job once all of them are
 * stored and their credits are held. An upload that is refused, broken off or a retry of an earlier one
 * is discarded.
 */
import { createHash } from "node:crypto"

import { CurrentAccount } from "@rcpt/api/Authentication"
import { BulkJob } from "@rcpt/api/Jobs"
import type { UploadPrice } from "@rcpt/api/Jobs"
import type { VerifyRowsRequest } from "@rcpt/api/jobsQuery"
import { BadRequest, insufficientCredits } from "@rcpt/api/Problem"
import { heldFor } from "@rcpt/domain/prices"
import type { Mode } from "@rcpt/domain/Verdict"
import { Effect, Schema, Stream, Clock } from "effect"

import { notifyJob } from "../../jobs/actors/JobRun.ts"
import type { CsvChunk, CsvHeader, CsvPart } from "../../jobs/csv/CsvPart.ts"
import type { CsvRefused } from "../../jobs/csv/CsvRefused.ts"
import { readCsv } from "../../jobs/csv/readCsv.ts"
import type { ReadOptions } from "../../jobs/csv/readCsv.ts"
import { rowsFilename } from "../../jobs/csv/resultsFilename.ts"
import { through } from "../../jobs/csv/StreamStage.ts"
import { toParts } from "../../jobs/csv/toParts.ts"
import { startExpectation } from "../../jobs/expectTime.ts"
import { importedIn } from "../../jobs/imports/findImports.ts"
import { toBulkJob } from "../../jobs/JobRecord.ts"
import type { JobRecord } from "../../jobs/JobRecord.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import { startPreview } from "../../jobs/previewUpload.ts"
import { priceUpload } from "../../jobs/priceUpload.ts"
import type { Price } from "../../jobs/priceUpload.ts"
import { downloadRows } from "../../jobs/results/downloadRows.ts"
import type { Submission } from "../../jobs/submitJob.ts"
import { Uploads } from "../../jobs/Uploads.ts"
import type { Upload } from "../../jobs/Uploads.ts"
import type { IdempotentCommand, StoredReply } from "../../ledger/idempotency/Reply.ts"
import { keyedLimits, limiterOf } from "../../limits/keyedLimits.ts"
import { knownTo } from "../../verify/verifyAddress.ts"
import { idempotent, once } from "../middleware/idempotent.ts"
import { permitMode } from "../middleware/permissions.ts"
import { permitKnown, refuseOverLimit } from "../middleware/withinTerms.ts"
import { readForm } from "./jobsForm.ts"
import type { FormFile } from "./jobsForm.ts"

/** Counted in this process: a preview costs its processor alone. */
const previews = limiterOf(keyedLimits.previews)

/** Whether this account may get one more preview. The preview is counted. */
const mayPreview: Effect.Effect<boolean, never, CurrentAccount> = Effect.gen(function* () {
  const { accountId } = yield* CurrentAccount
  return previews.take(accountId, yield* Clock.currentTimeMillis) === undefined
})

const refusal = ({ sentence }: CsvRefused) => new BadRequest({ error: sentence })

interface StoredFile {
  readonly filename: string
  readonly upload: Upload
  /** SHA-256 of the file, hex. */
  readonly hash: string
}

/** Discarding an upload that has become a job does nothing. */
const storeParts = <E, R>(parts: Stream.Stream<CsvPart, E, R>) =>
  Effect.gen(function* () {
    const { store: storeUpload, discard } = yield* Uploads
    return yield* Effect.acquireRelease(storeUpload(parts), ({ job }) => discard(job), {
      interruptible: true
    })
  })

const store = ({ name, content }: FormFile, options: ReadOptions) =>
  Effect.gen(function* () {
    const hash = createHash("sha256")
    const bytes = Stream.map(content, (chunk) => {
      hash.update(chunk)
      return chunk
    })
    const upload = yield* storeParts(readCsv(bytes, options))
    return { filename: name, upload, hash: hash.digest("hex") } satisfies StoredFile
  }).pipe(
    Effect.catchTag("CsvRefused", (refused) => Effect.fail(refusal(refused))),
    Effect.catchTag("UploadLost", Effect.die)
  )

const encode = Schema.encodeSync(Schema.fromJsonString(BulkJob))

/** Creates the job of the account that asks. */
const submitList = (
  list: Pick<Submission, "filename" | "mode" | "upload" | "maxAge">,
  command: IdempotentCommand | undefined
) =>
  Effect.gen(function* () {
    const { accountId, personId: madeBy, keyId, terms } = yield* CurrentAccount
    const { submit: submitJob } = yield* Jobs
    const submission = {
      ...list,
      account: accountId,
      madeBy,
      keyId,
      creditLimit: terms?.creditLimit
    }
    const submitted = yield* submitJob(
      command === undefined
        ? submission
        : { ...submission, reply: (job) => ({ ...command, body: encode(toBulkJob(job)) }) }
    )
    if (submitted.kept === "before") return { kept: "before", body: "" } satisfies StoredReply
    const { kept, job } = submitted
    // The job is notified in the background: the response does not wait for it.
    yield* Effect.forkDetach(notifyJob(job.id))
    return { kept, body: encode(toBulkJob(job)) } satisfies StoredReply
  }).pipe(
    Effect.catchTag("InsufficientCredits", () => Effect.fail(insufficientCredits)),
    Effect.catchTag("CreditLimitReached", refuseOverLimit),
    Effect.catchTag("UploadLost", Effect.die)
  )

/** `max_age` may be in the query or in the form, as other options are. */
export const uploadList = (key: string | undefined, inQuery: number | undefined) =>
  Effect.gen(function* () {
    const form = yield* readForm({ onMode: permitMode, onFile: store })
    const { hash, filename } = form.file
    const maxAge = inQuery ?? form.maxAge
    yield* permitKnown(maxAge)
    const meaning = { mode: form.mode, options: form.options, filename, hash, maxAge }
    return yield* idempotent({ status: 201, key, meaning }, (command) =>
      submitList({ ...form.file, mode: form.mode, maxAge }, command)
    )
  }).pipe(Effect.scoped)

/** `price` is computed for deep mode. In fast mode every address costs the same. */
const priceIn = (mode: Mode, price: Price): UploadPrice => ({
  total_rows: price.rows,
  distinct_rows: price.distinct,
  ...(price.noData > 0 && { ignored_rows: price.noData }),
  ...(price.several.cells > 0 && {
    several_cells: price.several.cells,
    several_addresses: price.several.addresses
  }),
  mode,
  credits_reserved: price.rows * heldFor[mode],
  credits_expected:
    mode === "deep" ? price.expected : (price.distinct - price.known) * heldFor.fast,
  credits_maximum: (price.distinct - price.known) * heldFor[mode],
  unprovable_share: price.distinct === 0 ? 0 : price.unprovable / price.distinct
})

const knownIn = (mode: Mode, { known, saved, imported }: Price) => ({
  known_rows: known,
  ...(imported > 0 && { imported_rows: imported }),
  credits_saved: mode === "deep" ? saved : known * heldFor.fast
})

const formatOf = ({
  columns,
  emailColumn,
  because,
  examples,
  otherEncodings,
  format: { delimiter, encoding, imports }
}: CsvHeader): NonNullable<UploadPrice["format"]> => ({
  column: emailColumn + 1,
  column_name: columns[emailColumn] ?? "",
  because,
  examples,
  delimiter,
  encoding,
  ...(otherEncodings.length > 0 && { other_encodings: otherEncodings }),
  ...(imports && {
    imports: {
      from: imports.service,
      column: imports.status + 1,
      column_name: columns[imports.status] ?? "",
      ...(imports.reason !== undefined && { reason_column: imports.reason + 1 }),
      ...(imports.date !== undefined && { date_column: imports.date + 1 })
    }
  })
})

/** Which result is known depends on the mode, and the file is priced while it arrives. */
const modeTooLate = new BadRequest({
  error: "mode must come before the file in the form of a dry run with max_age"
})

/** The mode may follow the file in the form, so the file is always priced for deep mode. */
export const priceList = Effect.fnUntraced(function* (
  inQuery: number | undefined,
  within: number | undefined
) {
  const lookAt = yield* startPreview
  const expectation = yield* startExpectation(within)
  const caller = yield* CurrentAccount
  let header: CsvHeader | undefined
  const look = (part: CsvPart) => {
    if (part._tag === "Header") header = part
    return Effect.andThen(lookAt.part(part), expectation.part(part))
  }
  let sent: Mode = "fast"
  const { mode, file, ...form } = yield* readForm({
    onMode: (mode) => {
      sent = mode
      return permitMode(mode)
    },
    onFile: ({ content }, options, inForm) => {
      const before = sent
      const maxAge = inQuery ?? inForm
      const parts = Stream.tap(readCsv(content, options), look)
      const known = (emails: ReadonlyArray<string>, chunk: CsvChunk) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          knownTo(caller, {
            emails,
            mode: before,
            maxAge,
            brought: importedIn(chunk, header?.format.imports, now)
          })
        )
      return Effect.andThen(permitKnown(maxAge), priceUpload(parts, "deep", known)).pipe(
        Effect.map((price) => ({ price, before })),
        Effect.catchTag("CsvRefused", (refused) => Effect.fail(refusal(refused)))
      )
    }
  })
  const maxAge = inQuery ?? form.maxAge
  if (maxAge !== undefined && file.before !== mode) return yield* modeTooLate
  const preview = lookAt.end()
  const expected = mode === "deep" ? yield* expectation.end : undefined
  const isShown = preview !== undefined && (yield* mayPreview)
  return {
    ...priceIn(mode, file.price),
    ...(maxAge !== undefined && knownIn(mode, file.price)),
    ...expected,
    ...(header && { format: formatOf(header) }),
    ...(isShown && { preview })
  }
})

// `POST /jobs/{id}/verify`: rows of a job that has ended become a job of their own, with all columns of the
// upload. They are copied on the server; the rest is as for an upload.

const noSuchRow = new BadRequest({ error: "the job has no such row" })

/** The header is that of the job, also if its file had none. */
const partsOf = (
  job: JobRecord,
  { status, recommendation, sub_status, provable = false }: VerifyRowsRequest
) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { columns, format } = yield* Jobs.use(({ headerOf }) => headerOf(job.id))
      const filter = {
        statuses: status,
        subStatus: sub_status,
        recommendations: recommendation,
        onlyProvable: provable,
        onlySettled: true
      }
      const records = downloadRows(job, filter).pipe(
        Stream.chunks,
        Stream.map((rows) =>
          rows.filter((row) => !row.isErased && !row.isUnreadable).map(({ cells }) => cells)
        )
      )
      const header: CsvHeader = {
        _tag: "Header",
        columns,
        format,
        emailColumn: job.emailColumn,
        because: "asked",
        examples: [],
        otherEncodings: []
      }
      // Without rows the header is still the first part.
      return Stream.make([]).pipe(
        Stream.concat(records),
        through(() => toParts(() => ({ header })))
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
  { mode, status = [], recommendation = [], sub_status, provable = false }: VerifyRowsRequest
) =>
  rowsFilename(job.filename, [
    ...status,
    ...recommendation,
    ...(sub_status === undefined ? [] : [sub_status]),
    ...(provable ? ["unconfirmed"] : []),
    mode
  ])

export const verifyRows = (job: JobRecord, request: VerifyRowsRequest, key: string | undefined) =>
  idempotent({ status: 201, key, meaning: request }, (command) =>
    Effect.gen(function* () {
      const upload = yield* storeParts(partsOf(job, request))
      const filename = filenameOf(job, request)
      return yield* submitList({ filename, mode: request.mode, upload }, command)
    }).pipe(Effect.scoped, Effect.catchTags(refusals))
  )

// A list that is no file, as an assistant has it.

/** Each address is a quoted cell, so that it stays as it is. */
const partsOfEmails = (emails: ReadonlyArray<string>) => {
  const cells = ["email", ...emails].map((email) => `"${email.replaceAll('"', '""')}"`)
  return readCsv(Stream.make(Buffer.from(cells.join("\n"))))
}

export const priceEmails = (emails: ReadonlyArray<string>, mode: Mode) =>
  priceUpload(partsOfEmails(emails), "deep").pipe(
    Effect.map((price) => priceIn(mode, price)),
    Effect.catchTag("CsvRefused", (refused) => Effect.fail(refusal(refused)))
  )

export const checkEmails = (
  list: { readonly emails: ReadonlyArray<string>; readonly mode: Mode; readonly filename: string },
  key: string | undefined
) =>
  once({ key, meaning: list }, (command) =>
    storeParts(partsOfEmails(list.emails)).pipe(
      Effect.flatMap((upload) => submitList({ ...list, upload }, command)),
      Effect.scoped,
      Effect.catchTag("CsvRefused", (refused) => Effect.fail(refusal(refused))),
      Effect.catchTag("UploadLost", Effect.die)
    )
  )
