/**
 * One step of a job: locks its row, decides, appends the events and updates the row. Runs in the caller's
 * transaction. A step that ends the job refunds the remainder of its hold. Every transaction locks in
 * this order: the job's row, its stream, the account's ledger.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { WebhookEventType } from "@rcpt/api/Webhook"
import { jobLinks } from "@rcpt/api/webhookLinks"
import type { RefundReason } from "@rcpt/domain/Credits"
import * as Job from "@rcpt/domain/Job"
import type { Decision, JobEvent } from "@rcpt/domain/Job"
import * as EventCodec from "@rcpt/store/EventCodec"
import { EventStore } from "@rcpt/store/EventStore"
import type { Append } from "@rcpt/store/EventStore"
import { Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"

import * as commands from "../ledger/commands.ts"
import { commitCommands } from "../ledger/commitCommands.ts"
import { giveBack, periodsOf } from "../ledger/keySpending.ts"
import { transfersOf } from "../ledger/ledgerRows.ts"
import { Outbox } from "../mail/Outbox.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { PublicBase } from "../platform/PublicBase.ts"
import { announce } from "../webhooks/messageRows.ts"
import { scheduleDiscard } from "./discardRows.ts"
import type { JobRecord, JobRowSelected } from "./JobRecord.ts"
import { jobColumns, toRecord, toState, updateJob, toBulkJob } from "./JobRecord.ts"

// Announces a job's end, to its webhook and to streams, in the transaction that ends the job.

const eventTypes: Readonly<Partial<Record<BulkJob["status"], WebhookEventType>>> = {
  complete: "job.completed",
  failed: "job.failed",
  cancelled: "job.cancelled"
}

const announceJob = (job: JobRecord): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const type = eventTypes[job.status]
    if (type === undefined || job.completedAt === null) return
    const { accountId: account, id, completedAt: at } = job
    const base = yield* PublicBase
    const links = base === undefined ? {} : { links: jobLinks(base, id) }
    yield* announce({ account, type, at, data: toBulkJob(job), job: id, ...links })
  })

/** Tells the person who has uploaded the list, if they want that. Those who cancel one know. */
const mailJob = (job: JobRecord): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { madeBy: person, id, filename: file, rows, status, tally, failure } = job
    if (person === null) return
    const { tell } = yield* Outbox
    const list = { job: id, file, rows }
    if (status === "complete")
      yield* tell({ person }, { kind: "list_done", facts: { ...list, ...tally } })
    if (status === "failed" && failure !== null)
      yield* tell({ person }, { kind: "list_failed", facts: { ...list, why: failure } })
  })

/** Dies if the database is lost; the transaction is then retried (platform/transaction.ts). */
type InTransaction<A, E = never> = Effect.Effect<A, E, EventStore | SqlClient.SqlClient>

/** A job under its lock, with the key under which its account's addresses are stored as digests. */
export interface LockedJob extends JobRecord {
  readonly addressKey: Uint8Array
}

export const lockJob = (job: string): InTransaction<LockedJob, Job.JobNotFound> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<JobRowSelected & Pick<LockedJob, "addressKey">>`
      select ${jobColumns(sql)},
        (select address_key from account where account.account_id = job.account_id) as "addressKey"
      from job where job_id = ${job} for update`
    if (row === undefined) return yield* new Job.JobNotFound()
    return { ...toRecord(row), addressKey: row.addressKey }
  }).pipe(Effect.catchTag("SqlError", Effect.die))

/** `job` must be locked. Answers the job after the step. */
export const decideOnJob = <E>(
  job: JobRecord,
  decide: (state: Job.Job) => Decision<E>
): InTransaction<JobRecord, E> =>
  Effect.gen(function* () {
    const events = yield* Effect.fromResult(decide(toState(job)))
    if (events.length === 0) return job
    const sql = yield* SqlClient.SqlClient
    yield* appendToJob(job, events)
    const { status, tally, charged } = events.reduce(Job.evolve, toState(job))
    const failure = events.find((event) => event._tag === "JobFailed")?.why ?? job.failure
    const after: JobRecord = { ...job, status: status ?? job.status, tally, charged }
    const [row] = yield* updateJob(sql, after, { version: job.version + events.length, failure })
    const updated = toRecord(row!)
    if (Job.isFinished(updated)) yield* completeEnd(updated)
    return updated
  })

/** Only rows that were given up are `unknown` for no reason (jobs/actors/giveUp.ts). */
const reportGivenUp = (id: string): InTransaction<void> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [givenUp] = yield* sql<{ readonly rows: number }>`
      select rows from job_facet where job_id = ${id} and status = 'unknown' and sub_status = ''`
    if (givenUp)
      yield* Effect.logWarning("A job has ended, but rows were given up", { job: id, ...givenUp })
  }).pipe(Effect.orDie)

const refundReasons: Readonly<Partial<Record<Job.JobStatus, RefundReason>>> = { failed: "failed" }

/** Does what else belongs to the end of a job, whatever its status. */
const completeEnd = (job: JobRecord): InTransaction<void> =>
  Effect.gen(function* () {
    const { id, accountId, holdId, status, keyId, credits, charged } = job
    if (status !== "complete") yield* scheduleDiscard(id, { isAll: false })
    yield* reportGivenUp(id)
    yield* announceJob(job)
    yield* mailJob(job)
    if (keyId !== null) yield* giveBack(keyId, credits - charged, periodsOf(job.createdAt))
    // This is done last: every request that spends this account's credits waits from here to the commit.
    const reason = refundReasons[status] ?? "remainder"
    const refund = commands.refund({ holdId, reason })
    const { outcomes } = yield* Effect.orDie(commitCommands(accountId, [refund]))
    // The remainder of a hold can always be refunded.
    for (const outcome of outcomes) if (Exit.isFailure(outcome)) yield* Effect.die(outcome.cause)
    const sql = yield* SqlClient.SqlClient
    yield* sql.afterCommit(Effect.sync(() => metricTable.jobsFinished.add({ status })))
  })

/** Appends to the stream only; `version` is its current version. */
export const appendToJob = (
  job: Pick<JobRecord, "id" | "accountId" | "version">,
  events: ReadonlyArray<JobEvent>
): InTransaction<void> =>
  EventStore.use((store) => store.append(toAppend(job, events))).pipe(
    // `version` was read under the job's lock, and no command ids are sent: a failure would be a bug.
    Effect.orDie,
    Effect.asVoid
  )

export const jobCodec = EventCodec.make(Job.format)

export const jobStream = jobCodec.streamOf

const toAppend = (
  { id, accountId, version }: Pick<JobRecord, "id" | "accountId" | "version">,
  events: ReadonlyArray<JobEvent>
): Append => ({
  streams: [
    { stream: jobStream(id), expectedVersion: version, events: events.map(jobCodec.encode) }
  ],
  commands: [],
  holds: [],
  transfers: transfersOf(accountId, events)
})
