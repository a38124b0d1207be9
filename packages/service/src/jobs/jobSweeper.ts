/**
 * Background work on jobs: finished jobs are made searchable, old jobs are removed, and rows without a
 * job are erased. Runs on every node; rounds of several nodes may overlap.
 */
import { Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../platform/Database.ts"
import { eraseDue } from "./erasure.ts"
import { Jobs } from "./Jobs.ts"
import type { OwnJob } from "./Jobs.ts"
import { continueAnySearch } from "./results/searchIndex.ts"

/** A request for a results page does not wait for it: the request builds the search index itself. */
const searchInterval = Duration.seconds(1)
const sweepInterval = Duration.seconds(15)

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

/** Removes jobs that ended at least `retention` ago; answers how many. */
export const removeOld = (retention: Duration.Duration) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { remove } = yield* Jobs
    const old = yield* sql<OwnJob>`
      select account_id as account, job_id as job from job
      where completed_at <= now() - make_interval(secs => ${Duration.toSeconds(retention)}::float8)
      order by completed_at limit ${jobsPerRound}`
    yield* Effect.forEach(
      old,
      // Another node or the account was faster.
      (job) => Effect.catchTag(remove(job), ["JobNotFound", "JobUnfinished"], () => Effect.void),
      { discard: true }
    )
    return old.length
  }).pipe(Effect.orDie)

/** Answers the number of erasures that were due. */
export const eraseDueRows = WriteSql.use((sql) =>
  Effect.provideService(eraseDue, SqlClient.SqlClient, sql)
)

/** Every `interval`, repeats `work` until it answers 0. */
const sweep = <R>(
  warning: string,
  work: Effect.Effect<number, never, R>,
  interval: Duration.Duration
) =>
  Effect.repeat(work, { until: (count) => count === 0 }).pipe(
    Effect.catchCause((cause) => Effect.logWarning(warning, cause)),
    Effect.repeat(Schedule.spaced(interval))
  )

/** Never returns. */
export const run = (retention: Duration.Duration) =>
  Effect.all(
    [
      sweep("Jobs could not be made searchable", makeSearchable, searchInterval),
      sweep("Old jobs could not be removed", removeOld(retention), sweepInterval),
      sweep("Rows of jobs could not be erased", eraseDueRows, sweepInterval)
    ],
    { concurrency: "unbounded", discard: true }
  )
