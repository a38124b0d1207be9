/**
 * Finds the rows of a searchable job by status, sub_status and a part of their address: the total and the
 * row numbers of one page. Reads only `job_search` (described in searchIndex.ts).
 *
 * One string operation searches a thousand addresses: they are split at each match, and the number of
 * line feeds before a match is the index of its row in the chunk.
 */
import type { Status } from "@rcpt/domain/Verdict"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { chunkRecordsMax } from "../csv/limits.ts"
import type { JobRecord } from "../JobRecord.ts"
import { lettersOf } from "./jobFacets.ts"
import { toSearchText } from "./searchIndex.ts"

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
  /** On all pages. Rows without a result are never included. */
  readonly total: number
  /** In the order of the file. */
  readonly rows: ReadonlyArray<number>
}

/** If every row matches, a statement takes some 0.4 s of the 2 s that it has. */
const chunksPerStatement = 100

/** Matches rows whose letter in `column` is one of `letters`. */
interface LetterFilter {
  readonly column: "statuses" | "facets"
  readonly letters: string
}

type Filter = RowQuery & LetterFilter

const letterFilterOf = ({ job, status, subStatus }: RowQuery) =>
  subStatus === undefined
    ? Effect.succeed<LetterFilter>({ column: "statuses", letters: status?.[0] ?? "vriu" })
    : Effect.map(lettersOf(job, subStatus, status), (letters): LetterFilter => ({
        column: "facets",
        letters
      }))

/** Row indexes within a chunk, from 0, each once. */
const linesWith = (sql: SqlClient.SqlClient, search: string) =>
  search === ""
    ? sql`select line from generate_series(0, length(s.statuses) - 1) line`
    : sql`
      select distinct line from (
        select i, sum(octet_length(piece) - octet_length(replace(piece, E'\\n', '')))
          over (order by i rows between unbounded preceding and 1 preceding)::int as line
        from unnest(string_to_array(s.addresses, ${search}::text)) with ordinality p (piece, i)
      ) pieces where i > 1`

/** Chunks of the job, joined with the indexes of their matching rows. */
const matches = (sql: SqlClient.SqlClient, { job, search, column, letters }: Filter) => sql`
  job_search s cross join lateral (${linesWith(sql, search)}) l
  where s.job_id = ${job.id} and strpos(${letters}::text, substr(${sql(column)}, line + 1, 1)) > 0
    and (${search}::text = '' or strpos(s.addresses, ${search}::text) > 0)`

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

const countMatches = (sql: SqlClient.SqlClient, filter: Filter, from: number) => sql<ChunkCount>`
  select s.chunk_no as chunk, count(*)::int as matching from ${matches(sql, filter)}
    and s.chunk_no >= ${from} and s.chunk_no < ${from + chunksPerStatement}
  group by s.chunk_no order by s.chunk_no`

const countByChunk = (sql: SqlClient.SqlClient, filter: Filter) =>
  Effect.gen(function* () {
    if (filter.search === "") return yield* countByLetters(sql, filter)
    const counts: Array<ChunkCount> = []
    for (let from = 0; from < filter.job.chunks; from += chunksPerStatement)
      for (const count of yield* countMatches(sql, filter, from)) counts.push(count)
    return counts
  })

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

export const findRows = (
  query: RowQuery
): Effect.Effect<MatchingRows, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const search = toSearchText(query.search)
    const filter = { ...query, ...(yield* letterFilterOf(query)), search }
    // Text in Postgres cannot contain NUL, and uploads with a NUL are refused.
    if (filter.search.includes("\0") || filter.letters === "") return { total: 0, rows: [] }
    const counts = yield* countByChunk(sql, filter)
    const { chunks, skipped, total } = chunksOfPage(counts, filter)
    if (chunks.length === 0) return { total, rows: [] }
    const rows = yield* sql<{ readonly row: number }>`
      select s.chunk_no * ${chunkRecordsMax} + line as row from ${matches(sql, filter)}
        and s.chunk_no = any (${chunks}::int[])
      order by row offset ${filter.offset - skipped} limit ${filter.limit}`
    return { total, rows: rows.map(({ row }) => row) }
  }).pipe(Effect.orDie)
