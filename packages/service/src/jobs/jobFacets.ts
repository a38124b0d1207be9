/** What the rows of a job came to, by status and sub_status: as it was counted when they settled. */
import type { JobFacets } from "@rcpt/api/Jobs"
import { Status } from "@rcpt/domain/Verdict"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

import type { JobRecord } from "./JobRecord.ts"

interface Facet {
  readonly status: Status
  readonly subStatus: string
  readonly rows: number
}

const sum = (facets: ReadonlyArray<Facet>): number =>
  facets.reduce((all, { rows }) => all + rows, 0)

/** Of one moment; a job that runs goes on. */
export const jobFacets = (
  job: Pick<JobRecord, "id" | "rows">
): Effect.Effect<JobFacets, SqlError.SqlError, SqlClient.SqlClient> =>
  SqlClient.SqlClient.use(
    (sql) => sql<Facet>`
      select status, sub_status as "subStatus", rows from job_facet where job_id = ${job.id}
      order by rows desc, sub_status`
  ).pipe(
    Effect.map((facets) => ({
      total_rows: job.rows,
      processed_rows: sum(facets),
      statuses: Status.literals.map((status) => {
        const some = facets.filter((facet) => facet.status === status)
        return {
          status,
          rows: sum(some),
          sub_statuses: some
            .filter(({ subStatus }) => subStatus !== "")
            .map(({ subStatus, rows }) => ({ sub_status: subStatus, rows }))
        }
      })
    }))
  )
