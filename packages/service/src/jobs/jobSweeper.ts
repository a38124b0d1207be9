/**
 * Background work on jobs: finished jobs are made searchable, old jobs are removed, and rows without a
 * job are erased. Runs on every node; rounds of several nodes may overlap.
 */
import { Hints } from "@rcpt/store/Hints"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../platform/Database.ts"
import { discardDue } from "./discardRows.ts"
import { Jobs } from "./Jobs.ts"
import type { OwnJob } from "./Jobs.ts"
import { continueAnySearch } from "./results/searchIndex.ts"

/**
 * The wait after the end of a job, which the log announces. A request for a results page builds the search
 * index itself.
 */
const searchInterval = Duration.seconds(1)

/** The hint of that end may be lost. */
const searchPollInterval = Duration.seconds(5)

/** The next round takes the rest. */
const jobsPerRound = 100

/** Answers the number of jobs made searchable. Nodes share the work: each step is one node's. */
export const makeSearchable = WriteSql.use((sql) =>
  Effect.gen(function* () {
    for (let jobs = 0; ;) {
      const isDone = yield* continueAnySearch
      if (isDone === undefined) return jobs
      if (isDone) jobs += 1
    }
  }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
)

/**
 * SQL: whether a schedule reads the list, which is kept as long: the newest of its file name
 * (schedules/adapters/listSource.ts).
 */
const isReadBySchedule = (sql: SqlClient.SqlClient) => sql`
  job.schedule_id is null and job.status = 'complete' and exists (
    select from schedule s
    where s.account_id = job.account_id and s.removed_at is null
      and s.source ->> 'kind' = 'list' and s.source ->> 'list' = job.filename)
  and not exists (
    select from job newer
    where newer.account_id = job.account_id and newer.filename = job.filename
      and newer.schedule_id is null and newer.created_at > job.created_at
      and newer.status in ('pending', 'processing', 'complete'))`

/** Removes jobs that ended at least `retention` ago; answers how many. */
export const removeOld = (retention: Duration.Duration) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { remove } = yield* Jobs
    const old = yield* sql<OwnJob>`
      select account_id as account, job_id as job from job
      where completed_at <= now() - make_interval(secs => ${Duration.toSeconds(retention)}::float8)
        and not (${isReadBySchedule(sql)})
      order by completed_at limit ${jobsPerRound}`
    yield* Effect.forEach(
      old,
      // Another node or the account was faster.
      (job) => Effect.catchTag(remove(job), ["JobNotFound", "JobUnfinished"], () => Effect.void),
      { discard: true }
    )
    return old.length
  }).pipe(Effect.orDie)

/** Returns the number of jobs and uploads whose rows were due. */
export const discardDueRows = WriteSql.use((sql) =>
  Effect.provideService(discardDue, SqlClient.SqlClient, sql)
)

/** Never returns. */
export const keepMakingSearchable = Effect.gen(function* () {
  const waitForHint = (yield* Hints).listen("sealed")
  return yield* Effect.repeat(makeSearchable, { until: (jobs) => jobs === 0 }).pipe(
    Effect.catchCause((cause) => Effect.logWarning("Jobs could not be made searchable", cause)),
    Effect.andThen(Effect.sleep(searchInterval)),
    Effect.andThen(waitForHint(searchPollInterval)),
    Effect.forever
  )
})
