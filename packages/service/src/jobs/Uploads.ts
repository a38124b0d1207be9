/**
 * Uploads, stored while they come in. Nobody sees one until a job is made of it (`Jobs.submit`); one
 * that never becomes a job is erased, by whoever gives it up or, if he is dead, by the sweeper.
 */
import { randomUUIDv7 } from "node:crypto"

import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { unavailable } from "@rcpt/store/unavailable"
import { Context, Effect, Exit, Layer, Result, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../Database.ts"
import { rowsToVerify } from "./csv/CsvPart.ts"
import type { CsvChunk, CsvHeader, CsvPart, CsvTotals } from "./csv/CsvPart.ts"
import { chunkRecordsMax } from "./csv/limits.ts"
import { packChunk, unpackChunk } from "./csv/packChunk.ts"
import { abandon, erase, uploadWaits } from "./scraps.ts"
import { searchedAddresses } from "./searchIndex.ts"

/** All of it is stored, and waits for its job: for a while (`uploadWaits`), then it is erased. */
export interface Upload {
  /** The id of the job that may be made of it. */
  readonly job: string
  readonly header: CsvHeader
  readonly totals: CsvTotals
}

/** It was taken for abandoned, and erased: nothing came for too long. */
export class UploadLost extends Schema.TaggedError<UploadLost>()("UploadLost", {}) {}

/** The stored rows are not what was stored. The job cannot go on. */
export class UploadUnreadable extends Schema.TaggedError<UploadUnreadable>()("UploadUnreadable", {
  cause: Schema.Defect()
}) {}

export class Uploads extends Context.Service<
  Uploads,
  {
    /**
     * Stores what comes, part by part; memory does not grow with it. When the parts fail, or the
     * caller goes away, it is erased.
     */
    readonly store: <E, R>(
      parts: Stream.Stream<CsvPart, E, R>
    ) => Effect.Effect<Upload, E | UploadLost | StoreUnavailable, R>
    /** By the id of its job, which will never be. Erased in the background. */
    readonly discard: (job: string) => Effect.Effect<void>
    /** One chunk of a job, as it came. */
    readonly readChunk: (
      job: { readonly id: string; readonly emailColumn: number },
      chunk: number
    ) => Effect.Effect<CsvChunk, UploadUnreadable | StoreUnavailable>
  }
>()("@rcpt/service/jobs/Uploads") {}

/** Chunks per statement: as many octets as a page of results, and a quarter of the round trips. */
const chunksAtOnce = 4

/** Opens the upload: rows of it may be stored as long as this one stands. */
const open = (sql: SqlClient.SqlClient, job: string) => sql`
  insert into job_scraps (job_id, due_at, is_all)
  values (${job}, now() + ${uploadWaits}::interval, true)`

/** Of each row that is repeated, how often in these chunks. */
const repeatsOf = (chunks: ReadonlyArray<CsvChunk>): ReadonlyMap<number, number> => {
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
 * Not flushed: Postgres writes its log in order, so the commit that makes a job of the upload takes
 * all of it to disk. Nothing is stored when the upload is lost.
 */
const storeChunks = (sql: SqlClient.SqlClient, job: string, chunks: ReadonlyArray<CsvChunk>) => {
  const numbers = chunks.map(({ number }) => number)
  const rows = chunks.map((chunk) => rowsToVerify(chunk).length)
  const repeats = repeatsOf(chunks)
  return sql<{ readonly alive: number }>`
    with alive as (
      update job_scraps set due_at = now() + ${uploadWaits}::interval
      where job_id = ${job} and due_at > now() returning job_id
    ), chunks as (
      insert into job_chunk (job_id, chunk_no, to_verify, packed, is_done)
      select job_id, chunk_no, to_verify, packed, to_verify = 0
      from alive cross join unnest(${numbers}::int[], ${rows}::int[],
        ${chunks.map(packChunk)}::bytea[]) as given (chunk_no, to_verify, packed)
    ), searches as (
      insert into job_search (job_id, chunk_no, addresses, first_rows)
      select job_id, chunk_no, addresses, first_rows::int[]
      from alive cross join unnest(${numbers}::int[], ${chunks.map(searchedAddresses)}::text[],
        ${chunks.map(({ firstRows }) => `{${firstRows.join(",")}}`)}::text[])
        as given (chunk_no, addresses, first_rows)
    ), repeated as (
      insert into job_repeat as before (job_id, first_row, repeats)
      select job_id, first_row, repeats
      from alive cross join unnest(${[...repeats.keys()]}::int[], ${[...repeats.values()]}::int[])
        as given (first_row, repeats)
      on conflict (job_id, first_row) do update set repeats = before.repeats + excluded.repeats
    )
    select count(set_config('synchronous_commit', 'off', true))::int as alive from alive`
}

export const layer: Layer.Layer<Uploads, never, WriteSql | SqlClient.SqlClient> = Layer.effect(
  Uploads,
  Effect.gen(function* () {
    const write = yield* WriteSql
    const read = yield* SqlClient.SqlClient
    const scope = yield* Effect.scope

    const keep = (job: string, chunks: ReadonlyArray<CsvChunk>) =>
      storeChunks(write, job, chunks).pipe(
        unavailable,
        Effect.flatMap(([row]) => (row!.alive === 1 ? Effect.void : new UploadLost()))
      )

    const discard: Uploads["Service"]["discard"] = (job) =>
      Effect.andThen(abandon(job), erase({ job, isAll: true })).pipe(
        Effect.provideService(SqlClient.SqlClient, write),
        Effect.catchCause((cause) => Effect.logWarning("An upload could not be erased yet", cause)),
        Effect.forkIn(scope),
        Effect.asVoid
      )

    const storeParts = <E, R>(job: string, parts: Stream.Stream<CsvPart, E, R>) =>
      Effect.gen(function* () {
        let header: CsvHeader | undefined
        let totals: CsvTotals | undefined
        yield* unavailable(open(write, job))
        yield* parts.pipe(
          Stream.filterMap((part) => {
            if (part._tag === "Chunk") return Result.succeed(part)
            if (part._tag === "Header") header = part
            else totals = part
            return Result.failVoid
          }),
          Stream.grouped(chunksAtOnce),
          Stream.runForEach((chunks) => keep(job, chunks))
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
        const [row] = yield* unavailable(read<{ readonly packed: Uint8Array }>`
          select packed from job_chunk where job_id = ${id} and chunk_no = ${number}`)
        return yield* Effect.try({
          try: () => unpackChunk(row!.packed, { number, emailColumn }),
          catch: (cause) => new UploadUnreadable({ cause })
        })
      })
    })
  })
)
