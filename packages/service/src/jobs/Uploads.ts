/**
 * Uploads, stored as they arrive. An upload is invisible until a job is created from it
 * (`Jobs.submit`). One that never becomes a job is erased: by the node that discards it, or by the
 * sweeper if that node has died.
 */
import { randomUUIDv7 } from "node:crypto"

import { Context, Effect, Exit, Layer, Result, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../platform/Database.ts"
import { rowsToVerify, packChunk, unpackChunk } from "./csv/CsvPart.ts"
import type { CsvChunk, CsvHeader, CsvPart, CsvTotals } from "./csv/CsvPart.ts"
import { chunkRecordsMax } from "./csv/limits.ts"
import { discardRows, discardUpload, uploadIdleMax } from "./discardRows.ts"
import { searchableAddresses } from "./results/searchIndex.ts"

/**
 * An upload that is stored completely. It is discarded unless a job is created from it in time
 * (`uploadIdleMax`).
 */
export interface Upload {
  /** The id that its job will have. */
  readonly job: string
  readonly header: CsvHeader
  readonly totals: CsvTotals
}

/** Nothing arrived for longer than `uploadIdleMax`, so the upload was discarded. */
export class UploadLost extends Schema.TaggedError<UploadLost>()("UploadLost", {}) {}

/** A stored chunk is corrupt. The job cannot go on. */
export class UploadUnreadable extends Schema.TaggedError<UploadUnreadable>()("UploadUnreadable", {
  cause: Schema.Defect()
}) {}

export class Uploads extends Context.Service<
  Uploads,
  {
    /**
     * Stores the parts as they arrive; memory use does not grow with the upload. If the stream fails or
     * the caller is interrupted, the upload is erased.
     */
    readonly store: <E, R>(
      parts: Stream.Stream<CsvPart, E, R>
    ) => Effect.Effect<Upload, E | UploadLost, R>
    /** Discards an upload by the id that its job would have had. The rows are deleted in the background. */
    readonly discard: (job: string) => Effect.Effect<void>
    /** One chunk of a job, as it was uploaded. */
    readonly readChunk: (
      job: { readonly id: string; readonly emailColumn: number },
      chunk: number
    ) => Effect.Effect<CsvChunk, UploadUnreadable>
  }
>()("@rcpt/service/jobs/Uploads") {}

/** These are as many octets as a page of results, and a quarter of the round trips. */
const chunksPerStatement = 4

/** Rows of the upload are stored only while this row exists and is not due. */
const insertUpload = (sql: SqlClient.SqlClient, job: string) => sql`
  insert into job_scraps (job_id, due_at, is_all)
  values (${job}, now() + ${uploadIdleMax}::interval, true)`

/** For each first row, how often its address is repeated in these chunks. */
const countRepeats = (chunks: ReadonlyArray<CsvChunk>): ReadonlyMap<number, number> => {
  const repeats = new Map<number, number>()
  for (const { number, firstRows } of chunks) {
    const start = number * chunkRecordsMax
    firstRows.forEach((first, at) => {
      if (first !== -1 && first !== start + at) repeats.set(first, (repeats.get(first) ?? 0) + 1)
    })
  }
  return repeats
}

/**
 * Stores chunks without waiting for a flush: Postgres writes its log in order, so the commit that creates
 * the job flushes all of it. Stores nothing if the upload was erased: `open` is 0 then.
 */
const storeChunks = (sql: SqlClient.SqlClient, job: string, chunks: ReadonlyArray<CsvChunk>) => {
  const numbers = chunks.map(({ number }) => number)
  const rows = chunks.map((chunk) => rowsToVerify(chunk).length)
  const repeats = countRepeats(chunks)
  return sql<{ readonly open: number }>`
    with open_upload as (
      update job_scraps set due_at = now() + ${uploadIdleMax}::interval
      where job_id = ${job} and due_at > now() returning job_id
    ), chunks as (
      insert into job_chunk (job_id, chunk_no, to_verify, packed, is_done)
      select job_id, chunk_no, to_verify, packed, to_verify = 0
      from open_upload cross join unnest(${numbers}::int[], ${rows}::int[],
        ${chunks.map(packChunk)}::bytea[]) as input (chunk_no, to_verify, packed)
    ), searches as (
      insert into job_search (job_id, chunk_no, addresses, first_rows)
      select job_id, chunk_no, addresses, first_rows::int[]
      from open_upload cross join unnest(${numbers}::int[], ${chunks.map(searchableAddresses)}::text[],
        ${chunks.map(({ firstRows }) => `{${firstRows.join(",")}}`)}::text[])
        as input (chunk_no, addresses, first_rows)
    ), repeated as (
      insert into job_repeat as stored (job_id, first_row, repeats)
      select job_id, first_row, repeats
      from open_upload cross join unnest(${[...repeats.keys()]}::int[], ${[...repeats.values()]}::int[])
        as input (first_row, repeats)
      on conflict (job_id, first_row) do update set repeats = stored.repeats + excluded.repeats
    )
    select count(set_config('synchronous_commit', 'off', true))::int as open from open_upload`
}

export const layer: Layer.Layer<Uploads, never, WriteSql | SqlClient.SqlClient> = Layer.effect(
  Uploads,
  Effect.gen(function* () {
    const write = yield* WriteSql
    const read = yield* SqlClient.SqlClient
    const scope = yield* Effect.scope

    const storeOpen = (job: string, chunks: ReadonlyArray<CsvChunk>) =>
      storeChunks(write, job, chunks).pipe(
        Effect.orDie,
        Effect.flatMap(([row]) => (row!.open === 1 ? Effect.void : new UploadLost()))
      )

    const discard: Uploads["Service"]["discard"] = (job) =>
      Effect.andThen(discardUpload(job), discardRows({ job, isAll: true })).pipe(
        Effect.provideService(SqlClient.SqlClient, write),
        Effect.catchCause((cause) => Effect.logWarning("An upload could not be erased yet", cause)),
        Effect.forkIn(scope),
        Effect.asVoid
      )

    const storeParts = <E, R>(job: string, parts: Stream.Stream<CsvPart, E, R>) =>
      Effect.gen(function* () {
        let header: CsvHeader | undefined
        let totals: CsvTotals | undefined
        let isEntered = false
        // The upload is entered when there is something to store: an upload without any data has no row.
        const enter = Effect.suspend(() => {
          if (isEntered) return Effect.void
          isEntered = true
          return Effect.orDie(insertUpload(write, job))
        })
        yield* parts.pipe(
          Stream.filterMap((part) => {
            if (part._tag === "Chunk") return Result.succeed(part)
            if (part._tag === "Header") header = part
            else totals = part
            return Result.failVoid
          }),
          Stream.grouped(chunksPerStatement),
          Stream.runForEach((chunks) => Effect.andThen(enter, storeOpen(job, chunks)))
        )
        if (header === undefined || totals === undefined)
          return yield* Effect.die(new Error("an upload ended without its totals"))
        return { job, header, totals } satisfies Upload
      })

    return Uploads.of({
      store: (parts) =>
        Effect.suspend(() => {
          const job = randomUUIDv7()
          return storeParts(job, parts).pipe(
            Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : discard(job)))
          )
        }),
      discard,
      readChunk: Effect.fnUntraced(function* ({ id, emailColumn }, number) {
        const [row] = yield* read<{ readonly packed: Uint8Array }>`
          select packed from job_chunk
          where job_id = ${id} and chunk_no = ${number}`.pipe(Effect.orDie)
        return yield* Effect.try({
          try: () => unpackChunk(row!.packed, { number, emailColumn }),
          catch: (cause) => new UploadUnreadable({ cause })
        })
      })
    })
  })
)
