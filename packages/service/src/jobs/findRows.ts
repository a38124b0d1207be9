/**
 * Rows of a searchable job by what they came to and by a part of their address: how many there are, and
 * the numbers of those on one page. Reads `job_search` alone (searchIndex.ts says what stands there).
 *
 * A text is found in a thousand addresses at once: they are split where it stands, and the line feeds
 * before each place say in which row that is.
 */
import type { Status } from "@rcpt/domain/Verdict"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { chunkRecordsMax } from "./csv/limits.ts"
import { lettersOf } from "./facetLetters.ts"
import type { JobRecord } from "./JobRecord.ts"
import { asSearched } from "./searchIndex.ts"

export interface RowsWanted {
  readonly job: Pick<JobRecord, "id" | "chunks">
  /** Found in any case, at any place of the address; empty: all. */
  readonly search: string
  readonly status: Status | undefined
  readonly subStatus?: string | undefined
  readonly offset: number
  readonly limit: number
}

export interface RowsFound {
  /** Of all pages. A row without a result is never among them. */
  readonly total: number
  /** In the order of the file. */
  readonly rows: ReadonlyArray<number>
}

/** Chunks per statement: where every row fits, some 0.4 s of the 2 s that a statement has. */
const chunksAtOnce = 100

/** Rows whose letter is one of these fit. */
interface Letters {
  readonly column: "statuses" | "facets"
  readonly letters: string
}

type Wanted = RowsWanted & Letters

const lettersWanted = ({ job, status, subStatus }: RowsWanted) =>
  subStatus === undefined
    ? Effect.succeed<Letters>({ column: "statuses", letters: status?.[0] ?? "vriu" })
    : Effect.map(lettersOf(job, subStatus, status), (letters): Letters => ({
        column: "facets",
        letters
      }))

/** Places in a chunk, from 0, each once. */
const lines = (sql: SqlClient.SqlClient, search: string) =>
  search === ""
    ? sql`select line from generate_series(0, length(s.statuses) - 1) line`
    : sql`
      select distinct line from (
        select i, sum(octet_length(piece) - octet_length(replace(piece, E'\\n', '')))
          over (order by i rows between unbounded preceding and 1 preceding)::int as line
        from unnest(string_to_array(s.addresses, ${search}::text)) with ordinality p (piece, i)
      ) places where i > 1`

/** Some chunks, with the places of theirs that fit. */
const fitting = (sql: SqlClient.SqlClient, { job, search, column, letters }: Wanted) => sql`
  job_search s cross join lateral (${lines(sql, search)}) l
  where s.job_id = ${job.id} and strpos(${letters}::text, substr(${sql(column)}, line + 1, 1)) > 0
    and (${search}::text = '' or strpos(s.addresses, ${search}::text) > 0)`

interface Fits {
  readonly chunk: number
  readonly fits: number
}

const countAll = (sql: SqlClient.SqlClient, { job, status, column, letters }: Wanted) => {
  const counted =
    status === undefined
      ? sql.literal("valid_rows + risky_rows + invalid_rows + unknown_rows")
      : sql(`${status}_rows`)
  const fits =
    column === "statuses"
      ? counted
      : sql`length(facets) - length(translate(facets, ${letters}, ''))`
  return sql<Fits>`
    select chunk_no as chunk, ${fits} as fits
    from job_search where job_id = ${job.id} order by chunk_no`
}

const countSome = (sql: SqlClient.SqlClient, wanted: Wanted, from: number) => sql<Fits>`
  select s.chunk_no as chunk, count(*)::int as fits from ${fitting(sql, wanted)}
    and s.chunk_no >= ${from} and s.chunk_no < ${from + chunksAtOnce}
  group by s.chunk_no order by s.chunk_no`

const count = (sql: SqlClient.SqlClient, wanted: Wanted) =>
  Effect.gen(function* () {
    if (wanted.search === "") return yield* countAll(sql, wanted)
    const found: Array<Fits> = []
    for (let from = 0; from < wanted.job.chunks; from += chunksAtOnce)
      for (const fits of yield* countSome(sql, wanted, from)) found.push(fits)
    return found
  })

/** The chunks that the page reaches into, and how many fitting rows stand before them. */
const reached = (counts: ReadonlyArray<Fits>, { offset, limit }: RowsWanted) => {
  const chunks: Array<number> = []
  let before = 0
  let skipped = 0
  for (const { chunk, fits } of counts) {
    if (before + fits <= offset) skipped += fits
    else if (before < offset + limit) chunks.push(chunk)
    before += fits
  }
  return { chunks, skipped, total: before }
}

export const findRows = (
  asked: RowsWanted
): Effect.Effect<RowsFound, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wanted = { ...asked, ...(yield* lettersWanted(asked)), search: asSearched(asked.search) }
    // Postgres has no text with a NUL, and no CSV of ours has an address with one.
    if (wanted.search.includes("\0") || wanted.letters === "") return { total: 0, rows: [] }
    const { chunks, skipped, total } = reached(yield* count(sql, wanted), wanted)
    if (chunks.length === 0) return { total, rows: [] }
    const rows = yield* sql<{ readonly row: number }>`
      select s.chunk_no * ${chunkRecordsMax} + line as row from ${fitting(sql, wanted)}
        and s.chunk_no = any (${chunks}::int[])
      order by row offset ${wanted.offset - skipped} limit ${wanted.limit}`
    return { total, rows: rows.map(({ row }) => row) }
  })
