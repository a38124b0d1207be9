/**
 * What every response has, whoever made it: an `X-Request-Id`, and, when it is an error, a body of
 * exactly `{"error": "<sentence>"}`. The cause of a 500 goes to the log under that id, never out.
 */
import { randomUUIDv7 } from "node:crypto"

import { Cause, Effect } from "effect"
import {
  HttpRouter,
  HttpServerRequest,
  HttpServerRespondable,
  HttpServerResponse
} from "effect/http"
import type { HttpServerError } from "effect/http"

import { allowedMethods } from "./allowedMethods.ts"

/** For errors that no handler worded. */
const sentences: Readonly<Record<number, string>> = {
  400: "invalid request",
  404: "not found",
  405: "method not allowed",
  413: "request too large",
  415: "unsupported content type",
  500: "internal error",
  503: "service unavailable"
}

/** A body that is too large, or none that we read, is a request that does not fit the contract. */
const misfits: ReadonlySet<number> = new Set([413, 415])

const problem = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.jsonUnsafe(
    { error: sentences[status] ?? "request failed" },
    { status: misfits.has(status) ? 400 : status, headers }
  )

const isJson = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.body._tag === "Uint8Array" && response.body.contentType === "application/json"

/** A path whose parameter is longer than any id has its method, and yet no route. */
const noRoute = (method: string, path: string): HttpServerResponse.HttpServerResponse => {
  const allowed = allowedMethods(path)
  return allowed.length === 0 || allowed.includes(method)
    ? problem(404)
    : problem(405, { allow: allowed.join(", ") })
}

/** The router ends a path at these, too; ours end at "?" alone (RFC 3986 §3.3, §3.4). */
const isOtherSpelling = (path: string): boolean => path.includes(";") || path.includes("#")

/** A defect may be a response that was thrown on purpose; all else is a bug or a lost database. */
const fromDefect = (defect: unknown) =>
  Effect.gen(function* () {
    if (HttpServerResponse.isHttpServerResponse(defect)) return defect
    const response = yield* HttpServerRespondable.toResponseOrElseDefect(defect, problem(500))
    if (response.status >= 500) yield* Effect.logError("Request failed", Cause.die(defect))
    return response
  })

export const layer = HttpRouter.middleware<{ handles: HttpServerError.HttpServerError }>()(
  (handle) =>
    Effect.gen(function* () {
      const requestId = randomUUIDv7()
      const { method, url } = yield* HttpServerRequest.HttpServerRequest
      // The path alone: an address in the query never reaches the log.
      const path = url.split("?", 1)[0]!
      // The router answers HEAD by GET; not where that would cost something.
      const allowed = allowedMethods(path)
      const costs = method === "HEAD" && allowed.length > 0 && !allowed.includes(method)
      const refused = costs || isOtherSpelling(path)
      const answer = refused ? Effect.succeed(noRoute(method, path)) : handle
      const response = yield* answer.pipe(
        Effect.catchTag("HttpServerError", (error) =>
          error.reason._tag === "RouteNotFound"
            ? Effect.succeed(noRoute(method, path))
            : Effect.die(error)
        ),
        Effect.catchDefect(fromDefect),
        Effect.annotateLogs({ requestId, method, path })
      )
      const worded =
        response.status >= 400 && !isJson(response) ? problem(response.status) : response
      return HttpServerResponse.setHeader(worded, "x-request-id", requestId)
    }),
  { global: true }
)
