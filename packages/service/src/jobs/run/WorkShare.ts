/**
 * How much of this node bulk jobs may have: a share for each account, whatever the number of its
 * jobs, and less of everything while somebody waits for an answer in real time.
 */
import { Verifier } from "@rcpt/verifier/Verifier"
import { Clock, Context, Duration, Effect, Layer, Semaphore } from "effect"

import { Turns } from "./Turns.ts"
import type { TurnLimits } from "./Turns.ts"

/**
 * A piece is at most 50 rows of one domain (`rowsOfSliceMax`), mostly fewer, and waits for DNS most
 * of the time. Warm rows take 25 µs each (measured): 200 are 5 ms of every turn of the event loop.
 */
const alone: TurnLimits = { atOnce: 128, ofAccount: 96, rowsPerTick: 200 }

/** So many ask DNS about as much as it is asked at once (`questionsAtOnceMax`), and no more. */
const besideRealTime: TurnLimits = { atOnce: 32, ofAccount: 24, rowsPerTick: 10 }

/** Requests come one after the other: who has just asked will ask again. */
const attentionAfterRequest = Duration.toMillis("50 millis")

/** Four fill all turns of rows; some more, while one or the other is being kept. */
const chunks: TurnLimits = { atOnce: 8, ofAccount: 6, rowsPerTick: Infinity }

/** Of all chunks together: the other connections are for whoever waits. */
const keptAtOnce = 2

type Around = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export class WorkShare extends Context.Service<
  WorkShare,
  {
    /** Verifies some rows when it is the account's turn. */
    readonly ofRows: (account: string, rows: number) => Around
    /** Works at a chunk when it is the account's turn. */
    readonly ofChunk: (account: string) => Around
    /** Keeps what has come of a chunk: a transaction of some size. */
    readonly keeping: Around
    /** Somebody waits for this one. */
    readonly realTime: Around
  }
>()("@rcpt/service/jobs/run/WorkShare") {}

export const layer: Layer.Layer<WorkShare> = Layer.effect(
  WorkShare,
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const permits = Semaphore.makeUnsafe(keptAtOnce)
    let underWay = 0
    let lastAt = -Infinity

    const isRealTime = () =>
      underWay > 0 || clock.currentTimeMillisUnsafe() - lastAt < attentionAfterRequest
    const rows = new Turns(() => (isRealTime() ? besideRealTime : alone))
    const chunksInWork = new Turns(() => chunks)

    return WorkShare.of({
      ofRows: (account, count) => rows.take(account, count),
      ofChunk: (account) => chunksInWork.take(account),
      keeping: (work) => permits.withPermit(work),
      realTime: (work) =>
        Effect.suspend(() => {
          underWay += 1
          return Effect.ensuring(
            work,
            Effect.sync(() => {
              underWay -= 1
              lastAt = clock.currentTimeMillisUnsafe()
            })
          )
        })
    })
  })
)

/** A verifier that is known to be asked in real time, unless it is told otherwise. */
export const realTimeFirst: Layer.Layer<Verifier, never, Verifier | WorkShare> = Layer.effect(
  Verifier,
  Effect.gen(function* () {
    const verifier = yield* Verifier
    const { realTime } = yield* WorkShare
    return {
      verify: (input, wishes) =>
        wishes?.urgency === "bulk"
          ? verifier.verify(input, wishes)
          : realTime(verifier.verify(input, wishes))
    }
  })
)
