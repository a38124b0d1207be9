/**
 * Leases of chunks (LEASES.md). A lease saves duplicate work, and a chunk whose worker has died becomes
 * claimable again when its lease expires. Correctness does not depend on it: two workers on one chunk
 * still settle each row once.
 */
import type { Mode } from "@rcpt/domain/Verdict"
import { Clock, Context, Effect, Layer } from "effect"
import type { Duration } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../platform/Database.ts"
import { leasedRows } from "../platform/leasedRows.ts"
import { aloneAfter, givenUpAfter, partsToTrust, rowsAtOnce } from "../probing/queue/suspicion.ts"
import { rowsToVerify } from "./csv/CsvPart.ts"
import { chunkRecordsMax } from "./csv/limits.ts"
import { importedIn } from "./imports/findImports.ts"
import type { Imported } from "./imports/findImports.ts"
import type { Imports } from "./imports/importTables.ts"
import { Uploads } from "./Uploads.ts"
import type { UploadUnreadable } from "./Uploads.ts"

export interface ChunkId {
  readonly job: string
  readonly chunk: number
}

export interface ClaimedChunk extends ChunkId {
  readonly lease: string
  readonly account: string
  readonly mode: Mode
  readonly addressKey: Uint8Array
  /** Results that were checked since are given again; null: every row is verified. */
  readonly knownSince: Date | null
  /** Verdicts of another service, by address. */
  readonly brought?: ReadonlyMap<string, Imported>
  /** The account's `address_key`, if its answers depend on what it has reported. */
  readonly feedbackKey?: Uint8Array
  /** Names the account's rules of now; null: it has none. */
  readonly rulesId?: string | null
  /**
   * Rows still to be verified: without a result, and not in the probe queue. After failures only the first
   * of them (probing/queue/suspicion.ts).
   */
  readonly rows: ReadonlyArray<readonly [row: number, email: string]>
  /** True: the chunk has more rows to claim. */
  readonly isPart: boolean
  /** The one row has failed so often alone that it is to be given up. */
  readonly isGivenUp: boolean
}

export class Chunks extends Context.Service<
  Chunks,
  {
    /** Numbers of chunks that are not done and have no live lease, in ascending order. */
    readonly claimable: (job: string, limit: number) => Effect.Effect<ReadonlyArray<number>>
    /** `undefined`: the chunk is done, another worker holds its lease, or its job has ended. */
    readonly claim: (
      chunk: ChunkId,
      duration: Duration.Duration
    ) => Effect.Effect<ClaimedChunk | undefined, UploadUnreadable>
    /** The lease ends `duration` from now. False: another worker has claimed it, or its job is gone. */
    readonly renew: (chunk: ClaimedChunk, duration: Duration.Duration) => Effect.Effect<boolean>
    /** Ends the lease of a chunk that is not done: it is claimable at once, and this was no failure. */
    readonly release: (chunk: ClaimedChunk) => Effect.Effect<void>
    /** Releases the claim after its rows were handled: with time, more of them are tried at once again. */
    readonly pass: (chunk: ClaimedChunk) => Effect.Effect<void>
    /**
     * Marks the chunk done if each of its rows is settled or deferred; else answers false. The caller
     * need not hold the lease any more: the rows are counted.
     */
    readonly finish: (chunk: ChunkId) => Effect.Effect<boolean>
  }
>()("@rcpt/service/jobs/Chunks") {}

interface JobColumns {
  readonly lease: string
  /** The number of failures, including the previous lease, if that ended by itself. */
  readonly failures: number
  readonly account: string
  readonly mode: Mode
  readonly emailColumn: number
  readonly feedbackKey: Uint8Array | null
  readonly rulesId: string | null
  readonly addressKey: Uint8Array
  readonly knownSince: Date | null
  readonly imports: Imports | null
}

const rowRange = (chunk: number) => ({
  first: chunk * chunkRecordsMax,
  end: (chunk + 1) * chunkRecordsMax
})

