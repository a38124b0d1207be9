/**
 * The actor of one chunk in work, unique in the cluster. Its id names the chunk and so determines its node.
 * It has no persistent state: the chunk's table row says what is done and holds the lease.
 */
import { withSlowFactsOf } from "@rcpt/verifier/catchUp"
import type { Resolver } from "@rcpt/verifier/dns/Resolver"
import { slowFactsWaitMax } from "@rcpt/verifier/limits"
import type { Lists } from "@rcpt/verifier/lists/Lists"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect, Schema } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import type { SqlClient } from "effect/sql"

import { shardGroups } from "../../platform/Cluster.ts"
import type { Config } from "../../platform/Config.ts"
import { keepRenewed, leases } from "../../platform/leasedRows.ts"
import type { Secrets } from "../../platform/Secrets.ts"
import { serviceSpans, traced } from "../../platform/spans.ts"
import type { EgressHealth } from "../../probing/egress/EgressHealth.ts"
import type { ProbeRow } from "../../probing/queue/ProbeRow.ts"
import { Chunks } from "../Chunks.ts"
import type { ChunkId, ClaimedChunk } from "../Chunks.ts"
import { Jobs } from "../Jobs.ts"
import { findKnown } from "../knownResults.ts"
import type { SettledRow } from "../results/keepResults.ts"
import { Settlements } from "../Settlements.ts"
import type { SettleResult } from "../Settlements.ts"
import { BulkThrottle } from "./BulkThrottle.ts"
import { giveUp } from "./giveUp.ts"
import { isLate, isSettled, verifyRowOf } from "./verifyRow.ts"
import type { LateRow, VerifiedRow } from "./verifyRow.ts"

// Works on a claimed chunk. Verified rows are settled every second, so that the job's progress is visible
// and little work is repeated; settling also shows when the job has ended.
//
//   rows ──by domain, in the account's turn──▶ verified ──▶ settled, or deferred to the probe queue
//                                                 └──▶ late: judged last, when registry and blocklists
//                                                      have answered about the domain
//
// An interruption loses the last second of work and nothing else: the next worker verifies the rows
// without a result.

/** After a crash, the chunk is claimable again after this time. */
const { lasts: leaseLasts, renewed: renewEvery } = leases.job_chunk

/** Progress is visible at least this often. */
const settleEvery = Duration.seconds(1)

/** Tasks of one chunk that wait for a turn at once; all chunks together have more than can run. */
const tasksAtOnce = 32

/** The work on this chunk is obsolete: its job has ended, or another worker has claimed it. */
class ChunkObsolete extends Schema.TaggedError<ChunkObsolete>()("ChunkObsolete", {}) {}

const domainOf = ({ verification: { evidence } }: LateRow): string => evidence.domain?.domain ?? ""

/**
 * Waits for all domains at once, without a turn of the throttle; the rows of a domain get the same facts.
 */
const judgeLate = <E, R>(
  late: ReadonlyArray<LateRow>,
  judgeRows: (rows: ReadonlyArray<LateRow>) => Effect.Effect<void, E, R>
) =>
  Effect.forEach(
    Map.groupBy(late, domainOf).values(),
    (rows) =>
      Effect.gen(function* () {
        const { catchUp } = yield* Verifier
        const known = yield* catchUp(rows[0]!.verification, slowFactsWaitMax)
        yield* judgeRows(
          rows.map(({ row, verification }) => ({
            row,
            verification: withSlowFactsOf(verification, known)
          }))
        )
      }),
    { concurrency: "unbounded", discard: true }
  )

/** The rows with an earlier result of the account, if the job takes those. */
const knownRows = Effect.fnUntraced(function* (chunk: ClaimedChunk) {
  const { knownSince, mode, rows, brought } = chunk
  if (knownSince === null) return []
  const emails = rows.map(([, email]) => email)
  const owner = { ...chunk, hasFeedback: chunk.feedbackKey !== undefined }
  const known = yield* findKnown(owner, { emails, mode, since: knownSince.getTime(), brought })
  return rows.flatMap(([row, email]): ReadonlyArray<SettledRow> => {
    const found = known.get(email)
    return found === undefined ? [] : [{ row, email, result: found.row }]
  })
})

const verifyAll = Effect.fnUntraced(function* (
  chunk: ClaimedChunk,
  onVerified: (verified: ReadonlyArray<VerifiedRow>) => void
) {
  const throttle = yield* BulkThrottle
  const { verifyRow, judgeRow } = yield* verifyRowOf(chunk)
  const known = yield* throttle.ofTransaction(knownRows(chunk))
  onVerified(known)
  const isKnown = new Set(known.map(({ row }) => row))
  const rows = chunk.rows.filter(([row]) => !isKnown.has(row))
  const late: Array<LateRow> = []
  const verifyTask = (task: ClaimedChunk["rows"]) =>
    Effect.forEach(task, ([row, email]) => verifyRow(row, email)).pipe(
      traced(serviceSpans.chunkRows, { rows: task.length }),
      throttle.ofRows(chunk.account, task.length),
      Effect.map((all) => {
        late.push(...all.filter(isLate))
        onVerified(all.filter((row): row is VerifiedRow => !isLate(row)))
      })
    )
  yield* Effect.forEach(
    groupByDomain(rows),
    (tasks) => Effect.forEach(tasks, verifyTask, { discard: true }),
    { concurrency: tasksAtOnce, discard: true }
  )
  if (late.length === 0) return
  yield* judgeLate(late, (rows) =>
    Effect.forEach(rows, judgeRow).pipe(
      throttle.ofRows(chunk.account, rows.length),
      Effect.map(onVerified)
    )
  ).pipe(throttle.whileChunkWaits(chunk.account))
})

