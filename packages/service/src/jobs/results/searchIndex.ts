/**
 * `job_search`: one row per thousand rows of a job, with what a results page needs to filter, search and
 * count without reading a million results (findRows.ts).
 *
 *   addresses   in search form, each followed by a line feed; an empty line for a row without an address
 *   first_rows  by row: the row that has its result (CsvChunk); -1: no address
 *   statuses    one letter each, once the job is searchable: v r i u, `-` no result, blank no address
 *   facets      likewise, one letter per status and sub_status (jobFacets.ts)
 *   …_rows      how many of each status, including repeats
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import type { CsvChunk } from "../csv/CsvPart.ts"
import { chunkRecordsMax } from "../csv/limits.ts"
import type { JobRecord } from "../JobRecord.ts"
import { facetLetters } from "./jobFacets.ts"

/** The search form of an address or a needle. Line feeds separate addresses, so none is left in one. */
export const toSearchText = (text: string): string => text.toLowerCase().replaceAll("\n", " ")

export const searchableAddresses = ({ emails }: Pick<CsvChunk, "emails">): string =>
  emails.map((email) => `${toSearchText(email)}\n`).join("")

/** A chunk takes some 10 ms of the 2 s that a statement has. */
const chunksPerStatement = 25

/**
 * Fills the next chunks that are not filled yet, at most `chunksPerStatement`: `facets` says which are.
 * Answers how many it filled.
 */
const fillChunks = (job: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`
      with facet as (
        ${facetLetters(sql, job)}
      ), unfilled as (
        select chunk_no, first_rows from job_search where job_id = ${job} and facets is null
        order by chunk_no limit ${chunksPerStatement}
      ), letters as (
        select s.chunk_no, string_agg(letter, '' order by at) as statuses,
          string_agg(facet, '' order by at) as facets
        from unfilled s cross join lateral (
          select at, case when first = -1 then ' ' else coalesce(left(r.status, 1), '-') end as letter,
            case when first = -1 then ' ' else coalesce(facet.letter, '-') end as facet
          from unnest(s.first_rows) with ordinality f (first, at)
          left join job_result r on r.job_id = ${job} and r.row_no = first
          left join facet on facet.status = r.status
            and facet.sub_status = coalesce(r.sub_status, '')
        ) letter
        group by s.chunk_no
      )
      update job_search s set statuses = l.statuses, facets = l.facets,
        valid_rows = ${countOf(sql, "v")}, risky_rows = ${countOf(sql, "r")},
        invalid_rows = ${countOf(sql, "i")}, unknown_rows = ${countOf(sql, "u")}
      from letters l where s.job_id = ${job} and s.chunk_no = l.chunk_no
      returning 1`
  ).pipe(Effect.map((filled) => filled.length))

const countOf = (sql: SqlClient.SqlClient, letter: string) =>
  sql`length(l.statuses) - length(replace(l.statuses, ${letter}::text, ''))`

/** `job` must be locked. Answers whether it is searchable now. */
const continueSearch = (job: string) =>
  Effect.gen(function* () {
    if ((yield* fillChunks(job)) === chunksPerStatement) return false
    const sql = yield* SqlClient.SqlClient
    yield* sql`update job set is_searchable = true where job_id = ${job}`
    return true
  })

/**
 * Makes a finished job searchable; does nothing if it is already. Each step locks the job and continues
 * where the last one ended, on whichever node that was. A million rows take some 5 s.
 */
export const buildSearch = ({
  id,
  isSearchable
}: Pick<JobRecord, "id" | "isSearchable">): Effect.Effect<void, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (isSearchable) return
    const sql = yield* SqlClient.SqlClient
    const step = Effect.gen(function* () {
      const [job] = yield* sql`
        select 1 from job
        where job_id = ${id} and completed_at is not null and not is_searchable for update`
      return job === undefined || (yield* continueSearch(id))
    })
    yield* Effect.repeat(sql.withTransaction(step), { until: (isDone) => isDone })
  }).pipe(Effect.orDie)

/**
 * One step for a finished job that is not searchable, and that no other node is at. `undefined`: there is
 * none; else whether the job is searchable now.
 */
export const continueAnySearch: Effect.Effect<boolean | undefined, never, SqlClient.SqlClient> =
  SqlClient.SqlClient.use((sql) => {
    const unsearchable = sql`
      select job_id as id from job where completed_at is not null and not is_searchable
      order by job_id limit 1`
    const step = Effect.gen(function* () {
      const [job] = yield* sql<Pick<JobRecord, "id">>`${unsearchable} for update skip locked`
      return job && (yield* continueSearch(job.id))
    })
    // Mostly there is no such job, which costs one statement and not the three of a transaction.
    return Effect.flatMap(unsearchable, ({ length }) =>
      length === 0 ? Effect.undefined : sql.withTransaction(step)
    )
  }).pipe(Effect.orDie)

/**
 * What is known of a chunk whose cells can no longer be read: which rows share a result, and the addresses in search
 * form. Without a row of `job_search`, nothing.
 */
export const unreadableChunk = (
  { id }: Pick<JobRecord, "id">,
  number: number
): Effect.Effect<CsvChunk, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [known] = yield* sql<{ readonly addresses: string; readonly firstRows: Array<number> }>`
      select addresses, first_rows as "firstRows" from job_search
      where job_id = ${id} and chunk_no = ${number}`
    const { addresses = "", firstRows = [] } = known ?? {}
    const emails = addresses.split("\n").slice(0, firstRows.length)
    const records = firstRows.map(() => [])
    return { _tag: "Chunk" as const, number, records, emails, firstRows, isUnreadable: true }
  }).pipe(Effect.orDie)

// The first row of each of some addresses in a job, wherever in the file they are.

/**
 * These are some 700 kB of addresses: a few milliseconds of the 2 s that a statement has, and as many here.
 */
const chunksReadAtOnce = 25

interface ChunkRow {
  readonly chunk: number
  readonly addresses: string
}

const spelled = (email: string): string => toSearchText(email.trim())

/** `undefined`: the job has no such address. Upper case and white space around it do not count. */
export const findAddresses = (
  { id, chunks }: JobRecord,
  emails: ReadonlyArray<string>
): Effect.Effect<(email: string) => number | undefined, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wanted = new Set(emails.map(spelled))
    const rows = new Map<string, number>()
    for (let from = 0; from < chunks && rows.size < wanted.size; from += chunksReadAtOnce) {
      const read = yield* sql<ChunkRow>`
        select chunk_no as chunk, addresses from job_search
        where job_id = ${id} and chunk_no >= ${from} and chunk_no < ${from + chunksReadAtOnce}
        order by chunk_no`
      for (const { chunk, addresses } of read)
        for (const [index, line] of addresses.split("\n").entries()) {
          const address = line.trim()
          if (wanted.has(address) && !rows.has(address))
            rows.set(address, chunk * chunkRecordsMax + index)
        }
    }
    return (email: string) => rows.get(spelled(email))
  }).pipe(Effect.orDie)
