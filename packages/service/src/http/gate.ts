/**
 * What is refused before anything is done for it: what is more than a node works at, for that would
 * make all of it slow until it times out together; and a request that does not say whom it asks.
 * Whoever watches over us is always answered.
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

/** Seconds: requests are answered in milliseconds, and balancers try another node at once. */
const retryAfter = "1"

const unavailable = () => refusal(503, "service unavailable", { "retry-after": retryAfter })

const isHealth = (url: string): boolean =>
  healthPaths.some((path) => url === path || url.startsWith(`${path}?`))

/** RFC 9112 §3.2: a request of HTTP/1.1 without Host is answered 400. */
const lacksHost = (request: HttpServerRequest.HttpServerRequest): boolean =>
  request.headers["host"] === undefined &&
  NodeHttpServerRequest.toIncomingMessage(request).httpVersion === "1.1"

/**
 * For an answer that lasts for hours and does next to nothing meanwhile: from now on it takes no place
 * of those that do.
 */
export const Leave = Context.Reference<Effect.Effect<void>>("@rcpt/service/http/gate/Leave", {
  defaultValue: () => Effect.void
})

/** A request is in flight until its answer is sent: a download for as long as it lasts. */
export const gate = (inflightMax: number) => {
  let inflight = 0
  return <E, R>(handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      if (lacksHost(request)) return Effect.succeed(refusal(400, "the Host header is required"))
      if (isHealth(request.url)) return handle
      if (inflight >= inflightMax) return Effect.succeed(unavailable())
      inflight++
      let isCounted = true
      const leave = Effect.sync(() => {
        if (isCounted) inflight--
        isCounted = false
      })
      return handle.pipe(Effect.provideService(Leave, leave), Effect.ensuring(leave))
    })
}
