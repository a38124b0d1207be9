/** An upload becomes a job: the hold of its credits, its stream, its row. Runs in a transaction. */
import { randomUUIDv7 } from "node:crypto"

import type { InsufficientCredits } from "@rcpt/domain/Credits"
import * as Job from "@rcpt/domain/Job"
import { heldFor } from "@rcpt/domain/price"
import type { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { commitOrders } from "../ledger/Ledger.ts"
import * as orders from "../ledger/orders.ts"
import { appendToJob } from "./decideOnJob.ts"
import type { JobRecord } from "./JobRecord.ts"
import { insertJob, jobColumns, toRecord } from "./jobRows.ts"
import type { JobSelected } from "./jobRows.ts"
import type { Submission, Submitted } from "./Jobs.ts"
import { adopt } from "./scraps.ts"
import { UploadLost } from "./Uploads.ts"

/** Another attempt at the same request has its reply: all of this one is undone. */
export class AnsweredBefore extends Schema.TaggedError<AnsweredBefore>()("AnsweredBefore", {}) {}

type Refusal = InsufficientCredits | UploadLost | AnsweredBefore

/** `createdAt` is that of the first try, so that each try makes the same job. */
export const submitJob = (
  submission: Submission,
  createdAt: Date
): Effect.Effect<
  Submitted,
  Refusal | StoreUnavailable | SqlError.SqlError,
  EventStore | SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const { upload, reply } = submission
    if (!(yield* adopt(upload.job))) return yield* madeBefore(submission)
    const job = firstRecord(submission, createdAt)
    const command = reply?.(job)
    yield* holdCredits(job, command)
    yield* appendToJob({ id: job.id, version: 0 }, firstEvents(job))
    const sql = yield* SqlClient.SqlClient
    yield* insertJob(sql, job, upload.header.columns)
    return { job, kept: command === undefined ? "no" : "yes" }
  })

const firstRecord = (
  { account, filename, mode, upload: { job, header, totals } }: Submission,
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
  isSearchable: false
})

const firstEvents = ({ accountId, holdId, mode, rows, chunks, credits }: JobRecord) =>
  Result.getOrThrow(Job.submit({ accountId, holdId, mode, rows, chunks, credits })(Job.empty))

const holdCredits = (
  { accountId, holdId, credits, mode }: JobRecord,
  reply: orders.Reply | undefined
) =>
  Effect.gen(function* () {
    const purpose = { kind: "job", mode } as const
    const hold = orders.hold({ holdId, credits, expiresAt: null, purpose })
    const order = reply === undefined ? hold : orders.withReply(hold, reply)
    const { outcomes } = yield* commitOrders(accountId, [order])
    for (const outcome of outcomes) yield* outcome
  }).pipe(
    // The hold is new, so it can only be the reply that is not.
    Effect.catchTag("OrderAltered", () => new AnsweredBefore()),
    Effect.catchTag(["HoldClosed", "TooManyCredits"], Effect.die)
  )

/** We did not hear of it then. What was replied stands; the job may have gone on since. */
const madeBefore = ({ account, upload, reply }: Submission) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<JobSelected>`
      select ${jobColumns(sql)} from job where job_id = ${upload.job} and account_id = ${account}`
    if (row === undefined) return yield* new UploadLost()
    const made: Submitted =
      reply === undefined ? { kept: "no", job: toRecord(row) } : { kept: "before" }
    return made
  })
