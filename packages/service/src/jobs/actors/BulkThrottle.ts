/**
 * Limits bulk work on this node: a fair share for each account, however many jobs it has, and less for
 * all of them while real-time requests are in flight.
 */
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Context, Duration, Effect, Layer, Semaphore } from "effect"

import { FairScheduler } from "./FairScheduler.ts"
import type { FairSchedulerOptions } from "./FairScheduler.ts"

/**
 * A task is at most 50 rows of one domain, or some 10 rows of several (groupByDomain.ts), and waits for
 * DNS most of the time, for one domain at once. Cached rows take 25 µs each (measured): 200 are 5 ms of
 * each turn of the event loop.
 */
const rowLimits: FairSchedulerOptions = { atOnce: 128, perAccount: 96, rowsPerTick: 200 }

/** So many tasks ask about as many DNS questions as are asked at once (`questionsAtOnceMax`). */
const reducedRowLimits: FairSchedulerOptions = { atOnce: 32, perAccount: 24, rowsPerTick: 10 }

/** Requests often come one after the other, so the reduced limits stay for a while after the last. */
const reducedAfterRequest = Duration.toMillis("50 millis")

/** Four chunks supply enough rows for `rowLimits`; the rest make up for chunks that are being stored. */
const chunkLimits: FairSchedulerOptions = { atOnce: 8, perAccount: 6, rowsPerTick: Infinity }

/** Of all chunks together: the other connections are for requests. */
const transactionsAtOnce = 2

type Throttled = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export class BulkThrottle extends Context.Service<
  BulkThrottle,
  {
    /** Runs the verification of `rows` rows when it is the account's turn. */
    readonly ofRows: (account: string, rows: number) => Throttled
    /** Runs the work on a chunk when it is the account's turn. */
    readonly ofChunk: (account: string) => Throttled
    /** Lets other chunks have the turn of a running one, which waits for others and has no work. */
    readonly whileChunkWaits: (account: string) => Throttled
    /** Runs a transaction that stores results of a chunk. */
    readonly ofTransaction: Throttled
    /** Runs a real-time request: at once, and bulk work is reduced meanwhile. */
    readonly realTime: Throttled
  }
>()("@rcpt/service/jobs/actors/BulkThrottle") {}

export const layer: Layer.Layer<BulkThrottle> = Layer.effect(
  BulkThrottle,
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const transactions = Semaphore.makeUnsafe(transactionsAtOnce)
    let requests = 0
    let lastRequestAt = -Infinity

    const isReduced = () =>
      requests > 0 || clock.currentTimeMillisUnsafe() - lastRequestAt < reducedAfterRequest
    const rows = new FairScheduler(() => (isReduced() ? reducedRowLimits : rowLimits))
    const chunks = new FairScheduler(() => chunkLimits)

    return BulkThrottle.of({
      ofRows: (account, count) => rows.run(account, count),
      ofChunk: (account) => chunks.run(account),
      whileChunkWaits: (account) => chunks.lend(account),
      ofTransaction: (work) => transactions.withPermit(work),
      realTime: (work) =>
        Effect.suspend(() => {
          requests += 1
          return Effect.ensuring(
            work,
            Effect.sync(() => {
              requests -= 1
              lastRequestAt = clock.currentTimeMillisUnsafe()
            })
          )
        })
    })
  })
)

/** A Verifier that reports its calls as real-time requests, except those of urgency "bulk". */
export const realTimeFirst: Layer.Layer<Verifier, never, Verifier | BulkThrottle> = Layer.effect(
  Verifier,
  Effect.gen(function* () {
    const verifier = yield* Verifier
    const { realTime } = yield* BulkThrottle
    return {
      ...verifier,
      verify: (input, options) =>
        options?.urgency === "bulk"
          ? verifier.verify(input, options)
          : realTime(verifier.verify(input, options))
    }
  })
)
