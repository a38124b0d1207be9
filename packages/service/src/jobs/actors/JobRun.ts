/**
 * The actor of one job with work to do, unique in the cluster: it dispatches the job's chunks to all nodes.
 * It has no persistent state, since the tables say what is to be done. So its messages may be lost: every
 * node notifies the actors of unattended jobs.
 */
import { Duration, Effect } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { shardGroups } from "../../platform/Cluster.ts"
import { ChunkWork, chunkWorkId } from "./ChunkWork.ts"
import { runJob } from "./runJob.ts"
import type { DispatchChunk } from "./runJob.ts"

export const JobRun = Entity.make("JobRun", [
  /** There is work to do. Answers when it is done; callers need not wait. */
  Rpc.make("Wake").annotate(
    // The work is the message's handler, so the actor stays alive while there is work.
    ClusterSchema.InterruptOnTermination,
    true
  )
]).annotate(ClusterSchema.ShardGroup, () => shardGroups.jobs)

const limits = {
  /** While it runs, further messages are answered at once. */
  concurrency: "unbounded",
  /** The message that runs the job, and notifications from every node. */
  mailboxCapacity: 256,
  /** It can be recreated at any time. */
  maxIdleTime: Duration.seconds(30),
  disableFatalDefects: true
} as const

/** The wait before a chunk is dispatched again, for example if its node could not be reached. */
const pauseAfterFailure = Duration.seconds(1)

export const layer = JobRun.toLayer(
  Effect.gen(function* () {
    const { entityId: id } = yield* Entity.CurrentAddress
    const chunkWork = yield* ChunkWork.client
    let isRunning = false

    const dispatch: DispatchChunk = ({ accountId }, chunk) =>
      chunkWork(chunkWorkId({ job: id, chunk }))
        .Work({ account: accountId })
        .pipe(
          Effect.catchCause((cause) =>
            Effect.andThen(
              Effect.logDebug(`Chunk ${chunk} of job ${id} was not finished`, cause),
              Effect.sleep(pauseAfterFailure)
            )
          )
        )

    const run = runJob(id, dispatch).pipe(
      // The job has ended, or is removed.
      Effect.catchTag(["JobNotFound", "JobFinished"], () => Effect.void),
      // For example a lost database: no caller waits for an answer, and the job is notified again.
      Effect.catchDefect((defect) =>
        Effect.logWarning(`Job ${id} stopped and will be resumed`, defect)
      ),
      Effect.ensuring(
        Effect.sync(() => {
          isRunning = false
        })
      )
    )

    return JobRun.of({
      Wake: () =>
        Effect.suspend(() => {
          if (isRunning) return Effect.void
          isRunning = true
          return run
        })
    })
  }),
  limits
)
