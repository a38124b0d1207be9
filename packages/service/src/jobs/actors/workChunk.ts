/**
 * Works on a claimed chunk. Verified rows are settled every second, so that the job's progress is visible
 * and little work is repeated; settling also shows when the job has ended.
 *
 *   rows ──by domain, in the account's turn──▶ verified ──▶ settled, or deferred to the probe queue
 *                                                 └──▶ late: judged last, when registry and blocklists
 *                                                      have answered about the domain
 *
 * An interruption loses the last second of work and nothing else: the next worker verifies the rows
 * without a result.
 */
import { withSlowFactsOf } from "@rcpt/verifier/catchUp"
import type { Resolver } from "@rcpt/verifier/dns/Resolver"
import { slowFactsWaitMax } from "@rcpt/verifier/limits"
import { Verifier } from "@rcpt/verifier/Verifier"
import { Duration, Effect, Schedule, Schema } from "effect"
import type { SqlClient } from "effect/sql"

import type { Config } from "../../platform/Config.ts"
import { serviceSpans, traced } from "../../platform/spans.ts"
import type { ProbeRow } from "../../probing/queue/ProbeRow.ts"
import { Chunks } from "../Chunks.ts"
import type { ClaimedChunk } from "../Chunks.ts"
import type { SettledRow } from "../results/keepResults.ts"
import { Settlements } from "../Settlements.ts"
import type { SettleResult } from "../Settlements.ts"
import { BulkThrottle } from "./BulkThrottle.ts"
import { groupByDomain } from "./groupByDomain.ts"
import { isLate, isSettled, verifyRowOf } from "./verifyRow.ts"
import type { LateRow, VerifiedRow } from "./verifyRow.ts"

/** After a crash, the chunk is claimable again after this time. */
export const leaseDuration = Duration.seconds(8)
const renewEvery = Duration.seconds(2)

/** Progress is visible at least this often. */
const settleEvery = Duration.seconds(1)

/** Tasks of one chunk that wait for a turn at once; all chunks together have more than can run. */
const tasksAtOnce = 32

/** The work on this chunk is obsolete: its job has ended, or another worker has claimed it. */
class ChunkObsolete extends Schema.TaggedError<ChunkObsolete>()("ChunkObsolete", {}) {}

const domainOf = ({ verification: { evidence } }: LateRow): string => evidence.domain?.domain ?? ""

/** Waits for all domains at once and in nobody's turn; the rows of a domain get the same facts. */
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

const verifyAll = Effect.fnUntraced(function* (
  chunk: ClaimedChunk,
  onVerified: (verified: ReadonlyArray<VerifiedRow>) => void
) {
  const throttle = yield* BulkThrottle
  const { verifyRow, judgeRow } = yield* verifyRowOf(chunk)
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
    groupByDomain(chunk.rows),
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

const renewLease = (chunk: ClaimedChunk) =>
  Chunks.use(({ renew }) => renew(chunk, leaseDuration)).pipe(
    // The lease outlasts some failed renewals.
    Effect.catchDefect((defect) =>
      Effect.as(Effect.logDebug("The lease of a chunk could not be renewed", defect), true)
    ),
    Effect.flatMap((isHeld) => (isHeld ? Effect.void : new ChunkObsolete())),
    Effect.repeat(Schedule.spaced(renewEvery)),
    Effect.andThen(Effect.never)
  )

export type Requirements =
  | Chunks
  | Settlements
  | Verifier
  | BulkThrottle
  | Config
  | Resolver
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
