/**
 * Finds the rows of a job by status, sub_status and a part of their address: the total and the row numbers of
 * one page. For a searchable job, it reads only `job_search` (described in searchIndex.ts); for a running one
 * the letters are made from the results that there are now.
 *
 * Postgres leaves out chunks without a match, and the lines of the others are searched here: for each
 * needle a search takes some 20 ms per 100,000 rows. Splitting the text in SQL took 60 to 1,100 ms,
 * depending on the number of matches (measured 2026-11).
 */
import { isFinished } from "@rcpt/domain/Job"
import type { Status } from "@rcpt/domain/Verdict"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { chunkRecordsMax } from "../csv/limits.ts"
import type { JobRecord } from "../JobRecord.ts"
import { lettersOf } from "./jobFacets.ts"
import { toSearchText } from "./searchIndex.ts"

// The rows of a chunk that match, found in its two texts of `job_search`.

interface ChunkText {
  /** Addresses in search form, each followed by a line feed. */
  readonly addresses: string
  /** One letter per row. */
  readonly letters: string
}

interface LineFilter {
  /** The text to search for, in search form and without line feeds; empty: every line matches. */
  readonly search: string
  /** The letters of rows that match. */
  readonly letters: string
}

/** Indexes of the rows within the chunk, from 0, in ascending order. */
export const matchingLines = (chunk: ChunkText, filter: LineFilter): ReadonlyArray<number> => {
  const lines: Array<number> = []
  const add = (line: number) => {
    if (filter.letters.includes(chunk.letters[line]!)) lines.push(line)
  }
  if (filter.search === "") for (let line = 0; line < chunk.letters.length; line++) add(line)
  else for (const line of linesWith(chunk.addresses, filter.search)) add(line)
  return lines
}

/** Finds each line once, however many matches it has: the search goes on at the start of the next. */
const linesWith = (text: string, search: string): ReadonlyArray<number> => {
  const lines: Array<number> = []
  let line = 0
  let lineEnd = text.indexOf("\n")
  for (let match = text.indexOf(search); match !== -1; match = text.indexOf(search, lineEnd)) {
    while (lineEnd < match) {
      lineEnd = text.indexOf("\n", lineEnd + 1)
      line += 1
    }
    lines.push(line)
  }
  return lines
}

export interface RowQuery {
  /** It is searchable, or running. */
  readonly job: Pick<JobRecord, "id" | "chunks" | "status">
  /** A part of the address, in any case; empty: all rows. */
  readonly search: string
  readonly status: Status | undefined
  readonly subStatus?: string | undefined
  readonly offset: number
  readonly limit: number
}

export interface MatchingRows {
  /** The number of rows on all pages. Rows without a result are never included. */
  readonly total: number
  /** The rows of the page in the order of the file. */
  readonly rows: ReadonlyArray<number>
}

/**
 * These are some 700 kB of addresses: a few milliseconds of the 2 s that a statement has, and as many here. The
 * letters of a running job take some 5 ms per chunk.
 */
export const chunksPerStatement = 25

/** Matches rows whose letter in `column` is one of `letters`. */
interface LetterFilter {
  readonly column: "statuses" | "facets" | "live"
  readonly letters: string
}

export type Filter = RowQuery & LetterFilter

/** The letter of a running job's row with a result that matches. */
const liveLetter = "m"

const letterFilterOf = ({ job, status, subStatus }: RowQuery) => {
  if (!isFinished(job)) return Effect.succeed<LetterFilter>({ column: "live", letters: liveLetter })
  return subStatus === undefined
    ? Effect.succeed<LetterFilter>({ column: "statuses", letters: status?.[0] ?? "vriu" })
    : Effect.map(lettersOf(job, subStatus, status), (letters): LetterFilter => ({
        column: "facets",
        letters
      }))
}

/**
 * SQL that selects the chunks of a job with the letters that the filter is for. New results come to a running
 * job between two statements, so the letters of its rows say only whether they match.
 */
const chunkTexts = (sql: SqlClient.SqlClient, { job, column, status, subStatus }: Filter) =>
  column === "live"
    ? sql`
        select s.chunk_no, s.addresses, s.first_rows, live.letters, live.statuses
        from job_search s cross join lateral (
          select string_agg(case when r.status = coalesce(${status ?? null}::text, r.status)
              and coalesce(r.sub_status, '') = coalesce(${subStatus ?? null}::text, r.sub_status, '')
              then ${liveLetter}::text else '-' end, '' order by at) as letters,
            string_agg(coalesce(left(r.status, 1), '-'), '' order by at) as statuses
          from unnest(s.first_rows) with ordinality f (first, at)
          left join job_result r on r.job_id = s.job_id and r.row_no = first
        ) live
        where s.job_id = ${job.id}`
    : sql`
        select chunk_no, addresses, first_rows, ${sql(column)} as letters, statuses
        from job_search where job_id = ${job.id}`

export interface ChunkTexts extends ChunkText {
  readonly chunk: number
  readonly statuses: string
  readonly firstRows: ReadonlyArray<number>
}

