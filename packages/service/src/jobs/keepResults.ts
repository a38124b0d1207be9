/**
 * Results of rows, written with what they come to: by chunk for the job's events, and by status and
 * sub_status for whoever looks at the job (`job_facet`), so that nobody ever counts a million rows.
 */
import type { Settlement, Tally } from "@rcpt/domain/Job"
import { rowsOf } from "@rcpt/domain/Job"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { JobRow } from "./csv/JobRow.ts"
import { chunkRecordsMax } from "./csv/limits.ts"
import { packRow } from "./packRow.ts"

export interface SettledRow {
  readonly row: number
  /** `creditsUsed` is what is charged. */
  readonly result: JobRow
  /** Made up, and free. */
  readonly isSandbox?: boolean
}

interface Counted extends Tally {
  readonly chunk: number
  readonly credits: number
  readonly isSandbox: boolean
}

/** By chunk, the sandbox by itself. A result that was there before is left alone, and does not count. */
const write = (job: string, rows: ReadonlyArray<SettledRow>) =>
  SqlClient.SqlClient.use(
    (sql) => sql<Counted>`
      with kept as (
        insert into job_result (job_id, row_no, credits, status, sub_status, result, is_sandbox)
        select ${job}::uuid, row_no, credits, status, nullif(sub_status, ''), result, is_sandbox
        from unnest(${rows.map(({ row }) => row)}::int[],
          ${rows.map(({ result }) => result.creditsUsed)}::int[],
          ${rows.map(({ result }) => result.status)}::text[],
          ${rows.map(({ result }) => result.subStatus ?? "")}::text[],
          ${rows.map(({ result }) => packRow(result))}::text[],
          ${rows.map(({ isSandbox = false }) => isSandbox)}::bool[])
          as given (row_no, credits, status, sub_status, result, is_sandbox)
        order by row_no
        on conflict (job_id, row_no) do nothing
        returning row_no, credits, status, coalesce(sub_status, '') as sub_status, is_sandbox
      ), counted as (
        select row_no / ${chunkRecordsMax} as chunk, credits, status, sub_status, is_sandbox,
          1 + coalesce(repeats, 0) as rows
        from kept left join job_repeat on job_id = ${job} and first_row = row_no
      ), facets as (
        insert into job_facet as f (job_id, status, sub_status, rows)
        select ${job}::uuid, status, sub_status, sum(rows) from counted group by 2, 3
        on conflict (job_id, status, sub_status) do update set rows = f.rows + excluded.rows
      )
      select chunk, is_sandbox as "isSandbox", sum(credits)::int as credits,
        coalesce(sum(rows) filter (where status = 'valid'), 0)::int as valid,
        coalesce(sum(rows) filter (where status = 'risky'), 0)::int as risky,
        coalesce(sum(rows) filter (where status = 'invalid'), 0)::int as invalid,
        coalesce(sum(rows) filter (where status = 'unknown'), 0)::int as unknown
      from counted group by chunk, is_sandbox order by chunk, is_sandbox`
  )

const tallyOf = (counted: ReadonlyArray<Counted>): Tally => {
  const sum = (status: keyof Tally) => counted.reduce((all, one) => all + one[status], 0)
  return {
    valid: sum("valid"),
    risky: sum("risky"),
    invalid: sum("invalid"),
    unknown: sum("unknown")
  }
}

/** Answers what those that are new come to, by chunk. */
export const keepResults = (
  job: string,
  rows: ReadonlyArray<SettledRow>
): Effect.Effect<ReadonlyArray<Settlement>, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.map(write(job, rows), (counted) =>
    [...Map.groupBy(counted, ({ chunk }) => chunk)].map(([chunk, some]) => {
      const sandboxTally = tallyOf(some.filter(({ isSandbox }) => isSandbox))
      const sandbox = rowsOf(sandboxTally)
      return {
        chunk,
        credits: some.reduce((sum, { credits }) => sum + credits, 0),
        tally: tallyOf(some),
        ...(sandbox > 0 && { sandbox, sandboxTally })
      }
    })
  )
