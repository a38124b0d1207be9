/**
 * `POST /verify/bulk`: the rows are stored while they come in, and become a job once all of them are
 * there and paid for. Refused, broken off or answered before, they are erased.
 */
import { createHash } from "node:crypto"

import { CurrentAccount } from "@rcpt/api/Authentication"
import { BulkJob } from "@rcpt/api/Jobs"
import type { UploadPrice } from "@rcpt/api/Jobs"
import { BadRequest, insufficientCredits } from "@rcpt/api/Problem"
import { heldFor } from "@rcpt/domain/price"
import type { Mode } from "@rcpt/domain/Verdict"
import { Effect, Schema, Stream } from "effect"
import { HttpServerRequest } from "effect/http"

import type { Command, Told } from "../idempotency/Command.ts"
import type { CsvRefused } from "../jobs/csv/CsvRefused.ts"
import { readCsv } from "../jobs/csv/readCsv.ts"
import { toBulkJob } from "../jobs/JobRecord.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { priceUpload } from "../jobs/priceUpload.ts"
import type { Price } from "../jobs/priceUpload.ts"
import { wakeJob } from "../jobs/run/wakeJobs.ts"
import { Uploads } from "../jobs/Uploads.ts"
import type { Upload } from "../jobs/Uploads.ts"
import { answerOnce } from "./answerOnce.ts"
import { readForm } from "./jobsForm.ts"
import type { Form, FormFile } from "./jobsForm.ts"
import { permitMode } from "./permissions.ts"

const refusal = ({ sentence }: CsvRefused) => new BadRequest({ error: sentence })

interface Stored {
  readonly filename: string
  readonly upload: Upload
  /** Of the file, hex. */
  readonly hash: string
}

/** Where a job was made of it, discarding it does nothing. */
const store = ({ name, content }: FormFile) =>
  Effect.gen(function* () {
    const { store: storeParts, discard } = yield* Uploads
    const hash = createHash("sha256")
    const bytes = Stream.map(content, (some) => {
      hash.update(some)
      return some
    })
    const upload = yield* Effect.acquireRelease(
      storeParts(readCsv(bytes)),
      ({ job }) => discard(job),
      { interruptible: true }
    )
    return { filename: name, upload, hash: hash.digest("hex") } satisfies Stored
  }).pipe(
    Effect.catchTag("CsvRefused", (refused) => Effect.fail(refusal(refused))),
    Effect.catchTag(["UploadLost", "StoreUnavailable"], Effect.die)
  )

const inWords = Schema.encodeSync(Schema.fromJsonString(BulkJob))

const submit = ({ mode, file }: Form<Stored>, command: Command | undefined) =>
  Effect.gen(function* () {
    const { accountId } = yield* CurrentAccount
    const { submit: submitJob } = yield* Jobs
    const { filename, upload } = file
    const submission = { account: accountId, filename, mode, upload }
    const submitted = yield* submitJob(
      command === undefined
        ? submission
        : { ...submission, reply: (job) => ({ ...command, body: inWords(toBulkJob(job)) }) }
    )
    if (submitted.kept === "before") return { kept: "before", body: "" } satisfies Told
    const { kept, job } = submitted
    // Nobody waits for it, not even the one who is answered.
    yield* Effect.forkDetach(wakeJob(job.id))
    return { kept, body: inWords(toBulkJob(job)) } satisfies Told
  }).pipe(
    Effect.catchTag("InsufficientCredits", () => Effect.fail(insufficientCredits)),
    Effect.catchTag(["UploadLost", "StoreUnavailable"], Effect.die)
  )

export const uploadList = (key: string | undefined) =>
  Effect.gen(function* () {
    const { method, url } = yield* HttpServerRequest.HttpServerRequest
    const form = yield* readForm({ onMode: permitMode, onFile: store })
    const { hash, filename } = form.file
    const sameAs = [method, url, form.mode, filename, hash]
    return yield* answerOnce({ status: 201, key, sameAs }, (command) => submit(form, command))
  }).pipe(Effect.scoped)

/** `price` is that of deep mode: in fast mode every address costs the same. */
const priceIn = (mode: Mode, price: Price): UploadPrice => ({
  total_rows: price.rows,
  distinct_rows: price.distinct,
  mode,
  credits_reserved: price.rows * heldFor[mode],
  credits_expected: mode === "deep" ? price.expected : price.distinct * heldFor.fast,
  credits_maximum: price.distinct * heldFor[mode],
  unprovable_share: price.distinct === 0 ? 0 : price.unprovable / price.distinct
})

/** The mode may come after the file, so the file is priced for the one that needs it. */
export const priceList = Effect.gen(function* () {
  const { mode, file } = yield* readForm({
    onMode: permitMode,
    onFile: ({ content }) =>
      Effect.catchTag(priceUpload(readCsv(content), "deep"), "CsvRefused", (refused) =>
        Effect.fail(refusal(refused))
      )
  })
  return priceIn(mode, file)
})
