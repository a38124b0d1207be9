/**
 * Results of rows, each kept once and paid once. Results, counters, the charge and what leaves the
 * probe queue are one transaction; whoever does it again changes nothing.
 *
 * A settlement locks its job, and never the account: only the last one gives credits back.
 */
import * as Job from "@rcpt/domain/Job"
import type { JobStatus } from "@rcpt/domain/Job"
import type { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import type { WriteSql } from "../Database.ts"
import { ProbeQueue } from "../probes/ProbeQueue.ts"
import type { Lease, ProbeRow } from "../probes/ProbeRow.ts"
import { chunkRecordsMax } from "./csv/limits.ts"
import { decideOnJob, lockJob } from "./decideOnJob.ts"
import type { JobRecord } from "./JobRecord.ts"
import { makeJobTransaction } from "./jobTransaction.ts"
import { keepResults } from "./keepResults.ts"
import type { SettledRow } from "./keepResults.ts"

export interface SettleOrder {
  readonly job: string
  /** Of any of its chunks; only rows that are verified (`rowsToVerify`), never repeats. */
  readonly rows: ReadonlyArray<SettledRow>
  /**
   * Where the rows were taken out of the probe queue: they leave it herewith, and only those that
   * were still the caller's are settled.
   */
  readonly leases?: ReadonlyArray<Lease>
}

/** What became of the job. When it is not alive, nothing was kept: stop working at it. */
export interface Settled {
  readonly status: JobStatus | "gone"
  /** Results that were new, with repeats. */
  readonly rows: number
}

export class Settlements extends Context.Service<
  Settlements,
  {
    readonly settle: (order: SettleOrder) => Effect.Effect<Settled, StoreUnavailable>
    /** Rows of one job that need a conversation: in line for it, unless they are or have a result. */
    readonly defer: (
      job: string,
      rows: ReadonlyArray<ProbeRow>
    ) => Effect.Effect<Settled, StoreUnavailable>
  }
>()("@rcpt/service/jobs/Settlements") {}

const settleRows = (job: JobRecord, rows: ReadonlyArray<SettledRow>) =>
  Effect.gen(function* () {
    if (Job.isFinished(job) || rows.length === 0) return { status: job.status, rows: 0 }
    const kept = yield* keepResults(job.id, rows)
    const after = yield* decideOnJob(job, Job.settle(kept))
    return { status: after.status, rows: Job.rowsOf(after.tally) - Job.rowsOf(job.tally) }
  })

/** Of these rows, the ones that have no result and do not wait for one. */
const newOnes = (job: string, rows: ReadonlyArray<ProbeRow>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const numbers = rows.map(({ row }) => row)
    const known = yield* sql<{ readonly row: number }>`
      select row_no as row from job_result
      where job_id = ${job} and row_no = any (${numbers}::int[])
      union all
      select row_no from probe_queue where job_id = ${job} and row_no = any (${numbers}::int[])`
    const old = new Set(known.map(({ row }) => row))
    return rows.filter(({ row }) => !old.has(row))
  })

const orderOf = (rows: ReadonlyArray<ProbeRow>) =>
  [...Map.groupBy(rows, ({ row }) => Math.floor(row / chunkRecordsMax))].map(([chunk, some]) => ({
    chunk,
    rows: some.length
  }))

/** Whatever a job that has ended, or is gone, still gets to hear. */
const gone: Settled = { status: "gone", rows: 0 }

export const layer: Layer.Layer<Settlements, never, EventStore | WriteSql | ProbeQueue> =
  Layer.effect(
    Settlements,
    Effect.gen(function* () {
      const queue = yield* ProbeQueue
      const transaction = yield* makeJobTransaction

      /** The leases that are still the caller's; without leases, all rows are. */
      const stillOurs = ({ rows, leases }: SettleOrder) =>
        leases === undefined
          ? Effect.succeed(rows)
          : Effect.map(queue.settle(leases), (ours) => {
              const numbers = new Set(ours.map(({ row }) => row))
              return rows.filter(({ row }) => numbers.has(row))
            })

      const settle = (order: SettleOrder) =>
        Effect.gen(function* () {
          const job = yield* lockJob(order.job)
          return yield* settleRows(job, yield* stillOurs(order))
        }).pipe(
          Effect.catchTag("JobNotFound", () => Effect.as(stillOurs(order), gone)),
          // It was not finished under the lock that we still hold.
          Effect.catchTag("JobFinished", Effect.die)
        )

      const defer = (id: string, rows: ReadonlyArray<ProbeRow>) =>
        Effect.gen(function* () {
          const job = yield* lockJob(id)
          if (Job.isFinished(job) || rows.length === 0) return { status: job.status, rows: 0 }
          const fresh = yield* newOnes(id, rows)
          yield* queue.put(fresh)
          yield* decideOnJob(job, Job.defer(orderOf(fresh)))
          return { status: job.status, rows: fresh.length }
        }).pipe(
          Effect.catchTag("JobNotFound", () => Effect.succeed(gone)),
          Effect.catchTag("JobFinished", Effect.die)
        )

      return Settlements.of({
        settle: (order) => transaction(settle(order)),
        defer: (job, rows) => transaction(defer(job, rows))
      })
    })
  )
