/**
 * Jobs as they go on, for those who watch them from this node. One look at the database serves all of
 * them: as soon as anything has happened anywhere, four times a second at most, and once a second
 * when no hint arrives.
 *
 * Nobody is sent anything: who is ready for more asks, and gets what stands then. So who is slow
 * misses some steps, and none of them waits anywhere. A version is never shown after a later one.
 */
import type { JobNotFound } from "@rcpt/domain/Job"
import type { StoreUnavailable } from "@rcpt/store/EventStore"
import { Hints } from "@rcpt/store/Hints"
import { Context, Duration, Effect, Latch, Layer } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"

import type { JobRecord } from "./JobRecord.ts"
import { jobColumns, toRecord } from "./jobRows.ts"
import type { JobSelected } from "./jobRows.ts"
import { Jobs } from "./Jobs.ts"
import type { OwnJob } from "./Jobs.ts"

/** Between two looks: four frames a second at most. */
export const lookEvery = Duration.millis(250)

/** Hints are lossy: without any, this is how late news is. */
const lookFloor = Duration.seconds(1)

/** Of one account on one node: each is a connection and some kilobytes, and takes no other limit. */
export const followersMax = 100

/** "gone": it was removed. */
export type News = JobRecord | "gone"

export interface Following {
  /** What stands as soon as it is later than `version`; `undefined`: nothing came for so long. */
  readonly after: (version: number, patience: Duration.Duration) => Effect.Effect<News | undefined>
}

export class Progress extends Context.Service<
  Progress,
  {
    /** For as long as the scope lasts. */
    readonly follow: (
      job: OwnJob
    ) => Effect.Effect<Following, JobNotFound | StoreUnavailable, Scope.Scope>
    /** The account has as many followers here as it may have. */
    readonly isCrowded: (account: string) => boolean
  }
>()("@rcpt/service/jobs/Progress") {}

interface Watched {
  latest: News
  followers: number
  /** Opened and replaced with each news. */
  news: Latch.Latch
}

const isLater = (news: News, than: News): boolean => {
  if (than === "gone") return false
  return news === "gone" || news.version > than.version
}

const tell = (watched: Watched, news: News) => {
  if (!isLater(news, watched.latest)) return
  watched.latest = news
  watched.news.openUnsafe()
  watched.news = Latch.makeUnsafe()
}

const nextOf = (watched: Watched, version: number): Effect.Effect<News> =>
  Effect.suspend(() => {
    const { latest, news } = watched
    return latest === "gone" || latest.version > version
      ? Effect.succeed(latest)
      : Effect.andThen(news.await, nextOf(watched, version))
  })

const following = (watched: Watched): Following => ({
  after: (version, patience) =>
    Effect.timeoutOrElse(nextOf(watched, version), {
      duration: patience,
      orElse: () => Effect.succeed(undefined)
    })
})

export const layer: Layer.Layer<Progress, never, Hints | Jobs | SqlClient.SqlClient> = Layer.effect(
  Progress,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { find } = yield* Jobs
    const hints = yield* Hints
    const watchedJobs = new Map<string, Watched>()
    const followersOf = new Map<string, number>()
    const somebodyWatches = Latch.makeUnsafe()

    const look = Effect.gen(function* () {
      // Who comes while we ask is not "gone" for not being asked about.
      const asked = [...watchedJobs]
      const rows = yield* sql<JobSelected>`
        select ${jobColumns(sql)} from job
        where job_id = any (${asked.map(([job]) => job)}::uuid[])`
      const found = new Map(rows.map((row) => [row.id, toRecord(row)]))
      for (const [job, watched] of asked) tell(watched, found.get(job) ?? "gone")
    })

    const wait = hints.listen("sealed")
    const lookAgain = Effect.gen(function* () {
      yield* somebodyWatches.await
      yield* wait(lookFloor)
      if (watchedJobs.size > 0) yield* look
      yield* Effect.sleep(lookEvery)
    }).pipe(Effect.catchCause((cause) => Effect.logWarning("Jobs could not be looked at", cause)))
    yield* Effect.forkScoped(Effect.forever(lookAgain))

    const count = (account: string, more: 1 | -1) => {
      const followers = (followersOf.get(account) ?? 0) + more
      if (followers === 0) followersOf.delete(account)
      else followersOf.set(account, followers)
    }

    const join = ({ account, job }: OwnJob, latest: JobRecord) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const watched = watchedJobs.get(job) ?? { latest, followers: 0, news: Latch.makeUnsafe() }
          tell(watched, latest)
          watched.followers++
          count(account, 1)
          watchedJobs.set(job, watched)
          somebodyWatches.openUnsafe()
          return watched
        }),
        (watched) =>
          Effect.sync(() => {
            watched.followers--
            count(account, -1)
            if (watched.followers === 0) watchedJobs.delete(job)
            if (watchedJobs.size === 0) somebodyWatches.closeUnsafe()
          })
      )

    return Progress.of({
      follow: (own) =>
        Effect.map(
          Effect.flatMap(find(own), (latest) => join(own, latest)),
          following
        ),
      isCrowded: (account) => (followersOf.get(account) ?? 0) >= followersMax
    })
  })
)