/** Reads as many chunks as one statement may, with what is asked of them. */
export const readChunks = <Columns extends keyof ChunkTexts>(
  sql: SqlClient.SqlClient,
  filter: Filter,
  from: number,
  columns: ReadonlyArray<Columns>
) => sql<Pick<ChunkTexts, Columns>>`
  select ${sql.literal(columns.map((column) => selected[column]).join(", "))}
  from (${chunkTexts(sql, filter)}) texts
  where chunk_no >= ${from} and chunk_no < ${from + chunksPerStatement}
    and strpos(addresses, ${filter.search}) > 0
  order by chunk_no`

const selected: Readonly<Record<keyof ChunkTexts, string>> = {
  chunk: "chunk_no as chunk",
  addresses: "addresses",
  letters: "letters",
  statuses: "statuses",
  firstRows: 'first_rows as "firstRows"'
}

/** `undefined`: no row can match. */
export const filterOf = (
  query: RowQuery
): Effect.Effect<Filter | undefined, never, SqlClient.SqlClient> =>
  Effect.map(letterFilterOf(query), (byLetter) => {
    const search = toSearchText(query.search)
    // Text in Postgres cannot contain NUL, and uploads with a NUL are refused.
    return search.includes("\0") || byLetter.letters === ""
      ? undefined
      : { ...query, ...byLetter, search }
  })

type ChunkRow = Pick<ChunkTexts, "chunk" | "addresses" | "letters">

const rowsOf = (chunk: ChunkRow, { search, letters }: Filter): ReadonlyArray<number> =>
  matchingLines(chunk, { search, letters }).map((line) => chunk.chunk * chunkRecordsMax + line)

interface ChunkCount {
  readonly chunk: number
  readonly matching: number
}

const countByLetters = (sql: SqlClient.SqlClient, { job, status, column, letters }: Filter) => {
  const ofStatus =
    status === undefined
      ? sql.literal("valid_rows + risky_rows + invalid_rows + unknown_rows")
      : sql(`${status}_rows`)
  const matching =
    column === "statuses"
      ? ofStatus
      : sql`length(facets) - length(translate(facets, ${letters}, ''))`
  return sql<ChunkCount>`
    select chunk_no as chunk, ${matching} as matching
    from job_search where job_id = ${job.id} order by chunk_no`
}

/** The chunks on the page, and the number of matching rows before them. */
const chunksOfPage = (counts: ReadonlyArray<ChunkCount>, { offset, limit }: RowQuery) => {
  const chunks: Array<number> = []
  let before = 0
  let skipped = 0
  for (const { chunk, matching } of counts) {
    if (before + matching <= offset) skipped += matching
    else if (before < offset + limit) chunks.push(chunk)
    before += matching
  }
  return { chunks, skipped, total: before }
}

/** Without a needle, stored counts say which chunks the page is in. */
const findByLetters = (sql: SqlClient.SqlClient, filter: Filter) =>
  Effect.gen(function* () {
    const counts = yield* countByLetters(sql, filter)
    const { chunks, skipped, total } = chunksOfPage(counts, filter)
    if (chunks.length === 0) return { total, rows: [] }
    const found = yield* sql<ChunkRow>`
      select chunk_no as chunk, '' as addresses, ${sql(filter.column)} as letters from job_search
      where job_id = ${filter.job.id} and chunk_no = any (${chunks}::int[]) order by chunk_no`
    const start = filter.offset - skipped
    const rows = found.flatMap((chunk) => rowsOf(chunk, filter))
    return { total, rows: rows.slice(start, start + filter.limit) }
  })

/** Reads chunk after chunk, and stops at the end of the page if the total is known. */
const findByReading = (sql: SqlClient.SqlClient, filter: Filter, knownTotal?: number) =>
  Effect.gen(function* () {
    const { job, offset, limit } = filter
    const rows: Array<number> = []
    let total = 0
    for (let from = 0; from < job.chunks; from += chunksPerStatement) {
      const chunks = yield* readChunks(sql, filter, from, ["chunk", "addresses", "letters"])
      for (const chunk of chunks) {
        const found = rowsOf(chunk, filter)
        const start = Math.max(0, offset - total)
        rows.push(...found.slice(start, start + limit - rows.length))
        total += found.length
      }
      if (knownTotal !== undefined && rows.length === limit) break
    }
    return { total: knownTotal ?? total, rows }
  })

/** The rows of a running job that match, as they are counted when they are settled. */
const countSettled = (sql: SqlClient.SqlClient, { job, status, subStatus }: RowQuery) =>
  Effect.map(
    sql<{ readonly rows: number }>`
      select coalesce(sum(rows), 0)::int as rows from job_facet where job_id = ${job.id}
        and status = coalesce(${status ?? null}::text, status)
        and sub_status = coalesce(${subStatus ?? null}::text, sub_status)`,
    ([counted]) => counted!.rows
  )

const findSettled = (sql: SqlClient.SqlClient, filter: Filter) =>
  Effect.gen(function* () {
    const total = yield* countSettled(sql, filter)
    const limit = Math.max(0, Math.min(filter.limit, total - filter.offset))
    return yield* findByReading(sql, { ...filter, limit }, total)
  })

export const findRows = (
  query: RowQuery
): Effect.Effect<MatchingRows, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const filter = yield* filterOf(query)
    if (filter === undefined) return { total: 0, rows: [] }
    if (filter.search !== "") return yield* findByReading(sql, filter)
    return yield* isFinished(query.job) ? findByLetters(sql, filter) : findSettled(sql, filter)
  }).pipe(Effect.orDie)
