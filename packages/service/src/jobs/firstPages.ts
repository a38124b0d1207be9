/**
 * Pages at the beginning of a job that is not searchable yet, which a large one becomes some seconds
 * after its end: the very moment when its results are looked at.
 */
import { rowsOf } from "@rcpt/domain/Job"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import { chunkRecordsMax } from "./csv/limits.ts"
import type { RowsFound, RowsWanted } from "./findRows.ts"
import type { JobRecord } from "./JobRecord.ts"

/** A page has a hundred rows at most; three thousand results take some 10 ms. */
const chunksLooked = 3

export interface PageOfAll extends Pick<RowsWanted, "offset" | "limit"> {
  readonly job: JobRecord
}

/** `undefined`: it begins, or goes on, further down. */
export const firstPages = ({
  job,
  offset,
  limit
}: PageOfAll): Effect.Effect<RowsFound | undefined, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const total = rowsOf(job.tally)
    const expected = Math.max(0, Math.min(limit, total - offset))
    if (offset + expected > chunksLooked * chunkRecordsMax) return undefined
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly row: number }>`
      select (s.chunk_no * ${chunkRecordsMax} + at - 1)::int as row
      from job_search s cross join lateral unnest(s.first_rows) with ordinality f (first, at)
        join job_result r on r.job_id = s.job_id and r.row_no = first
      where s.job_id = ${job.id} and s.chunk_no < ${chunksLooked}
      order by row offset ${offset} limit ${expected}`
    return rows.length < expected ? undefined : { total, rows: rows.map(({ row }) => row) }
  })
