/**
 * Finds the rows of a searchable job by status, sub_status and a part of their address: the total and the
 * row numbers of one page. Reads only `job_search` (described in searchIndex.ts).
 *
 * Postgres leaves out chunks without a match, and the lines of the others are searched here: for each
 * needle a search takes some 20 ms per 100,000 rows. Splitting the text in SQL took 60 to 1,100 ms,
 * depending on the number of matches (measured 2026-11).
 */
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
  readonly job: Pick<JobRecord, "id" | "chunks">
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
 * These are some 700 kB of addresses: a few milliseconds of the 2 s that a statement has, and as many here.
 */
const chunksPerStatement = 25

/** Matches rows whose letter in `column` is one of `letters`. */
interface LetterFilter {
  readonly column: "statuses" | "facets"
  readonly letters: string
}

export type Filter = RowQuery & LetterFilter

const letterFilterOf = ({ job, status, subStatus }: RowQuery) =>
  subStatus === undefined
    ? Effect.succeed<LetterFilter>({ column: "statuses", letters: status?.[0] ?? "vriu" })
    : Effect.map(lettersOf(job, subStatus, status), (letters): LetterFilter => ({
        column: "facets",
        letters
      }))

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

interface ChunkRow extends ChunkText {
  readonly chunk: number
}

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

const findBySearch = (sql: SqlClient.SqlClient, filter: Filter) =>
  Effect.gen(function* () {
    const { job, column, search, offset, limit } = filter
    const rows: Array<number> = []
    let total = 0
    for (let from = 0; from < job.chunks; from += chunksPerStatement) {
      const chunks = yield* sql<ChunkRow>`
        select chunk_no as chunk, addresses, ${sql(column)} as letters from job_search
        where job_id = ${job.id} and chunk_no >= ${from} and chunk_no < ${from + chunksPerStatement}
          and strpos(addresses, ${search}) > 0
        order by chunk_no`
      for (const chunk of chunks) {
        const found = rowsOf(chunk, filter)
        const start = Math.max(0, offset - total)
        rows.push(...found.slice(start, start + limit - rows.length))
        total += found.length
      }
    }
    return { total, rows }
  })

export const findRows = (
  query: RowQuery
): Effect.Effect<MatchingRows, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const filter = yield* filterOf(query)
    if (filter === undefined) return { total: 0, rows: [] }
    return yield* filter.search === "" ? findByLetters(sql, filter) : findBySearch(sql, filter)
  }).pipe(Effect.orDie)
