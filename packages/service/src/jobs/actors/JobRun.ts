/**
 * The actor of one job with work to do, unique in the cluster: it dispatches the job's chunks to all nodes.
 * It has no persistent state, since the tables say what is to be done. So its messages may be lost: every
 * node notifies the actors of unattended jobs.
 */
import { isFinished } from "@rcpt/domain/Job"
import { alignedSchedule } from "@rcpt/store/alignedSchedule"
import { Duration, Effect, Queue } from "effect"
import type { Cause, Scope } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"

import { shardGroups } from "../../platform/Cluster.ts"
import type { Cluster } from "../../platform/Cluster.ts"
import { keepRenewed, leases } from "../../platform/leasedRows.ts"
import { Chunks } from "../Chunks.ts"
import type { JobRecord } from "../JobRecord.ts"
import { Jobs } from "../Jobs.ts"
import type { JobNotActive } from "../Jobs.ts"
import { ChunkWork, chunkWorkId } from "./ChunkWork.ts"

// Keeps some chunks of a job dispatched until none is left to work on.
//
//   claimable ──▶ dispatched, to the node that its id falls on ──▶ done
//      ▲              │
//      └──────────────┘ lease expired: the node died, or the chunk failed
//
// The state of chunks is in the tables; this only dispatches them. Two runs of one job dispatch the same
// chunks, and the first worker to claim a chunk gets it.

/**
 * Chunks that a job dispatches at once, over all nodes: enough for three nodes, too few to fill one
 * (`BulkThrottle`).
 */
const dispatchedMax = 8

/** After a crash, the job is unattended after this time; then it is notified (`keepNotifying`). */
const { lasts: leaseLasts, renewed: renewEvery } = leases.job

/** Work on a job stops at most this long after its cancellation. */
const statusCheckEvery = Duration.seconds(1)

/** A chunk without an answer in this time may be dispatched again: its node may be frozen. */
const chunkWaitMax = Duration.minutes(10)

/** Sends a chunk to its actor, and returns when the work has ended, successful or not. */
type DispatchChunk = (job: JobRecord, chunk: number) => Effect.Effect<void>

interface Dispatched {
  readonly chunks: Set<number>
  /** Chunks whose dispatch has returned. */
  readonly returned: Queue.Queue<number>
  readonly dispatch: DispatchChunk
}

/** A chunk that is dispatched but not yet claimed is still claimable; it is left out here. */
const chunksToDispatch = (job: string, { chunks }: Dispatched) =>
  Effect.gen(function* () {
    const room = dispatchedMax - chunks.size
    if (room === 0) return []
    const claimable = yield* Chunks.use((service) => service.claimable(job, room + chunks.size))
    return claimable.filter((chunk) => !chunks.has(chunk)).slice(0, room)
  })

const dispatchMore = Effect.fnUntraced(function* (job: JobRecord, dispatched: Dispatched) {
  const chunks = yield* chunksToDispatch(job.id, dispatched)
  if (chunks.length > 0 && job.status === "pending") yield* Jobs.use(({ start }) => start(job.id))
  for (const chunk of chunks) {
    dispatched.chunks.add(chunk)
    yield* dispatched
      .dispatch(job, chunk)
      .pipe(
        Effect.timeoutOption(chunkWaitMax),
        Effect.ensuring(Queue.offer(dispatched.returned, chunk)),
        Effect.forkScoped
      )
  }
})

/** Renews the job's lease until the scope closes, and then releases it. */
const holdLease = (id: string): Effect.Effect<void, never, Jobs | Scope.Scope> =>
  Effect.gen(function* () {
    const { renewLease } = yield* Jobs
    const logTrouble = (cause: Cause.Cause<never>) =>
      Effect.logDebug(`The lease of job ${id} could not be renewed`, cause)
    const renewFor = (duration: Duration.Duration) => renewLease(id, duration)
    yield* Effect.addFinalizer(() => Effect.catchCause(renewFor(Duration.zero), logTrouble))
    yield* Effect.catchCause(renewFor(leaseLasts), logTrouble)
    yield* Effect.forkScoped(keepRenewed(renewFor(leaseLasts), renewEvery, logTrouble))
  })

/** Returns when no chunk is left to dispatch, or the job has ended. */
export const runJob = (
  id: string,
  dispatch: DispatchChunk
): Effect.Effect<void, JobNotActive, Chunks | Jobs> =>
  Effect.gen(function* () {
    const { get } = yield* Jobs
    const returned = yield* Queue.unbounded<number>()
    const dispatched: Dispatched = { chunks: new Set(), returned, dispatch }
    yield* holdLease(id)
    while (true) {
      const job = yield* get(id)
      if (isFinished(job)) return
      yield* dispatchMore(job, dispatched)
      if (dispatched.chunks.size === 0) return
      const ended = yield* Effect.timeoutOption(Queue.takeAll(returned), statusCheckEvery)
      if (ended._tag === "Some") for (const chunk of ended.value) dispatched.chunks.delete(chunk)
    }
  }).pipe(Effect.scoped)

export const JobRun = Entity.make("JobRun", [
  /** Says that there is work to do. Answers when it is done; callers need not wait. */
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

// Notifies the actors of unattended jobs: new jobs, and those whose node has died. Every node does so; the
// actor of a running job ignores it.

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

/** Does one round. */
const notifyUnattended = Effect.gen(function* () {
  const { unattended } = yield* Jobs
  yield* Effect.forEach(yield* unattended(jobsPerRound), notifyJob, {
    concurrency: notifiedAtOnce,
    discard: true
  })
})

export const keepNotifying = notifyUnattended.pipe(
  Effect.catchCause((cause) => Effect.logWarning("Unattended jobs could not be notified", cause)),
  Effect.repeat(alignedSchedule(notifyEvery))
)
