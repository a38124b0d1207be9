/**
 * The progress of jobs, for the clients of this node that follow them. One query serves all followed
 * jobs: when a hint says that events were sealed, at most four times a second, and once a second without
 * hints.
 *
 * Updates are pulled: a follower asks for the next one when it is ready, and gets the latest. So a slow
 * follower skips updates, and none are queued for it. An older version never follows a newer one.
 */
import type { JobNotFound } from "@rcpt/domain/Job"
import { Hints } from "@rcpt/store/Hints"
import { Context, Duration, Effect, Latch, Layer } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import type { JobRecord, JobRowSelected } from "./JobRecord.ts"
import { jobColumns, toRecord } from "./JobRecord.ts"
import { Jobs } from "./Jobs.ts"
import type { OwnJob } from "./Jobs.ts"

/** The minimum between two queries: four updates a second at most. */
export const lookEvery = Duration.millis(250)

/** Hints may be lost: without one, the next query comes after this time. */
const pollInterval = Duration.seconds(1)

/**
 * The limit per account and node. Each follower is a connection and some kilobytes, and is under no other
 * limit.
 */
export const followersMax = 100

/** "gone": the job was removed. */
type JobUpdate = JobRecord | "gone"

export interface Following {
  /** The job's state once it is newer than `version`; `undefined`: it was not within `timeout`. */
  readonly after: (
    version: number,
    timeout: Duration.Duration
  ) => Effect.Effect<JobUpdate | undefined>
}

export class Progress extends Context.Service<
  Progress,
  {
    /** Follows the job until the scope closes. */
    readonly follow: (job: OwnJob) => Effect.Effect<Following, JobNotFound, Scope.Scope>
    /** Whether the account has `followersMax` followers on this node. */
    readonly isCrowded: (account: string) => boolean
  }
>()("@rcpt/service/jobs/Progress") {}

interface FollowedJob {
  latest: JobUpdate
  followers: number
  /** Opened and replaced with each update. */
  updated: Latch.Latch
}

const newFollowedJob = (latest: JobUpdate): FollowedJob => ({
  latest,
  followers: 0,
  updated: Latch.makeUnsafe()
})

const isNewer = (update: JobUpdate, than: JobUpdate): boolean => {
  if (than === "gone") return false
  return update === "gone" || update.version > than.version
}

const publish = (followed: FollowedJob, update: JobUpdate) => {
  if (!isNewer(update, followed.latest)) return
  followed.latest = update
  followed.updated.openUnsafe()
  followed.updated = Latch.makeUnsafe()
}

const nextAfter = (followed: FollowedJob, version: number): Effect.Effect<JobUpdate> =>
  Effect.suspend(() => {
    const { latest, updated } = followed
    return latest === "gone" || latest.version > version
      ? Effect.succeed(latest)
      : Effect.andThen(updated.await, nextAfter(followed, version))
  })

const toFollowing = (followed: FollowedJob): Following => ({
  after: (version, timeout) =>
    Effect.timeoutOrElse(nextAfter(followed, version), {
      duration: timeout,
      orElse: () => Effect.succeed(undefined)
    })
})

export const layer: Layer.Layer<Progress, never, Hints | Jobs | SqlClient.SqlClient> = Layer.effect(
  Progress,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { find } = yield* Jobs
    const hints = yield* Hints
    const followedJobs = new Map<string, FollowedJob>()
    const followersOf = new Map<string, number>()
    const hasFollowers = Latch.makeUnsafe()

    const refresh = Effect.gen(function* () {
      // A job followed only after the query was sent is not in its result, and not "gone" for that.
      const queried = [...followedJobs]
      const rows = yield* sql<JobRowSelected>`
        select ${jobColumns(sql)} from job
        where job_id = any (${queried.map(([job]) => job)}::uuid[])`
      const records = new Map(rows.map((row) => [row.id, toRecord(row)]))
      for (const [job, followed] of queried) publish(followed, records.get(job) ?? "gone")
    })

    const waitForHint = hints.listen("sealed")
    const refreshOnHint = Effect.gen(function* () {
      yield* hasFollowers.await
      yield* waitForHint(pollInterval)
      if (followedJobs.size > 0) yield* refresh
      yield* Effect.sleep(lookEvery)
    }).pipe(
      Effect.catchCause((cause) => Effect.logWarning("Progress of jobs could not be read", cause))
    )
    yield* Effect.forkScoped(Effect.forever(refreshOnHint))

    const count = (account: string, change: 1 | -1) => {
      const followers = (followersOf.get(account) ?? 0) + change
      if (followers === 0) followersOf.delete(account)
      else followersOf.set(account, followers)
    }

    const join = ({ account, job }: OwnJob, latest: JobRecord) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const followed = followedJobs.get(job) ?? newFollowedJob(latest)
          publish(followed, latest)
          followed.followers++
          count(account, 1)
          followedJobs.set(job, followed)
          hasFollowers.openUnsafe()
          return followed
        }),
        (followed) =>
          Effect.sync(() => {
            followed.followers--
            count(account, -1)
            if (followed.followers === 0) followedJobs.delete(job)
            if (followedJobs.size === 0) hasFollowers.closeUnsafe()
          })
      )

    return Progress.of({
      follow: (own) =>
        Effect.map(
          Effect.flatMap(find(own), (latest) => join(own, latest)),
          toFollowing
        ),
      isCrowded: (account) => (followersOf.get(account) ?? 0) >= followersMax
    })
  })
)
