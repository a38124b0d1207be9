/**
 * Keeps some chunks of a job dispatched until none is left to work on.
 *
 *   claimable ──▶ dispatched, to the node that its id falls on ──▶ done
 *      ▲              │
 *      └──────────────┘ lease expired: the node died, or the chunk failed
 *
 * The state of chunks is in the tables; this only dispatches them. Two runs of one job dispatch the same
 * chunks, and the first worker to claim a chunk gets it.
 */
import { isFinished } from "@rcpt/domain/Job"
import { Duration, Effect, Queue, Schedule } from "effect"
import type { Scope } from "effect"

import { Chunks } from "../Chunks.ts"
import type { JobRecord } from "../JobRecord.ts"
import { Jobs } from "../Jobs.ts"
import type { JobNotActive } from "../Jobs.ts"

/** Per job, over all nodes: enough for three nodes, too few to fill one (`BulkThrottle`). */
const dispatchedMax = 8

/** After a crash, the job is unattended after this time; then it is notified (`wakeJobs`). */
const leaseDuration = Duration.seconds(8)
const renewEvery = Duration.seconds(2)

/** Work on a job stops at most this long after its cancellation. */
const statusCheckEvery = Duration.seconds(1)

/** A chunk without an answer in this time may be dispatched again: its node may be frozen. */
const chunkWaitMax = Duration.minutes(10)

/** Sends a chunk to its actor, and returns when the work has ended, successful or not. */
export type DispatchChunk = (job: JobRecord, chunk: number) => Effect.Effect<void>

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
    const renewFor = (duration: Duration.Duration) =>
      Effect.catchCause(renewLease(id, duration), (cause) =>
        Effect.logDebug(`The lease of job ${id} could not be renewed`, cause)
      )
    yield* Effect.addFinalizer(() => renewFor(Duration.zero))
    yield* renewFor(leaseDuration)
    yield* Effect.forkScoped(Effect.repeat(renewFor(leaseDuration), Schedule.spaced(renewEvery)))
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
