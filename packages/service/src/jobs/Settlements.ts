/**
 * Results of rows, each kept once and paid once. Results, counters, the charge and what leaves the
 * probe queue are one transaction; whoever does it again changes nothing.
 *
 * A settlement locks its job, and never the account: only the last one gives credits back.
 */
import * as Job from "@rcpt/domain/Job"
import type { JobStatus, Settlement } from "@rcpt/domain/Job"
import type { EventStore, StoreUnavailable } from "@rcpt/store/EventStore"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import type { WriteSql } from "../Database.ts"
import { ProbeQueue } from "../probes/ProbeQueue.ts"
import type { Lease, ProbeRow } from "../probes/ProbeRow.ts"
import type { JobRow } from "./csv/JobRow.ts"
import { chunkRecordsMax } from "./csv/limits.ts"
import { decideOnJob, lockJob } from "./decideOnJob.ts"
import type { JobRecord } from "./JobRecord.ts"
import { makeJobTransaction } from "./jobTransaction.ts"
import { packRow } from "./packRow.ts"

export interface SettledRow {
  readonly row: number
  /** `creditsUsed` is what is charged. */
  readonly result: JobRow
  /** Made up, and free. */
  readonly isSandbox?: boolean
}

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

/**
 * Keeps results that are new, in the order of their rows, and answers what they come to by chunk. A
 * result that was there before is left alone, and counts for nothing.
 */
const keepResults = (sql: SqlClient.SqlClient, job: string, rows: ReadonlyArray<SettledRow>) => sql<
  Settlement["tally"] & Required<Omit<Settlement, "tally">>
>`
  with kept as (
    insert into job_result (job_id, row_no, credits, status, result, is_sandbox)
    select ${job}::uuid, row_no, credits, status, result, is_sandbox
    from unnest(${rows.map(({ row }) => row)}::int[],
      ${rows.map(({ result }) => result.creditsUsed)}::int[],
      ${rows.map(({ result }) => result.status)}::text[],
      ${rows.map(({ result }) => packRow(result))}::text[],
      ${rows.map(({ isSandbox = false }) => isSandbox)}::bool[])
      as given (row_no, credits, status, result, is_sandbox)
    order by row_no
    on conflict (job_id, row_no) do nothing
    returning row_no, credits, status, is_sandbox
  ), counted as (
    select row_no / ${chunkRecordsMax} as chunk, credits, status, is_sandbox,
      1 + coalesce(repeats, 0) as rows
    from kept left join job_repeat on job_id = ${job} and first_row = row_no
  )
  select chunk, sum(credits)::int as credits,
    coalesce(sum(rows) filter (where is_sandbox), 0)::int as sandbox,
    coalesce(sum(rows) filter (where status = 'valid'), 0)::int as valid,
    coalesce(sum(rows) filter (where status = 'risky'), 0)::int as risky,
    coalesce(sum(rows) filter (where status = 'invalid'), 0)::int as invalid,
    coalesce(sum(rows) filter (where status = 'unknown'), 0)::int as unknown
  from counted group by chunk order by chunk`

const settleRows = (job: JobRecord, rows: ReadonlyArray<SettledRow>) =>
  Effect.gen(function* () {
    if (Job.isFinished(job) || rows.length === 0) return { status: job.status, rows: 0 }
    const sql = yield* SqlClient.SqlClient
    const kept = yield* keepResults(sql, job.id, rows)
    const settlements = kept.map(({ chunk, credits, sandbox, ...tally }): Settlement => ({
      chunk,
      credits,
      tally,
      ...(sandbox > 0 && { sandbox })
    }))
    const after = yield* decideOnJob(job, Job.settle(settlements))
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
