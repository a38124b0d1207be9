/**
 * One letter for each status and sub_status that a finished job has. Its facets do not change any
 * more, so their places among each other are the same whoever asks, and none is kept.
 */
import type { Status } from "@rcpt/domain/Verdict"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { JobRecord } from "./JobRecord.ts"

/** From `a` on: neither a blank nor `-` is among them. */
const before = "a".codePointAt(0)! - 1

export const facetLetters = (sql: SqlClient.SqlClient, job: string) => sql`
  select status, sub_status,
    chr(${before}::int + row_number() over (order by status, sub_status)::int) as letter
  from job_facet where job_id = ${job}`

/** Of the rows that are wanted; none: the job has no such row. */
export const lettersOf = (
  { id }: Pick<JobRecord, "id">,
  subStatus: string,
  status: Status | undefined
): Effect.Effect<string, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly letters: string | null }>`
      select string_agg(letter, '') as letters from (${facetLetters(sql, id)}) facet
      where sub_status = ${subStatus} and status = coalesce(${status ?? null}::text, status)`
  ).pipe(Effect.map(([row]) => row?.letters ?? ""))
