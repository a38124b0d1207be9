/**
 * Results of rows, each stored once and charged once. The results, the job's counters, the charge and the
 * removal from the probe queue are one transaction. A repeated settlement changes nothing.
 *
 * A settlement locks the job, never the account: only the last one refunds credits.
 */
import * as Job from "@rcpt/domain/Job"
import type { JobStatus } from "@rcpt/domain/Job"
import { Status } from "@rcpt/domain/Verdict"
import type { EventStore } from "@rcpt/store/EventStore"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import type { WriteSql } from "../platform/Database.ts"
import { metricTable } from "../platform/metrics/metricTable.ts"
import { makeWriteTransaction } from "../platform/transaction.ts"
import { ProbeQueue } from "../probing/queue/ProbeQueue.ts"
import type { Lease, ProbeRow } from "../probing/queue/ProbeRow.ts"
import { chunkRecordsMax } from "./csv/limits.ts"
import { decideOnJob, lockJob } from "./decideOnJob.ts"
import type { LockedJob } from "./decideOnJob.ts"
import type { JobRecord } from "./JobRecord.ts"
import { storeResults } from "./results/keepResults.ts"
import type { SettledRow } from "./results/keepResults.ts"

interface SettleCommand {
  readonly job: string
  /** Rows of any of the job's chunks; only rows that are verified (`rowsToVerify`), no repeats. */
  readonly rows: ReadonlyArray<SettledRow>
  /**
   * If the rows were pulled from the probe queue: their leases. The rows leave the queue in the same
   * transaction, and only those whose lease the caller still holds are settled.
   */
  readonly leases?: ReadonlyArray<Lease>
}

/** If `status` is "failed", "cancelled" or "gone", nothing was stored and the caller stops its work. */
export interface SettleResult {
  readonly status: JobStatus | "gone"
  /** Rows with a new result, including repeats of their addresses. */
  readonly rows: number
}

export class Settlements extends Context.Service<
  Settlements,
  {
    readonly settle: (command: SettleCommand) => Effect.Effect<SettleResult>
    /** Queues rows of one job for an SMTP probe, except those that are queued or have a result. */
    readonly defer: (job: string, rows: ReadonlyArray<ProbeRow>) => Effect.Effect<SettleResult>
  }
>()("@rcpt/service/jobs/Settlements") {}

/** Rows that have a result now and had none before. */
const countRows = ({ mode, tally: before }: JobRecord, { tally }: JobRecord): void => {
  for (const status of Status.literals)
    metricTable.verifications.add({ channel: "job", mode, status }, tally[status] - before[status])
}

const settleRows = (job: LockedJob, rows: ReadonlyArray<SettledRow>) =>
  Effect.gen(function* () {
    if (Job.isFinished(job) || rows.length === 0) return { status: job.status, rows: 0 }
    const settlements = yield* storeResults(job, rows)
    const after = yield* decideOnJob(job, Job.settle(settlements))
    const sql = yield* SqlClient.SqlClient
    yield* sql.afterCommit(Effect.sync(() => countRows(job, after)))
    return { status: after.status, rows: Job.rowsOf(after.tally) - Job.rowsOf(job.tally) }
  })

/** The rows that have no result and are not in the probe queue. */
const unhandledRows = (job: string, rows: ReadonlyArray<ProbeRow>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const numbers = rows.map(({ row }) => row)
    const handledRows = yield* sql<{ readonly row: number }>`
      select row_no as row from job_result
      where job_id = ${job} and row_no = any (${numbers}::int[])
      union all
      select row_no from probe_queue where job_id = ${job} and row_no = any (${numbers}::int[])`
    const handled = new Set(handledRows.map(({ row }) => row))
    return rows.filter(({ row }) => !handled.has(row))
  })

const deferralsByChunk = (rows: ReadonlyArray<ProbeRow>) =>
  [...Map.groupBy(rows, ({ row }) => Math.floor(row / chunkRecordsMax))].map(
    ([chunk, ofChunk]) => ({ chunk, rows: ofChunk.length })
  )

const jobGone: SettleResult = { status: "gone", rows: 0 }

export const layer: Layer.Layer<Settlements, never, EventStore | WriteSql | ProbeQueue> =
  Layer.effect(
    Settlements,
    Effect.gen(function* () {
      const queue = yield* ProbeQueue
      const transaction = yield* makeWriteTransaction

      /** Takes leased rows out of the probe queue; answers the rows whose lease the caller still holds. */
      const takeLeasedRows = ({ rows, leases }: SettleCommand) =>
        leases === undefined
          ? Effect.succeed(rows)
          : Effect.map(queue.settle(leases), (held) => {
              const numbers = new Set(held.map(({ row }) => row))
              return rows.filter(({ row }) => numbers.has(row))
            })

      const settle = (command: SettleCommand) =>
        Effect.gen(function* () {
          const job = yield* lockJob(command.job)
          return yield* settleRows(job, yield* takeLeasedRows(command))
        }).pipe(
          Effect.catchTag("JobNotFound", () => Effect.as(takeLeasedRows(command), jobGone)),
          // `settleRows` has checked this under the lock, which is still held.
          Effect.catchTag("JobFinished", Effect.die)
        )

      const defer = (id: string, rows: ReadonlyArray<ProbeRow>) =>
        Effect.gen(function* () {
          const job = yield* lockJob(id)
          if (Job.isFinished(job) || rows.length === 0) return { status: job.status, rows: 0 }
          const added = yield* unhandledRows(id, rows)
          yield* queue.put(added)
          yield* decideOnJob(job, Job.defer(deferralsByChunk(added)))
          return { status: job.status, rows: added.length }
        }).pipe(
          Effect.catchTag("JobNotFound", () => Effect.succeed(jobGone)),
          Effect.catchTag("JobFinished", Effect.die)
        )

      return Settlements.of({
        settle: (command) => transaction(settle(command)),
        defer: (job, rows) => transaction(defer(job, rows))
      })
    })
  )
