/**
 * Refuses requests before any work is done for them: those over the limit of concurrent requests, which
 * would slow down all of them until they time out together, and those without a Host header. Health
 * checks are always served.
 */
import { randomUUIDv7 } from "node:crypto"

import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"

import { healthPaths } from "./health.ts"

const refusal = (status: number, error: string, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.jsonUnsafe(
    { error },
    { status, headers: { ...headers, "x-request-id": randomUUIDv7() } }
  )

/** Seconds. Most requests take milliseconds, and balancers try another node at once. */
const retryAfter = "1"

const unavailable = () => refusal(503, "service unavailable", { "retry-after": retryAfter })

const isHealth = (url: string): boolean =>
  healthPaths.some((path) => url === path || url.startsWith(`${path}?`))

/** RFC 9112 §3.2: an HTTP/1.1 request without Host gets 400. */
const lacksHost = (request: HttpServerRequest.HttpServerRequest): boolean =>
  request.headers["host"] === undefined &&
  NodeHttpServerRequest.toIncomingMessage(request).httpVersion === "1.1"

/**
 * Releases the slot of the current request. For a response that stays open for hours and is idle most
 * of the time.
 */
export const ReleaseSlot = Context.Reference<Effect.Effect<void>>(
  "@rcpt/service/http/inflightLimit/ReleaseSlot",
  { defaultValue: () => Effect.void }
)

/** A request is in flight until its response is sent, also when that is a long download. */
export const inflightLimit = (inflightMax: number) => {
  let inflight = 0
  return <E, R>(handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      if (lacksHost(request)) return Effect.succeed(refusal(400, "the Host header is required"))
      if (isHealth(request.url)) return handle
      if (inflight >= inflightMax) return Effect.succeed(unavailable())
      inflight++
      let holdsSlot = true
      const release = Effect.sync(() => {
        if (holdsSlot) inflight--
        holdsSlot = false
      })
      return handle.pipe(Effect.provideService(ReleaseSlot, release), Effect.ensuring(release))
    })
}
