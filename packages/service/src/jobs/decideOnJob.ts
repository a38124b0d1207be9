/**
 * One step of a job: its row under lock, a decision, its stream and its row again. Runs in the
 * transaction that is open, with whatever else belongs to the step. One that ends the job refunds what
 * is left of its hold. Everybody locks in one order: the job's row, its stream, the account's ledger.
 */
import type { RefundReason } from "@rcpt/domain/Credits"
import * as Job from "@rcpt/domain/Job"
import type { Decision, JobEvent } from "@rcpt/domain/Job"
import { postingOfSettled } from "@rcpt/domain/postings"
import { EventStore } from "@rcpt/store/EventStore"
import type { Append, StoreUnavailable } from "@rcpt/store/EventStore"
import { Effect, Exit, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { commitOrders } from "../ledger/Ledger.ts"
import * as orders from "../ledger/orders.ts"
import { announceJob } from "../webhooks/announceJob.ts"
import type { JobRecord } from "./JobRecord.ts"
import { jobColumns, toRecord, toState, updateJob } from "./jobRows.ts"
import type { JobSelected } from "./jobRows.ts"
import { scrap } from "./scraps.ts"

type Step<A, E = never> = Effect.Effect<
  A,
  E | StoreUnavailable | SqlError.SqlError,
  EventStore | SqlClient.SqlClient
>

export const lockJob = (job: string): Step<JobRecord, Job.JobNotFound> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<JobSelected>`
      select ${jobColumns(sql)} from job where job_id = ${job} for update`
    return row === undefined ? yield* new Job.JobNotFound() : toRecord(row)
  })

/** On a job that is locked. Answers what stands then. */
export const decideOnJob = <E>(
  job: JobRecord,
  decide: (state: Job.Job) => Decision<E>
): Step<JobRecord, E> =>
  Effect.gen(function* () {
    const events = yield* Effect.fromResult(decide(toState(job)))
    if (events.length === 0) return job
    const sql = yield* SqlClient.SqlClient
    yield* appendToJob(job, events)
    const { status, tally, charged } = events.reduce(Job.evolve, toState(job))
    const failure = events.find((event) => event._tag === "JobFailed")?.why ?? job.failure
    const after: JobRecord = { ...job, status: status ?? job.status, tally, charged }
    const [row] = yield* updateJob(sql, after, { version: job.version + events.length, failure })
    const kept = toRecord(row!)
    if (Job.isFinished(kept)) yield* end(kept)
    return kept
  })

const refundReasons: Readonly<Partial<Record<Job.JobStatus, RefundReason>>> = { failed: "failed" }

const end = (job: JobRecord): Step<void> =>
  Effect.gen(function* () {
    const { id, accountId, holdId, mode, status } = job
    const reason = refundReasons[status] ?? "remainder"
    const { outcomes } = yield* commitOrders(accountId, [orders.refund({ holdId, reason })])
    // What is left of a hold can always be given back.
    for (const outcome of outcomes) if (Exit.isFailure(outcome)) yield* Effect.die(outcome.cause)
    if (mode === "deep" && status !== "complete") yield* scrap(id, { isAll: false })
    yield* announceJob(job)
  })

/** To the stream alone; `version` is where it stands. */
export const appendToJob = (
  job: Pick<JobRecord, "id" | "version">,
  events: ReadonlyArray<JobEvent>
): Step<void> =>
  EventStore.use((store) => store.append(toAppend(job, events))).pipe(
    // The version was read under the lock of the job, and commands there are none: both would be bugs.
    Effect.catchTag(["VersionConflict", "CommandAltered"], Effect.die),
    Effect.asVoid
  )

const encode = Schema.encodeSync(Job.JobEvent)

const toAppend = (
  { id, version }: Pick<JobRecord, "id" | "version">,
  events: ReadonlyArray<JobEvent>
): Append => ({
  streams: [
    {
      stream: jobStream(id),
      expectedVersion: version,
      events: events.map((event) => {
        const { _tag, ...data } = encode(event)
        return { type: _tag, v: 1, data: JSON.stringify(data) }
      })
    }
  ],
  commands: [],
  holds: [],
  transfers: events.flatMap((event, at) => {
    const posting = event._tag === "ChunkSettled" ? postingOfSettled(event) : undefined
    return posting === undefined ? [] : [{ eventIdx: at + 1, ...posting }]
  })
})

const streamPrefix = "job-"

export const jobStream = (job: string): string => streamPrefix + job
