/**
 * The pace of an upload: what the client must send in time, and how its size counts for the account's
 * rate limit. Both apply while the body is read, whose length the client need not state.
 */
import { CurrentAccount } from "@rcpt/api/Authentication"
import { Clock, Deferred, Effect, Schedule, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

import { RateLimits } from "../limits/RateLimits.ts"

/**
 * Octets a second that an upload must bring: 64 kbit/s, which is slower than any list of megabytes can
 * arrive within the time of a whole upload (listener.ts).
 */
export const octetsPerSecondMin = 8 * 1024

/** Seconds that an upload may fall behind that: a mobile client that changes its network takes 15. */
export const secondsBehindMax = 20

/** The client may not be reading, and what it still sends is not wanted: the connection is closed. */
const tooSlow = HttpServerResponse.jsonUnsafe(
  { error: `upload was slower than ${octetsPerSecondMin.toLocaleString("en")} bytes per second` },
  { status: 408, headers: { connection: "close" } }
)

const nanosPerSecond = 1e9

/** Only the time counts in which we wait for the client, not that of our own work. */
const watched = <E, R>(
  body: Stream.Stream<Uint8Array, E, R>,
  late: Deferred.Deferred<never>
): Stream.Stream<Uint8Array, E, R> =>
  Stream.transformPull(body, (pull) =>
    Effect.sync(() => {
      let secondsLeft = secondsBehindMax
      return Effect.gen(function* () {
        const from = yield* Clock.currentTimeNanos
        const pieces = yield* Effect.timeoutOrElse(pull, {
          duration: `${secondsLeft} seconds`,
          orElse: () => Effect.andThen(Deferred.die(late, tooSlow), Effect.never)
        })
        const waited = Number((yield* Clock.currentTimeNanos) - from) / nanosPerSecond
        const octets = pieces.reduce((sum, { length }) => sum + length, 0)
        const earned = octets / octetsPerSecondMin
        secondsLeft = Math.min(secondsBehindMax, Math.max(0, secondsLeft - waited) + earned)
        return pieces
      })
    })
  )

/** Reads a body; one that is too slow ends with a 408, and `read` is interrupted. */
export const requireProgress = <A, E, R, EB, RB>(
  body: Stream.Stream<Uint8Array, EB, RB>,
  read: (body: Stream.Stream<Uint8Array, EB, RB>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const late = yield* Deferred.make<never>()
    return yield* Effect.raceFirst(read(watched(body, late)), Deferred.await(late))
  })

/**
 * Octets that count as one request. Reading and storing a list takes 0.2 s of processor time per MiB,
 * that of 600 checks of 0.33 ms (measured 2026-11).
 */
export const octetsPerToken = 1_700

/** The largest part of a full bucket that one upload takes: requests go on beside it. */
const bucketPart = 1 / 2

/** A piece waits this long for its tokens at most: an upload is slowed, not refused midway. */
const attempts = Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "1 second" }))

/** Takes tokens for what has been read. The request itself has paid one before. */
export const payByOctets = <E, R>(
  body: Stream.Stream<Uint8Array, E, R>
): Stream.Stream<Uint8Array, E, R | CurrentAccount | RateLimits> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { accountId } = yield* CurrentAccount
      const limits = yield* RateLimits
      const most = Math.floor((limits.standing(accountId)?.burst ?? 0) * bucketPart)
      let octets = 0
      let paid = 1
      return Stream.tap(body, ({ length }) => {
        octets += length
        const due = Math.min(most, Math.floor(octets / octetsPerToken)) - paid
        if (due <= 0) return Effect.void
        paid += due
        return Effect.ignore(Effect.retry(limits.take(accountId, due), attempts))
      })
    })
  )
