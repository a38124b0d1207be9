/**
 * One page of a job's rows in another order than that of the file. All matching rows are sorted
 * here, `sortedRowsMax` of them at most; larger jobs are downloaded and sorted elsewhere.
 */
import type { ResultOrder } from "@rcpt/api/jobsQuery"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { chunkRecordsMax } from "../csv/limits.ts"
import { chunksPerStatement, filterOf, matchingLines, readChunks } from "./findRows.ts"
import type { ChunkTexts, Filter, MatchingRows, RowQuery } from "./findRows.ts"

interface FoundRow {
  readonly row: number
  readonly address: string
  readonly status: string
  /** The row that has its result. */
  readonly firstRow: number
}

const rowsOf = (chunk: ChunkTexts, filter: Filter): ReadonlyArray<FoundRow> => {
  const addresses = chunk.addresses.split("\n")
  return matchingLines(chunk, filter).map((line) => ({
    row: chunk.chunk * chunkRecordsMax + line,
    address: addresses[line]!.trim(),
    status: chunk.statuses[line]!,
    firstRow: chunk.firstRows[line]!
  }))
}

/**
 * Reads the score of each row with a result. The score is the third value of a packed row
 * (csv/ResultRow.ts).
 */
const readScores = (sql: SqlClient.SqlClient, job: string) =>
  Effect.map(
    sql<{ readonly row: number; readonly score: number }>`
      select row_no as row, (result::json->>2)::int as score from job_result where job_id = ${job}`,
    (rows) => new Map(rows.map(({ row, score }) => [row, score]))
  )

const columns = ["chunk", "addresses", "letters", "statuses", "firstRows"] as const

type Key = number | string
type KeyOf = (found: FoundRow) => Key

const compareKeys = (one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0)

/** The order of statuses: valid, risky, invalid, unknown. */
const statusOrder = "vriu"

const byAddress: KeyOf = ({ address }) => address
const byStatus: KeyOf = ({ status }) => statusOrder.indexOf(status)
const byScore =
  (scores: ReadonlyMap<number, number>): KeyOf =>
  ({ firstRow }) =>
    scores.get(firstRow) ?? -1

/** Rows with equal keys stay in the order of the file. */
export const sortRows = (
  query: RowQuery,
  order: ResultOrder
): Effect.Effect<MatchingRows, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const filter = yield* filterOf(query)
    if (filter === undefined) return { total: 0, rows: [] }
    const { job, offset, limit } = query
    const rows: Array<FoundRow> = []
    for (let from = 0; from < job.chunks; from += chunksPerStatement) {
      const chunks = yield* readChunks(sql, filter, from, columns)
      for (const chunk of chunks) rows.push(...rowsOf(chunk, filter))
    }
    const keys = {
      address: byAddress,
      status: byStatus,
      score: order.endsWith("score") ? byScore(yield* readScores(sql, job.id)) : byAddress
    }
    const keyOf = keys[order.replace("-", "") as keyof typeof keys]
    const sign = order.startsWith("-") ? -1 : 1
    const found = rows
      .map((row) => ({ row: row.row, key: keyOf(row) }))
      .toSorted((one, other) => sign * compareKeys(one.key, other.key))
    return {
      total: found.length,
      rows: found.slice(offset, offset + limit).map(({ row }) => row)
    }
  }).pipe(Effect.orDie)
