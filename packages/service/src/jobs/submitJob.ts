/**
 * Creates a job from an upload: inserts its row, begins its stream, holds its credits. Runs in the
 * caller's transaction.
 */
import { randomUUIDv7 } from "node:crypto"

import type { InsufficientCredits } from "@rcpt/domain/Credits"
import * as Job from "@rcpt/domain/Job"
import type { CreditLimit } from "@rcpt/domain/KeyTerms"
import { heldFor } from "@rcpt/domain/prices"
import type { Mode } from "@rcpt/domain/Verdict"
import type { EventStore } from "@rcpt/store/EventStore"
import { Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"

import * as commands from "../ledger/commands.ts"
import { commitCommands } from "../ledger/commitCommands.ts"
import { CurrentInterface } from "../ledger/CurrentInterface.ts"
import type { StoredReply } from "../ledger/idempotency/Reply.ts"
import { countForList } from "../ledger/keySpending.ts"
import type { CreditLimitReached } from "../ledger/keySpending.ts"
import { appendToJob } from "./decideOnJob.ts"
import { claimUpload } from "./discardRows.ts"
import type { JobRecord, JobRowSelected } from "./JobRecord.ts"
import { insertJob, jobColumns, toRecord } from "./JobRecord.ts"
import { UploadLost } from "./Uploads.ts"
import type { Upload } from "./Uploads.ts"

export interface Submission {
  readonly account: string
  readonly filename: string
  readonly mode: Mode
  readonly upload: Upload
  /** Earlier results of the account that are not older, in milliseconds, are given again. */
  readonly maxAge?: number | undefined
  /** The person whose session uploads the list; with an API key, `keyId` is its id. */
  readonly madeBy?: string | undefined
  readonly keyId?: string | undefined
  /** Of that key, if it has one. */
  readonly creditLimit?: CreditLimit | undefined
  /** The schedule that makes it. `begins` runs in the transaction; it fails if the run is no longer the caller's. */
  readonly schedule?: {
    readonly id: string
    readonly begins: (job: string) => Effect.Effect<void, UploadLost, SqlClient.SqlClient>
  }
  /** The reply for an Idempotency-Key, to be stored with the hold. */
  readonly reply?: (job: JobRecord) => commands.Reply
}

/**
 * "before": a reply to the same request was stored before. If by another attempt, no job was created
 * from this upload, and it is erased; if by this one, its commit was not confirmed to this node.
 */
export type Submitted =
  | { readonly kept: Exclude<StoredReply["kept"], "before">; readonly job: JobRecord }
  | { readonly kept: "before" }

/** Another attempt at the same request has stored its reply: this one is rolled back. */
class AlreadyAnswered extends Schema.TaggedError<AlreadyAnswered>()("AlreadyAnswered", {}) {}

type Refusal = InsufficientCredits | CreditLimitReached | UploadLost | AlreadyAnswered

/** Creates the job. `createdAt` is that of the first attempt, so that each retry creates the same job. */
export const submitJob = (
  submission: Submission,
  createdAt: Date
): Effect.Effect<Submitted, Refusal, EventStore | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { upload, reply } = submission
    if (!(yield* claimUpload(upload.job))) return yield* findSubmitted(submission)
    const job = newRecord(submission, createdAt)
    const jobReply = reply?.(job)
    const sql = yield* SqlClient.SqlClient
    const { columns, format } = upload.header
    const { longestCell } = upload.totals
    yield* insertJob(sql, job, { columns, format: { ...format, longestCell } })
    yield* appendToJob({ ...job, version: 0 }, firstEvents(job))
    if (submission.schedule !== undefined) yield* submission.schedule.begins(job.id)
    const { keyId, credits } = job
    // Counted for every key, so that what is given back at the end was counted, whenever the limit was set.
    if (keyId !== null) yield* countForList(keyId, credits, submission.creditLimit)
    // This is done last: every request that spends this account's credits waits from here to the commit.
    yield* holdCredits(job, jobReply)
    return { job, kept: jobReply === undefined ? "no" : "yes" }
  })

const newRecord = (
  {
    account,
    filename,
    mode,
    maxAge,
    madeBy,
    keyId,
    schedule,
    upload: { job, header, totals }
  }: Submission,
  createdAt: Date
): JobRecord => ({
  id: job,
  accountId: account,
  holdId: randomUUIDv7(),
  version: 1,
  status: "pending",
  failure: null,
  filename,
  mode,
  emailColumn: header.emailColumn,
  width: totals.width,
  records: totals.records,
  chunks: totals.chunks,
  rows: totals.rows,
  distinct: totals.distinct,
  settled: 0,
  tally: { valid: 0, risky: 0, invalid: 0, unknown: 0 },
  credits: totals.rows * heldFor[mode],
  charged: 0,
  createdAt,
  startedAt: null,
  completedAt: null,
  isSearchable: false,
  erased: 0,
  erasures: 0,
  madeBy: madeBy ?? null,
  keyId: keyId ?? null,
  knownSince: maxAge === undefined ? null : new Date(createdAt.getTime() - maxAge),
  scheduleId: schedule?.id ?? null
})

const firstEvents = ({ accountId, holdId, mode, rows, chunks, credits }: JobRecord) =>
  Result.getOrThrow(Job.submit({ accountId, holdId, mode, rows, chunks, credits })(Job.empty))

const holdCredits = (
  { accountId, holdId, credits, mode }: JobRecord,
  reply: commands.Reply | undefined
) =>
  Effect.gen(function* () {
    const purpose = { kind: "job", mode, ...(yield* CurrentInterface) } as const
    const hold = commands.hold({ holdId, credits, expiresAt: null, purpose })
    const command = reply === undefined ? hold : commands.withReply(hold, reply)
    const { outcomes } = yield* commitCommands(accountId, [command])
    for (const outcome of outcomes) yield* outcome
  }).pipe(
    // The hold's id is new, so the reused id is the reply's.
    Effect.catchTag("IdReused", () => new AlreadyAnswered()),
    Effect.catchTag(["HoldClosed", "TooManyCredits", "StoreUnavailable"], Effect.die)
  )

/** The commit of an earlier attempt was not confirmed. Its reply stands; the job may have changed since. */
const findSubmitted = ({ account, upload, reply }: Submission) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<JobRowSelected>`
      select ${jobColumns(sql)} from job
      where job_id = ${upload.job} and account_id = ${account}`.pipe(Effect.orDie)
    if (row === undefined) return yield* new UploadLost()
    const submitted: Submitted =
      reply === undefined ? { kept: "no", job: toRecord(row) } : { kept: "before" }
    return submitted
  })
