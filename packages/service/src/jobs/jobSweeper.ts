/**
 * What becomes of jobs when nobody asks: finished ones are made searchable, old ones are removed, and
 * rows that belong to nothing any more are erased. Runs on every node; each round may meet another.
 */
import { Clock, Duration, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

import { WriteSql } from "../Database.ts"
import type { JobRecord } from "./JobRecord.ts"
import { Jobs } from "./Jobs.ts"
import type { OwnJob } from "./Jobs.ts"
import { eraseDue } from "./scraps.ts"
import { buildSearch } from "./searchIndex.ts"

/** A results page that is asked for before is made searchable by whoever asks. */
const searchEvery = Duration.seconds(1)
const sweepEvery = Duration.seconds(15)

/** One round; the next one takes what is left. */
const jobsPerRound = 100

/** Answers how many jobs there were. */
export const makeSearchable = WriteSql.use((sql) =>
  Effect.gen(function* () {
    const jobs = yield* sql<Pick<JobRecord, "id" | "chunks" | "isSearchable">>`
      select job_id as id, chunks, is_searchable as "isSearchable" from job
      where completed_at is not null and not is_searchable order by job_id limit ${jobsPerRound}`
    yield* Effect.forEach(jobs, buildSearch, { discard: true })
    return jobs.length
  }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
)

/** Removes jobs that ended so long ago: answers how many. */
export const removeOld = (retention: Duration.Duration) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { remove } = yield* Jobs
    const before = (yield* Clock.currentTimeMillis) - Duration.toMillis(retention)
    const old = yield* sql<OwnJob>`
      select account_id as account, job_id as job from job
      where completed_at <= to_timestamp(${before / 1000}::float8)
      order by completed_at limit ${jobsPerRound}`
    yield* Effect.forEach(
      old,
      // Somebody else was faster.
      (job) => Effect.catchTag(remove(job), ["JobNotFound", "JobUnfinished"], () => Effect.void),
      { discard: true }
    )
    return old.length
  })

/** Answers how many jobs had something to erase. */
export const eraseScraps = WriteSql.use((sql) =>
  Effect.provideService(eraseDue, SqlClient.SqlClient, sql)
)

const round = <E, R>(what: string, work: Effect.Effect<number, E, R>, every: Duration.Duration) =>
  Effect.repeat(work, { until: (found) => found === 0 }).pipe(
    Effect.catchCause((cause) => Effect.logWarning(what, cause)),
    Effect.repeat(Schedule.spaced(every))
  )

/** For ever. */
export const run = (retention: Duration.Duration) =>
  Effect.all(
    [
      round("Jobs could not be made searchable", makeSearchable, searchEvery),
      round("Old jobs could not be removed", removeOld(retention), sweepEvery),
      round("Rows of jobs could not be erased", eraseScraps, sweepEvery)
    ],
    { concurrency: "unbounded", discard: true }
  )
