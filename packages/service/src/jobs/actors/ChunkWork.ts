/**
 * The actor of one chunk in work, unique in the cluster. Its id names the chunk and so determines its node.
 * It has no persistent state: the chunk's table row says what is done and holds the lease.
 */
import { Duration, Effect, Schema } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { shardGroups } from "../../platform/Cluster.ts"
import { Chunks } from "../Chunks.ts"
import type { ChunkId, ClaimedChunk } from "../Chunks.ts"
import { Jobs } from "../Jobs.ts"
import { BulkThrottle } from "./BulkThrottle.ts"
import { giveUp } from "./giveUp.ts"
import { leaseDuration, workChunk } from "./workChunk.ts"

export const ChunkWork = Entity.make("ChunkWork", [
  /** Answers when the chunk is done or cannot be done now. Idempotent. */
  Rpc.make("Work", { payload: { account: Schema.String } }).annotate(
    // Of unlimited duration, and another node can continue the work.
    ClusterSchema.InterruptOnTermination,
    true
  )
]).annotate(ClusterSchema.ShardGroup, () => shardGroups.jobs)

const separator = "/"
export const chunkWorkId = ({ job, chunk }: ChunkId): string => `${job}${separator}${chunk}`
const chunkOf = (id: string): ChunkId => {
  const [job = "", chunk = ""] = id.split(separator)
  return { job, chunk: Number(chunk) }
}

const limits = {
  /** A second message finds the chunk claimed and is answered at once. */
  concurrency: "unbounded",
  /** One from the job's actor; two while that actor moves to another node. */
  mailboxCapacity: 16,
  /** After its chunk, the actor has nothing more to do. */
  maxIdleTime: Duration.seconds(10),
  disableFatalDefects: true
} as const

/** Answers whether the chunk is done. */
const handle = (claimed: ClaimedChunk) =>
  claimed.isGivenUp && claimed.rows.length > 0 ? giveUp(claimed) : workChunk(claimed)

const claim = ({ job, chunk }: ChunkId) =>
  Effect.gen(function* () {
    const chunks = yield* Chunks
    const { fail } = yield* Jobs
    return yield* chunks.claim({ job, chunk }, leaseDuration).pipe(
      Effect.catchTag("UploadUnreadable", ({ cause }) =>
        Effect.logError(`Chunk ${chunk} of job ${job} cannot be read`, cause).pipe(
          Effect.andThen(fail(job, "upload_unreadable")),
          Effect.catchTag(["JobNotFound", "JobFinished"], () => Effect.void),
          Effect.as(undefined)
        )
      )
    )
  })

const release = (claimed: ClaimedChunk) =>
  Chunks.use((chunks) =>
    Effect.catchCause(chunks.release(claimed), (cause) =>
      Effect.logDebug(`Chunk ${claimed.chunk} of job ${claimed.job} could not be released`, cause)
    )
  )

/**
 * The rows of one claim. True: there may be more to claim. A claim is not interrupted: its lease would be in
 * the table, and nobody would know that it is to be released.
 */
const workOnce = (id: ChunkId) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const claimed = yield* claim(id)
      if (claimed === undefined) return false
      const isDone = yield* Effect.onInterrupt(restore(handle(claimed)), () => release(claimed))
      const hasMore = !isDone && (claimed.isPart || claimed.isGivenUp)
      if (hasMore) yield* Chunks.use(({ pass }) => pass(claimed))
      return hasMore
    })
  )

const work = (chunk: ChunkId) =>
  Effect.asVoid(Effect.repeat(workOnce(chunk), { while: (hasMore) => hasMore }))

export const layer = ChunkWork.toLayer(
  Effect.gen(function* () {
    const { entityId } = yield* Entity.CurrentAddress
    const throttle = yield* BulkThrottle
    return ChunkWork.of({
      Work: ({ payload: { account } }) =>
        work(chunkOf(entityId)).pipe(
          throttle.ofChunk(account),
          // The lease is left to expire: that counts as a failure, and is not retried in a tight loop.
          Effect.catchDefect((defect) =>
            Effect.logWarning(`Chunk ${entityId} failed and will be retried`, defect)
          )
        )
    })
  }),
  limits
)
