/**
 * The first pages of a job that is not searchable yet. A large job becomes searchable some seconds after
 * its end, which is when its results are opened.
 */
import { rowsOf } from "@rcpt/domain/Job"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { chunkRecordsMax } from "../csv/limits.ts"
import type { JobRecord } from "../JobRecord.ts"
import type { MatchingRows, RowQuery } from "./findRows.ts"

/** A page has at most a hundred rows; reading three thousand results takes some 10 ms. */
const chunksScanned = 3

export interface UnfilteredPage extends Pick<RowQuery, "offset" | "limit"> {
  readonly job: JobRecord
}

/** `undefined`: the page reaches beyond the scanned chunks. */
export const firstPages = ({
  job,
  offset,
  limit
}: UnfilteredPage): Effect.Effect<MatchingRows | undefined, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const total = rowsOf(job.tally)
    const expected = Math.max(0, Math.min(limit, total - offset))
    if (offset + expected > chunksScanned * chunkRecordsMax) return undefined
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly row: number }>`
      select (s.chunk_no * ${chunkRecordsMax} + at - 1)::int as row
      from job_search s cross join lateral unnest(s.first_rows) with ordinality f (first, at)
        join job_result r on r.job_id = s.job_id and r.row_no = first
      where s.job_id = ${job.id} and s.chunk_no < ${chunksScanned}
      order by row offset ${offset} limit ${expected}`
    return rows.length < expected ? undefined : { total, rows: rows.map(({ row }) => row) }
  }).pipe(Effect.orDie)
