/**
 * Who works at which chunk. A claim is a lease: it spares work that is done already, and makes a chunk
 * whose worker died come back. It protects nothing: two that work at one chunk settle each row once.
 */
import { randomUUID } from "node:crypto"

import type { Mode } from "@rcpt/domain/Verdict"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../Database.ts"
import { rowsToVerify } from "./csv/CsvPart.ts"
import { chunkRecordsMax } from "./csv/limits.ts"
import { Uploads } from "./Uploads.ts"
import type { UploadUnreadable } from "./Uploads.ts"

export interface ChunkId {
  readonly job: string
  readonly chunk: number
}

export interface Claim extends ChunkId {
  readonly lease: string
  readonly account: string
  readonly mode: Mode
  /** What is left to be done: rows without a result that do not wait for their mail server either. */
  readonly rows: ReadonlyArray<readonly [row: number, email: string]>
}

export class Chunks extends Context.Service<
  Chunks,
  {
    /** Chunks that are not done and that nobody works at, the first ones first. */
    readonly open: (
      job: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<number>, StoreUnavailable>
    /** `undefined`: it is done, somebody else has it, or its job has ended. */
    readonly claim: (
      chunk: ChunkId,
      lasts: Duration.Duration
    ) => Effect.Effect<Claim | undefined, UploadUnreadable | StoreUnavailable>
    /** From now on for as long. False: it is somebody else's by now, or its job is gone. */
    readonly renew: (
      claim: Claim,
      lasts: Duration.Duration
    ) => Effect.Effect<boolean, StoreUnavailable>
    /** Not done after all: anybody may have it, at once. */
    readonly release: (claim: Claim) => Effect.Effect<void, StoreUnavailable>
    /**
     * After its rows were settled or deferred. False: some are neither, and the chunk stays open.
     * Whoever says it need not hold the claim any more: the rows are counted.
     */
    readonly finish: (chunk: ChunkId) => Effect.Effect<boolean, StoreUnavailable>
  }
>()("@rcpt/service/jobs/Chunks") {}

interface Claimed {
  readonly account: string
  readonly mode: Mode
  readonly emailColumn: number
}

const rangeOf = (chunk: number) => ({
  first: chunk * chunkRecordsMax,
  end: (chunk + 1) * chunkRecordsMax
})

const take = (
  sql: SqlClient.SqlClient,
  { job, chunk }: ChunkId,
  { lease, lasts }: { readonly lease: string; readonly lasts: Duration.Duration }
) => sql<Claimed>`
  update job_chunk set lease = ${lease},
    leased_until = now() + ${Duration.toSeconds(lasts)}::float8 * interval '1 second'
  from job
  where job_chunk.job_id = ${job} and chunk_no = ${chunk} and not is_done
    and (leased_until is null or leased_until <= now())
    and job.job_id = job_chunk.job_id and job.completed_at is null
  returning account_id as account, mode, email_column as "emailColumn"`

/** Rows that have their result, or wait for their mail server. */
const handled = (sql: SqlClient.SqlClient, { job, chunk }: ChunkId) => {
  const { first, end } = rangeOf(chunk)
  return sql`
    select row_no from job_result where job_id = ${job} and row_no >= ${first} and row_no < ${end}
    union all
    select row_no from probe_queue where job_id = ${job} and row_no >= ${first} and row_no < ${end}`
}

const leases = (sql: SqlClient.SqlClient) => ({
  renew: ({ job, chunk, lease }: Claim, lasts: Duration.Duration) =>
    sql`
      update job_chunk set leased_until = now() + ${Duration.toSeconds(lasts)}::float8 * interval '1 second'
      where job_id = ${job} and chunk_no = ${chunk} and lease = ${lease} returning 1`.pipe(
      Effect.map((rows) => rows.length > 0),
      unavailable
    ),
  release: ({ job, chunk, lease }: Claim) =>
    sql`
      update job_chunk set lease = null, leased_until = null
      where job_id = ${job} and chunk_no = ${chunk} and lease = ${lease}`.pipe(
      unavailable,
      Effect.asVoid
    ),
  finish: ({ job, chunk }: ChunkId) =>
    sql`
      update job_chunk set is_done = true, lease = null, leased_until = null
      where job_id = ${job} and chunk_no = ${chunk}
        and to_verify = (select count(*) from (${handled(sql, { job, chunk })}) handled)
      returning 1`.pipe(
      Effect.map((rows) => rows.length > 0),
      unavailable
    )
})

export const layer: Layer.Layer<Chunks, never, WriteSql | SqlClient.SqlClient | Uploads> =
  Layer.effect(
    Chunks,
    Effect.gen(function* () {
      const write = yield* WriteSql
      const read = yield* SqlClient.SqlClient
      const uploads = yield* Uploads

      return Chunks.of({
        ...leases(write),

        open: (job, limit) =>
          read<{ readonly chunk: number }>`
            select chunk_no as chunk from job_chunk
            where job_id = ${job} and not is_done
              and (leased_until is null or leased_until <= now())
            order by chunk_no limit ${limit}`.pipe(
            Effect.map((rows) => rows.map(({ chunk }) => chunk)),
            unavailable
          ),

        claim: Effect.fnUntraced(function* ({ job, chunk }, lasts) {
          const lease = randomUUID()
          const [claimed] = yield* unavailable(take(write, { job, chunk }, { lease, lasts }))
          if (claimed === undefined) return undefined
          const { account, mode, emailColumn } = claimed
          const upload = yield* uploads.readChunk({ id: job, emailColumn }, chunk)
          const rows = yield* unavailable(
            write<{ readonly row: number }>`
              select row_no as row from (${handled(write, { job, chunk })}) handled`
          )
          const done = new Set(rows.map(({ row }) => row))
          const left = rowsToVerify(upload).filter(([row]) => !done.has(row))
          return { job, chunk, lease, account, mode, rows: left }
        })
      })
    })
  )
