/**
 * One per chunk that is in work, in the whole cluster: its id says which, and so on which node. It
 * does not last: the chunk's row says what is done, and a claim on it that nobody else is at it.
 */
import { Duration, Effect, Schema } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { shardGroups } from "../../cluster/Cluster.ts"
import { Chunks } from "../Chunks.ts"
import type { ChunkId } from "../Chunks.ts"
import { Jobs } from "../Jobs.ts"
import { claimLasts, workChunk } from "./workChunk.ts"
import { WorkShare } from "./WorkShare.ts"

export const ChunkWork = Entity.make("ChunkWork", [
  /** Answers when the chunk is done, or cannot be for now. Of no harm, however often it comes. */
  Rpc.make("Work", { payload: { account: Schema.String } }).annotate(
    // It takes as long as it takes, and whoever comes next goes on where it was.
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
  /** Who comes second finds the chunk claimed, and is told so at once. */
  concurrency: "unbounded",
  /** One of a job that is tended; two while it changes nodes. */
  mailboxCapacity: 16,
  /** A chunk is worked at once. */
  maxIdleTime: Duration.seconds(10),
  disableFatalDefects: true
} as const

const work = Effect.fnUntraced(function* ({ job, chunk }: ChunkId) {
  const chunks = yield* Chunks
  const { fail } = yield* Jobs
  const claim = yield* chunks.claim({ job, chunk }, claimLasts).pipe(
    Effect.catchTag("UploadUnreadable", ({ cause }) =>
      Effect.logError(`Chunk ${chunk} of job ${job} cannot be read`, cause).pipe(
        Effect.andThen(fail(job, "upload_unreadable")),
        Effect.catchTag(["JobNotFound", "JobFinished"], () => Effect.void),
        Effect.as(undefined)
      )
    )
  )
  if (claim === undefined) return
  yield* Effect.onInterrupt(workChunk(claim), () => Effect.ignore(chunks.release(claim)))
})

export const layer = ChunkWork.toLayer(
  Effect.gen(function* () {
    const { entityId } = yield* Entity.CurrentAddress
    const share = yield* WorkShare
    return ChunkWork.of({
      Work: ({ payload: { account } }) =>
        work(chunkOf(entityId)).pipe(
          share.ofChunk(account),
          // The claim stays until it ends: what always breaks is not tried in a loop.
          Effect.orDie,
          Effect.catchDefect((defect) =>
            Effect.logWarning(`Chunk ${entityId} broke and is tried again`, defect)
          )
        )
    })
  }),
  limits
)
