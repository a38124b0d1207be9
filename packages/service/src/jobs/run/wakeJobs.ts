/**
 * Wakes jobs that have work and nobody who tends them: new ones, and those of a node that has died.
 * Every node does; a job that is awake does not mind.
 */
import { Duration, Effect, Schedule } from "effect"

import type { Cluster } from "../../cluster/Cluster.ts"
import { Jobs } from "../Jobs.ts"
import { JobRun } from "./JobRun.ts"

/** The longest that a job waits for somebody to notice it. */
const wakeEvery = Duration.seconds(2)

/** Of one round, the oldest; those that run make room for others. */
const wokenMax = 500
const wokenAtOnce = 64

/** One that takes longer is on its way to another node, and will be woken there. */
const wakeWaitMax = Duration.seconds(5)

/** For a job that has just come, so that nobody has to notice it. Nothing is lost when it fails. */
export const wakeJob = (job: string): Effect.Effect<void, never, Cluster> =>
  Effect.gen(function* () {
    const jobs = yield* JobRun.client
    // Told, not asked: it is awake for as long as there is work.
    yield* jobs(job)
      .Wake(undefined, { discard: true })
      .pipe(Effect.timeoutOption(wakeWaitMax), Effect.ignore)
  })

/** One round. */
export const wakeAll = Effect.gen(function* () {
  const { standingStill } = yield* Jobs
  yield* Effect.forEach(yield* standingStill(wokenMax), wakeJob, {
    concurrency: wokenAtOnce,
    discard: true
  })
})

export const run = wakeAll.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Jobs could not be woken", cause)),
  Effect.repeat(Schedule.spaced(wakeEvery))
)
