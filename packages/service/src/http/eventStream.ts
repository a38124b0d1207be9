/** The parts that all streams of server-sent events of the service share (WHATWG HTML §9.2). */
import { tooManyRequests } from "@rcpt/api/Problem"
import { Duration, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

import { RequestPlace } from "./inflightLimit.ts"

/** Proxies close a connection that is idle for a minute, some after 30 s. */
export const keepAliveEvery = Duration.seconds(15)

export const keepAliveComment = ": still there\n\n"

/** Milliseconds until a client connects again. */
export const reconnectAfter = 2_000

/** Seconds, for an account that has as many streams open as it may have. */
const crowdedRetryAfter = 5

export const crowded = (followersMax: number) =>
  tooManyRequests({ retryAfterSeconds: crowdedRetryAfter, limit: followersMax })

const headers = {
  // A cached event is out of date, and nginx would buffer events.
  "cache-control": "no-store",
  "x-accel-buffering": "no"
}

/** A stream that has begun is not in flight any more. */
export const eventStream = <R>(events: Stream.Stream<string, never, R>) =>
  Effect.gen(function* () {
    const { release } = yield* RequestPlace
    const services = yield* Effect.context<R>()
    const text = Stream.fromEffectDrain(release).pipe(
      Stream.concat(events),
      Stream.encodeText,
      Stream.provideContext(services)
    )
    return HttpServerResponse.stream(text, { contentType: "text/event-stream", headers })
  })