/** A completed job has all its results, including the caller's. */
const isObsolete = ({ status }: SettleResult): boolean =>
  status !== "pending" && status !== "processing" && status !== "complete"

const failIfObsolete = (settling: Effect.Effect<SettleResult>) =>
  Effect.flatMap(settling, (result) => (isObsolete(result) ? new ChunkObsolete() : Effect.void))

const store = (job: string, verified: ReadonlyArray<VerifiedRow>) => {
  const settled: ReadonlyArray<SettledRow> = verified.filter(isSettled)
  const deferred = verified.filter((row): row is ProbeRow => !isSettled(row))
  return Effect.gen(function* () {
    const { settle, defer } = yield* Settlements
    const { ofTransaction } = yield* BulkThrottle
    if (deferred.length > 0) yield* failIfObsolete(ofTransaction(defer(job, deferred)))
    if (settled.length > 0) yield* failIfObsolete(ofTransaction(settle({ job, rows: settled })))
  }).pipe(traced(serviceSpans.chunkSettled, { settled: settled.length, queued: deferred.length }))
}

/** Ends when another worker has the chunk. */
const renewLease = (chunk: ClaimedChunk) =>
  keepRenewed(
    Chunks.use(({ renew }) => renew(chunk, leaseLasts)).pipe(
      Effect.flatMap((isHeld) => (isHeld ? Effect.void : new ChunkObsolete()))
    ),
    renewEvery,
    (cause) => Effect.logDebug("The lease of a chunk could not be renewed", cause)
  )

type Requirements =
  | EgressHealth
  | Chunks
  | Settlements
  | Verifier
  | BulkThrottle
  | Config
  | Resolver
  | Lists
  | Secrets
  | SqlClient.SqlClient

/** False: some rows are still to be verified, now or by another worker. */
export const workChunk = (chunk: ClaimedChunk): Effect.Effect<boolean, never, Requirements> =>
  Effect.gen(function* () {
    const { finish } = yield* Chunks
    const unstored: Array<VerifiedRow> = []

    /** Storing rows twice is harmless, so they are dropped only once they are known to be stored. */
    const flush = Effect.suspend(() => {
      const batch = unstored.slice()
      const drop = Effect.sync(() => void unstored.splice(0, batch.length))
      return batch.length === 0 ? Effect.void : Effect.andThen(store(chunk.job, batch), drop)
    })
    const flushing = Effect.forever(Effect.andThen(Effect.sleep(settleEvery), flush))

    yield* Effect.raceAllFirst([
      verifyAll(chunk, (verified) => void unstored.push(...verified)),
      flushing,
      renewLease(chunk)
    ])
    yield* flush
    return yield* finish(chunk)
  }).pipe(
    Effect.catchTag("ChunkObsolete", () => Effect.succeed(false)),
    traced(
      serviceSpans.chunk,
      { job: chunk.job, chunk: chunk.chunk, rows: chunk.rows.length },
      (done) => ({ done })
    )
  )

// Divides the rows of a chunk into tasks by domain: the first row of a domain waits for DNS, the others
// use its cached answer.
//
// Small domains share a task. Starting a task costs more than verifying a row from the cache, and most
// lists of companies have one or two rows per domain.

type ChunkRow = ClaimedChunk["rows"][number]

/** A task is about a millisecond if the DNS answers are cached. */
export const rowsOfTaskMax = 50

/**
 * A domain with so many rows has tasks of its own. If the answers of all domains of a shared task are
 * slow, they are waited for one after the other.
 */
export const rowsOfSharedTask = 10

/** The domain of a row, for grouping only: the verifier parses the address itself. */
const rowDomain = ([, email]: ChunkRow): string =>
  email.slice(email.lastIndexOf("@") + 1).toLowerCase()

const tasksOf = (rows: ReadonlyArray<ChunkRow>): ReadonlyArray<ReadonlyArray<ChunkRow>> =>
  Array.from({ length: Math.ceil(rows.length / rowsOfTaskMax) }, (_, at) =>
    rows.slice(at * rowsOfTaskMax, (at + 1) * rowsOfTaskMax)
  )

/** Tasks of one array run one after the other. Domains and rows are mostly in the order of the file. */
export const groupByDomain = (
  rows: ReadonlyArray<ChunkRow>
): ReadonlyArray<ReadonlyArray<ReadonlyArray<ChunkRow>>> => {
  const groups: Array<ReadonlyArray<ReadonlyArray<ChunkRow>>> = []
  let shared: Array<ChunkRow> = []
  for (const ofDomain of Map.groupBy(rows, rowDomain).values()) {
    if (ofDomain.length >= rowsOfSharedTask) groups.push(tasksOf(ofDomain))
    else shared.push(...ofDomain)
    if (shared.length < rowsOfSharedTask) continue
    groups.push([shared])
    shared = []
  }
  return shared.length === 0 ? groups : [...groups, [shared]]
}

export const ChunkWork = Entity.make("ChunkWork", [
  /** Answers when the chunk is done or cannot be done now. Idempotent. */
  Rpc.make("Work", { payload: { account: Schema.String } }).annotate(
    // The work has no time limit, and another node can continue the work.
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
  /** One message comes from the job's actor; two while that actor moves to another node. */
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
    return yield* chunks.claim({ job, chunk }, leaseLasts).pipe(
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
 * Works on the rows of one claim. True: there may be more to claim. A claim is not interrupted: its lease
 * would stay in the table without a node that releases it.
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
