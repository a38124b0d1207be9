/**
 * Notifies the actors of unattended jobs: new jobs, and those whose node has died. Every node does so; the
 * actor of a running job ignores it.
 */
import { inStep } from "@rcpt/store/inStep"
import { Duration, Effect } from "effect"

import type { Cluster } from "../../platform/Cluster.ts"
import { Jobs } from "../Jobs.ts"
import { JobRun } from "./JobRun.ts"

/** The longest that an unattended job waits for its notification. */
const notifyEvery = Duration.seconds(2)

/** The oldest ones first; a job that runs is no longer unattended, and makes room for the next. */
const jobsPerRound = 500
const notifiedAtOnce = 64

/** An actor that takes longer is moving to another node, and is notified there. */
const notifyWaitMax = Duration.seconds(5)

/** Starts a new job without waiting for the next round. If it fails, the next round does it. */
export const notifyJob = (job: string): Effect.Effect<void, never, Cluster> =>
  Effect.gen(function* () {
    const jobs = yield* JobRun.client
    // The answer, which comes only when the work is done, is discarded.
    yield* jobs(job)
      .Wake(undefined, { discard: true })
      .pipe(Effect.timeoutOption(notifyWaitMax), Effect.ignore)
  })

/** One round. */
export const notifyUnattended = Effect.gen(function* () {
  const { unattended } = yield* Jobs
  yield* Effect.forEach(yield* unattended(jobsPerRound), notifyJob, {
    concurrency: notifiedAtOnce,
    discard: true
  })
})

export const run = notifyUnattended.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Unattended jobs could not be notified", cause)),
  Effect.repeat(inStep(notifyEvery))
)
