/** Counts of a job's rows by status and sub_status, maintained as the rows are settled. */
import type { JobFacets } from "@rcpt/api/Jobs"
import { isFinished } from "@rcpt/domain/Job"
import { Recommendation } from "@rcpt/domain/recommendation"
import { Status } from "@rcpt/domain/Verdict"
import type { Mode, SubStatus } from "@rcpt/domain/Verdict"
import type { DomainKnowledge } from "@rcpt/verifier/DomainKnowledge"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { Config } from "../../platform/Config.ts"
import { readTimeout } from "../../platform/readTimeout.ts"
import { ProbeQueue } from "../../probing/queue/ProbeQueue.ts"
import type { Capped, PutOff } from "../../probing/queue/ProbeQueue.ts"
import { recommendationOf } from "../csv/ResultRow.ts"
import { timeLeft } from "../expectTime.ts"
import type { JobRecord } from "../JobRecord.ts"
import { countedRowsMax, countKinds, isProvable } from "./rowKinds.ts"
import type { CountedKind } from "./rowKinds.ts"

interface FacetRow {
  readonly status: Status
  /** Empty: none. */
  readonly subStatus: SubStatus | ""
  readonly rows: number
}

const sumRows = (facets: ReadonlyArray<Pick<FacetRow, "rows">>): number =>
  facets.reduce((sum, { rows }) => sum + rows, 0)

/** In deep mode a mail server's answer makes one of these from the other (domain/recommendation.ts). */
const dependOnServer: ReadonlyArray<Recommendation> = ["send_with_care", "ask_again"]

/** `kinds` undefined: they were not counted, so in deep mode some numbers are not known, and absent. */
const recommendationsOf = (
  mode: Mode,
  facets: ReadonlyArray<FacetRow>,
  kinds: ReadonlyArray<CountedKind> | undefined
) => {
  const counted = (kinds ?? facets.map(kindOf)).map((kind) => ({
    recommendation: recommendationOf(kind),
    rows: kind.rows
  }))
  return Recommendation.literals
    .filter((one) => kinds !== undefined || mode === "fast" || !dependOnServer.includes(one))
    .map((recommendation) => ({
      recommendation,
      rows: sumRows(counted.filter((kind) => kind.recommendation === recommendation))
    }))
}

const kindOf = ({ status, subStatus, rows }: FacetRow) => ({
  status,
  rows,
  ...(subStatus !== "" && { subStatus })
})

const provableOf = (kinds: ReadonlyArray<CountedKind>) => {
  const provable = kinds.filter(isProvable)
  return {
    rows: sumRows(provable),
    addresses: provable.reduce((sum, { addresses }) => sum + addresses, 0)
  }
}

const nothingCapped: Capped = { rows: 0, until: null }

/** A count of the rows of a large job takes longer than the other facets, and this much less than their wait. */
const timeLeftWaitMax = Duration.seconds(1)

/** Rows that wait for tomorrow's share. Without a new address there are none, and nothing is counted. */
const cappedOf = Effect.fnUntraced(function* (job: Pick<JobRecord, "id" | "accountId" | "status">) {
  const { egresses } = yield* Config
  const isWarming = egresses.some(({ warmsSince }) => warmsSince !== undefined)
  if (!isWarming || isFinished(job)) return nothingCapped
  return yield* ProbeQueue.use(({ capped }) => capped(job))
})

/** Absent where the database does not tell soon: the rest of the facets does not wait for it. */
const timeLeftOf = (job: Pick<JobRecord, "id" | "mode" | "status">) =>
  isFinished(job) || job.mode === "fast"
    ? Effect.undefined
    : timeLeft(job.id).pipe(
        readTimeout(timeLeftWaitMax),
        Effect.catchCause((cause) =>
          Effect.as(Effect.logDebug("The time left of a job could not be read", cause), undefined)
        )
      )

const nothingPutOff: PutOff = { addresses: 0, rows: 0, nextAt: null }

/** The results of a running job still change, and a large one has too many. */
const isCounted = (job: Pick<JobRecord, "status" | "records">): boolean =>
  isFinished(job) && job.records <= countedRowsMax

/** A snapshot: the counts of a running job go on rising. */
export const jobFacets = (
  job: Pick<JobRecord, "id" | "accountId" | "rows" | "mode" | "status" | "records">
): Effect.Effect<JobFacets, never, SqlClient.SqlClient | ProbeQueue | Config | DomainKnowledge> =>
  Effect.all([
    SqlClient.SqlClient.use(
      (sql) => sql<FacetRow>`
        select status, sub_status as "subStatus", rows from job_facet where job_id = ${job.id}
        order by rows desc, sub_status`
    ),
    isFinished(job)
      ? Effect.succeed(nothingPutOff)
      : ProbeQueue.use(({ putOff }) => putOff(job.id)),
    isCounted(job) ? countKinds(job.id) : Effect.succeed(undefined),
    cappedOf(job),
    timeLeftOf(job)
  ]).pipe(
    Effect.map(([facets, waiting, kinds, capped, expected]) => ({
      total_rows: job.rows,
      processed_rows: sumRows(facets),
      waiting_addresses: waiting.addresses,
      ...(waiting.rows > 0 && { waiting_rows: waiting.rows }),
      ...(waiting.nextAt && { next_retry_at: waiting.nextAt.toISOString() }),
      ...(capped.rows > 0 && { capped_rows: capped.rows }),
      ...(capped.until && { capped_until: capped.until.toISOString() }),
      ...(expected && { expected_time: expected }),
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
      recommendations: recommendationsOf(job.mode, facets, kinds),
      ...(kinds && { provable: provableOf(kinds) })
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
