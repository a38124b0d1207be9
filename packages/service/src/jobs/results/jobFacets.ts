/** Counts of a job's rows by status and sub_status, maintained as the rows are settled. */
import type { JobFacets } from "@rcpt/api/Jobs"
import { isFinished } from "@rcpt/domain/Job"
import { adviceFor, Recommendation } from "@rcpt/domain/recommendation"
import { Status } from "@rcpt/domain/Verdict"
import type { Mode, SubStatus } from "@rcpt/domain/Verdict"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

import { ProbeQueue } from "../../probing/queue/ProbeQueue.ts"
import type { JobRecord } from "../JobRecord.ts"

interface FacetRow {
  readonly status: Status
  /** Empty: none. */
  readonly subStatus: SubStatus | ""
  readonly rows: number
}

const sumRows = (facets: ReadonlyArray<FacetRow>): number =>
  facets.reduce((sum, { rows }) => sum + rows, 0)

/** In deep mode a mail server's answer makes one of these from the other (domain/recommendation.ts). */
const dependOnServer: ReadonlyArray<Recommendation> = ["send_with_care", "ask_again"]

const recommendationsOf = (mode: Mode, facets: ReadonlyArray<FacetRow>) =>
  Recommendation.literals
    .filter((recommendation) => mode === "fast" || !dependOnServer.includes(recommendation))
    .map((recommendation) => ({
      recommendation,
      rows: sumRows(facets.filter((facet) => recommendationFor(facet) === recommendation))
    }))

const recommendationFor = ({ status, subStatus }: FacetRow): Recommendation =>
  adviceFor({ status, subStatus: subStatus === "" ? undefined : subStatus }).recommendation

/** A snapshot: the counts of a running job go on rising. */
export const jobFacets = (
  job: Pick<JobRecord, "id" | "rows" | "mode" | "status">
): Effect.Effect<JobFacets, never, SqlClient.SqlClient | ProbeQueue> =>
  Effect.all([
    SqlClient.SqlClient.use(
      (sql) => sql<FacetRow>`
        select status, sub_status as "subStatus", rows from job_facet where job_id = ${job.id}
        order by rows desc, sub_status`
    ),
    isFinished(job) ? Effect.succeed(0) : ProbeQueue.use(({ putOff }) => putOff(job.id))
  ]).pipe(
    Effect.map(([facets, waiting]) => ({
      total_rows: job.rows,
      processed_rows: sumRows(facets),
      waiting_addresses: waiting,
      statuses: Status.literals.map((status) => {
        const ofStatus = facets.filter((facet) => facet.status === status)
        return {
          status,
          rows: sumRows(ofStatus),
          sub_statuses: ofStatus
            .filter(({ subStatus }) => subStatus !== "")
            .map(({ subStatus, rows }) => ({ sub_status: subStatus, rows }))
        }
      }),
      recommendations: recommendationsOf(job.mode, facets)
    })),
    Effect.orDie
  )

/** The letters of facets start at `a`, so a blank and `-` are never among them. */
const codePointBefore = "a".codePointAt(0)! - 1

/** One letter per facet of the job. */
export const facetLetters = (sql: SqlClient.SqlClient, job: string) => sql`
  select status, sub_status,
    chr(${codePointBefore}::int + row_number() over (order by status, sub_status)::int) as letter
  from job_facet where job_id = ${job}`

/** The letters of the facets that match. Empty: the job has no such row. */
export const lettersOf = (
  { id }: Pick<JobRecord, "id">,
  subStatus: string,
  status: Status | undefined
): Effect.Effect<string, never, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<{ readonly letters: string | null }>`
      select string_agg(letter, '') as letters from (${facetLetters(sql, id)}) facet
      where sub_status = ${subStatus} and status = coalesce(${status ?? null}::text, status)`
  ).pipe(
    Effect.map(([row]) => row?.letters ?? ""),
    Effect.orDie
  )
