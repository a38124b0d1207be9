/**
 * One per job that has work, in the whole cluster: it sees to it that its chunks are worked at, on all
 * nodes. It has no state that lasts and takes no orders: what is to be done is the job's row. So it
 * needs no message that must not be lost; whoever finds a job that nobody tends wakes it.
 */
import { Duration, Effect } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { shardGroups } from "../../cluster/Cluster.ts"
import { ChunkWork, chunkWorkId } from "./ChunkWork.ts"
import { runJob } from "./runJob.ts"
import type { HandOut } from "./runJob.ts"

export const JobRun = Entity.make("JobRun", [
  /** There is something to do. Answers when that is over; nobody need wait for it. */
  Rpc.make("Wake").annotate(
    // The work is part of the message, so that the actor stays as long as there is work.
    ClusterSchema.InterruptOnTermination,
    true
  )
]).annotate(ClusterSchema.ShardGroup, () => shardGroups.jobs)

const limits = {
  /** Who wakes one that is awake is answered at once. */
  concurrency: "unbounded",
  /** One that works, and a poke of each node. */
  mailboxCapacity: 256,
  /** It can be made anew at any time. */
  maxIdleTime: Duration.seconds(30),
  disableFatalDefects: true
} as const

/** A node that could not be reached is asked again after a while. */
const restAfterTrouble = Duration.seconds(1)

export const layer = JobRun.toLayer(
  Effect.gen(function* () {
    const { entityId: id } = yield* Entity.CurrentAddress
    const workers = yield* ChunkWork.client
    let isAwake = false

    const handOut: HandOut = ({ accountId }, chunk) =>
      workers(chunkWorkId({ job: id, chunk }))
        .Work({ account: accountId })
        .pipe(
          Effect.catchCause((cause) =>
            Effect.andThen(
              Effect.logDebug(`Chunk ${chunk} of job ${id} has come back undone`, cause),
              Effect.sleep(restAfterTrouble)
            )
          )
        )

    const run = runJob(id, handOut).pipe(
      // It has ended, and may be gone already.
      Effect.catchTag(["JobNotFound", "JobFinished"], () => Effect.void),
      Effect.catchTag("StoreUnavailable", (error) =>
        Effect.logWarning(`Job ${id} stands still for now`, error)
      ),
      Effect.ensuring(
        Effect.sync(() => {
          isAwake = false
        })
      )
    )

    return JobRun.of({
      Wake: () =>
        Effect.suspend(() => {
          if (isAwake) return Effect.void
          isAwake = true
          return run
        })
    })
  }),
  limits
)
