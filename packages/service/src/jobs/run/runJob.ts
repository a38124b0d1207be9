/**
 * Keeps some chunks of a job out, until none is left that could be worked at.
 *
 *   open ──▶ out, at whichever node its id falls ──▶ done
 *    ▲          │
 *    └──────────┘ claim ended: node gone, chunk broken
 *
 * What is open and what is done stands in the tables: this only hands it out. Two that run the same
 * job at once hand out the same chunks, and each is worked at by whoever claims it first.
 */
import { isFinished } from "@rcpt/domain/Job"
import { Duration, Effect, Queue, Schedule } from "effect"
import type { Scope } from "effect"

import { Chunks } from "../Chunks.ts"
import type { JobRecord } from "../JobRecord.ts"
import { Jobs } from "../Jobs.ts"
import type { Ended } from "../Jobs.ts"

/** Of one job, over all nodes: enough for three of them, too few to fill one (`WorkShare`). */
const chunksOutMax = 8

/** After a crash a job lies idle for so long, and then until somebody pokes it (`wakeJobs`). */
const tendedFor = Duration.seconds(8)
const tendEvery = Duration.seconds(2)

/** How soon work stops when a job was cancelled, at most. */
const lookEvery = Duration.seconds(1)

/** Without an answer in this time a chunk may be handed out again: its node may be frozen. */
const chunkWaitMax = Duration.minutes(10)

/** Hands a chunk to whoever works at it, and comes back when it is over, however it went. */
export type HandOut = (job: JobRecord, chunk: number) => Effect.Effect<void>

interface Out {
  readonly chunks: Set<number>
  /** Those that have come back. */
  readonly back: Queue.Queue<number>
  readonly handOut: HandOut
}

/** Chunks that may be handed out. One that is out and not claimed yet is among the open ones. */
const openChunks = (job: string, { chunks }: Out) =>
  Effect.gen(function* () {
    const room = chunksOutMax - chunks.size
    if (room === 0) return []
    const open = yield* Chunks.use(({ open }) => open(job, room + chunks.size))
    return open.filter((one) => !chunks.has(one)).slice(0, room)
  })

const handOutMore = Effect.fnUntraced(function* (job: JobRecord, out: Out) {
  const open = yield* openChunks(job.id, out)
  if (open.length > 0 && job.status === "pending") yield* Jobs.use(({ start }) => start(job.id))
  for (const chunk of open) {
    out.chunks.add(chunk)
    yield* out
      .handOut(job, chunk)
      .pipe(
        Effect.timeoutOption(chunkWaitMax),
        Effect.ensuring(Queue.offer(out.back, chunk)),
        Effect.forkScoped
      )
  }
})

/** "I see to it" until the scope closes; then somebody else may at once. */
const tending = (id: string): Effect.Effect<void, never, Jobs | Scope.Scope> =>
  Effect.gen(function* () {
    const { tend } = yield* Jobs
    const tendFor = (lasts: Duration.Duration) => Effect.ignore(tend(id, lasts))
    yield* Effect.addFinalizer(() => tendFor(Duration.zero))
    yield* tendFor(tendedFor)
    yield* Effect.forkScoped(Effect.repeat(tendFor(tendedFor), Schedule.spaced(tendEvery)))
  })

/** Until nothing is left to hand out, or the job has ended. */
export const runJob = (id: string, handOut: HandOut): Effect.Effect<void, Ended, Chunks | Jobs> =>
  Effect.gen(function* () {
    const { look } = yield* Jobs
    const back = yield* Queue.unbounded<number>()
    const out: Out = { chunks: new Set(), back, handOut }
    yield* tending(id)
    while (true) {
      const job = yield* look(id)
      if (isFinished(job)) return
      yield* handOutMore(job, out)
      if (out.chunks.size === 0) return
      const ended = yield* Effect.timeoutOption(Queue.takeAll(back), lookEvery)
      if (ended._tag === "Some") for (const chunk of ended.value) out.chunks.delete(chunk)
    }
  }).pipe(Effect.scoped)