const leaseChunk = (
  sql: SqlClient.SqlClient,
  { job, chunk }: ChunkId,
  lasts: Duration.Duration
) => sql<JobColumns>`
  update job_chunk set ${leasedRows(sql, "job_chunk").taken(undefined, lasts)},
    failures = failures + (lease is not null)::int,
    passed = case when lease is null then passed else 0 end
  from job join account using (account_id)
  where job_chunk.job_id = ${job} and chunk_no = ${chunk} and not is_done
    and ${leasedRows(sql, "job_chunk").isFree}
    and job.job_id = job_chunk.job_id and job.completed_at is null
  returning lease, failures::int, account_id as account, mode, email_column as "emailColumn",
    case when feedback_until > now() then address_key end as "feedbackKey", rules_id as "rulesId",
    address_key as "addressKey", known_since as "knownSince",
    case when known_since is not null then format -> 'imports' end as imports`

/** Rows that have their result, or are in the probe queue. */
const handledRows = (sql: SqlClient.SqlClient, { job, chunk }: ChunkId) => {
  const { first, end } = rowRange(chunk)
  return sql`
    select row_no from job_result where job_id = ${job} and row_no >= ${first} and row_no < ${end}
    union all
    select row_no from probe_queue where job_id = ${job} and row_no >= ${first} and row_no < ${end}`
}

const leaseStatements = (sql: SqlClient.SqlClient, leased = leasedRows(sql, "job_chunk")) => ({
  renew: (chunk: ClaimedChunk, duration: Duration.Duration) =>
    Effect.orDie(leased.renew(chunk, duration)),
  release: (chunk: ClaimedChunk) => leased.release(chunk).pipe(Effect.orDie, Effect.asVoid),
  pass: (chunk: ClaimedChunk) =>
    sql`
      update job_chunk set ${leased.free},
        failures = case when ${chunk.isGivenUp} then 0
          else greatest(0, least(failures, ${aloneAfter})
            - (passed + 1) / ${partsToTrust}) end,
        passed = (passed + 1) % ${partsToTrust}
      where ${leased.ofLease(chunk)}`.pipe(Effect.orDie, Effect.asVoid),
  finish: ({ job, chunk }: ChunkId) =>
    sql`
      update job_chunk set is_done = true, ${leased.free}
      where job_id = ${job} and chunk_no = ${chunk}
        and to_verify = (select count(*) from (${handledRows(sql, { job, chunk })}) handled)
      returning 1`.pipe(
      Effect.map((rows) => rows.length > 0),
      Effect.orDie
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
        ...leaseStatements(write),

        claimable: (job, limit) =>
          read<{ readonly chunk: number }>`
            select chunk_no as chunk from job_chunk
            where job_id = ${job} and not is_done
              and ${leasedRows(read, "job_chunk").isFree}
            order by chunk_no limit ${limit}`.pipe(
            Effect.map((rows) => rows.map(({ chunk }) => chunk)),
            Effect.orDie
          ),

        claim: Effect.fnUntraced(function* ({ job, chunk }, duration) {
          const [row] = yield* Effect.orDie(leaseChunk(write, { job, chunk }, duration))
          if (row === undefined) return undefined
          const { failures, emailColumn, feedbackKey, imports, ...ofJob } = row
          const upload = yield* uploads.readChunk({ id: job, emailColumn }, chunk)
          const handled = yield* write<{ readonly row: number }>`
            select row_no as row from (${handledRows(write, { job, chunk })}) handled`.pipe(
            Effect.orDie
          )
          const numbers = new Set(handled.map(({ row }) => row))
          const all = rowsToVerify(upload).filter(([number]) => !numbers.has(number))
          const rows = all.slice(0, rowsAtOnce(failures))
          const isPart = rows.length < all.length
          const isGivenUp = failures >= givenUpAfter
          const now = yield* Clock.currentTimeMillis
          const brought = importedIn(upload, imports ?? undefined, now)
          const claimed = { job, chunk, ...ofJob, brought, rows, isPart, isGivenUp }
          return feedbackKey === null ? claimed : { ...claimed, feedbackKey }
        })
      })
    })
  )
