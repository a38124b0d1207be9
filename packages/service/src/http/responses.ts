/**
 * Gives every response what all have in common: an `X-Request-Id`, the headers of headers.ts and, for
 * errors, a body of exactly `{"error": "<sentence>"}` and a code (api/errors). The cause of a 500 is logged
 * with that id and never sent.
 */
import { randomUUIDv7 } from "node:crypto"

import { codedText } from "@rcpt/api/errors/codedTexts"
import { errorCodeHeader, headersOfError } from "@rcpt/api/errors/errorCodes"
import { CurrentError } from "@rcpt/api/errors/Sentence"
import type { AnySentence } from "@rcpt/api/errors/Sentence"
import { isUnavailable } from "@rcpt/store/unavailable"
import { Cause, Effect, Option } from "effect"
import {
  HttpRouter,
  HttpServerRequest,
  HttpServerRespondable,
  HttpServerResponse,
  HttpTraceContext
} from "effect/http"
import type { HttpServerError } from "effect/http"

import { CurrentRequest } from "../accounts/security/requestOrigin.ts"
import { agentFamily } from "../accounts/sessions/sessionRows.ts"
import { LedgerUnavailable } from "../ledger/Ledger.ts"
import { Config } from "../platform/Config.ts"
import { other } from "../platform/metrics/Meter.ts"
import { serviceSpans, traced } from "../platform/spans.ts"
import { allowedMethods, declaredPath } from "./allowedMethods.ts"
import { errorResponse } from "./errorResponse.ts"
import { addHeaders } from "./headers.ts"
import { CurrentLanguage, languageAskedFor } from "./language.ts"
import { clientAddress, countedAs } from "./middleware/clientAddress.ts"

/** The sentences for errors without a sentence of their own. */
const sentences: Readonly<Record<number, AnySentence>> = {
  400: "invalid request",
  404: "not found",
  405: "method not allowed",
  413: codedText("body_too_large", "it"),
  415: codedText("unsupported_content_type", "it"),
  500: "internal error",
  503: "service unavailable"
}

/** The contract has neither status: a body that is too large or of another type is a 400. */
const sentAs400: ReadonlySet<number> = new Set([413, 415])

const problem = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  errorResponse(
    sentAs400.has(status) ? 400 : status,
    sentences[status] ?? "request failed",
    headers
  )

const isJson = (response: HttpServerResponse.HttpServerResponse): boolean =>
  response.body._tag === "Uint8Array" && response.body.contentType === "application/json"

/** 404 also where the method is allowed: the router has no route for an overlong path parameter. */
const noRoute = (method: string, path: string): HttpServerResponse.HttpServerResponse => {
  const allowed = allowedMethods(path)
  return allowed.length === 0 || allowed.includes(method)
    ? problem(404)
    : problem(405, { allow: allowed.join(", ") })
}

/** The router ends a path at these characters too; it ends at "?" alone (RFC 3986 §3.3, §3.4). */
const hasPathDelimiter = (path: string): boolean => path.includes(";") || path.includes("#")

/** All waits that end with a `TimeoutError` are for the database (readTimeout.ts). */
const isDatabaseAway = (defect: unknown): boolean =>
  defect instanceof LedgerUnavailable || Cause.isTimeoutError(defect) || isUnavailable(defect)

const databaseAway = errorResponse(503, codedText("unavailable", "request"))

/** A defect may be a response that was thrown on purpose; any other is a lost database or a bug. */
const fromDefect = (defect: unknown) =>
  Effect.gen(function* () {
    if (HttpServerResponse.isHttpServerResponse(defect)) return defect
    if (isDatabaseAway(defect)) {
      yield* Effect.logWarning("Request not answered: the database is away", Cause.die(defect))
      return databaseAway
    }
    const response = yield* HttpServerRespondable.toResponseOrElseDefect(defect, problem(500))
    if (response.status >= 500) yield* Effect.logError("Request failed", Cause.die(defect))
    return response
  })

/** A request as log lines name it: never with its query or a part of its path, which may be an address. */
interface RequestName {
  readonly requestId: string
  readonly method: string
  /** The path as the contract declares it. */
  readonly route: string
  /** The trace id of the caller, if it has sent one. */
  readonly traceId?: string
}

/** The trace that a caller has begun, by its `traceparent` (W3C Trace Context). */
const traceOf = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  Option.getOrUndefined(HttpTraceContext.w3c(headers))

/** A defect becomes a response; its cause is logged with the name of the request. */
export const withoutDefects =
  (name: RequestName) =>
  <E, R>(handled: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    handled.pipe(Effect.catchDefect(fromDefect), Effect.annotateLogs({ ...name }))

/** Of a limit that does not say when it is whole again: when the next request is let through. */
const resetOf = ({ status, headers }: HttpServerResponse.HttpServerResponse) => {
  const wait = Number(headers["retry-after"])
  if (status !== 429 || headers["x-ratelimit-reset"] !== undefined) return {}
  return { "x-ratelimit-reset": String(Math.ceil(Date.now() / 1_000) + wait) }
}

/** Makes a response an error, with the body that every error has, and the headers that tell its code. */
const asError = (
  response: HttpServerResponse.HttpServerResponse,
  sentence: AnySentence | undefined
): HttpServerResponse.HttpServerResponse => {
  const sent = isJson(response) ? response : problem(response.status)
  const headers =
    sent.headers[errorCodeHeader] === undefined ? headersOfError(sent.status, sentence) : {}
  return HttpServerResponse.setHeaders(sent, { ...headers, ...resetOf(sent) })
}

/** Gives a response the request id and the headers that all responses have. */
export const finishing = (publicUrl: string | undefined) => {
  const add = addHeaders(publicUrl)
  return (
    response: HttpServerResponse.HttpServerResponse,
    requestId: string,
    sentence?: AnySentence
  ): HttpServerResponse.HttpServerResponse =>
    add(response.status >= 400 ? asError(response, sentence) : response, requestId)
}

/** No cache gives the answer in one language to a reader of another (RFC 9111 §4.1). */
const inLanguage = (response: HttpServerResponse.HttpServerResponse) => {
  const { vary } = response.headers
  return HttpServerResponse.setHeader(
    response,
    "vary",
    vary === undefined ? "Accept-Language" : `${vary}, Accept-Language`
  )
}

/** Characters of a website's origin: a name of DNS with scheme and port. More is cut off. */
const websiteCharsMax = 270

/** Visible ASCII, which is all that browsers send. */
const websiteOf = (origin = ""): string =>
  /^[!-~]+$/.test(origin) ? origin.slice(0, websiteCharsMax) : ""

/** Describes a request when something is to be recorded of it, which is rare. */
const describe =
  (addressOf: ReturnType<typeof clientAddress>) =>
  (requestId: string, request: HttpServerRequest.HttpServerRequest) =>
  () => ({
    requestId,
    address: countedAs(addressOf(request)),
    agent: agentFamily(request.headers["user-agent"]),
    website: websiteOf(request.headers["origin"])
  })

export const layer = HttpRouter.middleware<{ handles: HttpServerError.HttpServerError }>()(
  Effect.map(Config, ({ publicUrl, trustedProxies }) => {
    const finished = finishing(publicUrl)
    const described = describe(clientAddress(trustedProxies))
    return (handle) =>
      Effect.gen(function* () {
        const requestId = randomUUIDv7()
        const request = yield* HttpServerRequest.HttpServerRequest
        const { method, url } = request
        const trace = traceOf(request)
        // The path without the query: an address in it must not reach the log.
        const path = url.split("?", 1)[0]!
        // The router serves HEAD with the GET handler; refused where GET costs credits.
        const allowed = allowedMethods(path)
        const headCosts = method === "HEAD" && allowed.length > 0 && !allowed.includes(method)
        const refused = headCosts || hasPathDelimiter(path)
        const language = languageAskedFor(request, path)
        const draft: { sentence?: AnySentence } = {}
        const handled = refused ? Effect.succeed(noRoute(method, path)) : handle
        const response = yield* handled.pipe(
          Effect.catchTag("HttpServerError", (error) =>
            error.reason._tag === "RouteNotFound"
              ? Effect.succeed(noRoute(method, path))
              : Effect.die(error)
          ),
          withoutDefects({
            requestId,
            method,
            route: declaredPath(path) ?? other,
            ...(trace && { traceId: trace.traceId })
          }),
          traced(
            serviceSpans.request,
            { request_id: requestId, method },
            ({ status }) => ({ status }),
            [trace]
          ),
          Effect.provideService(CurrentRequest, described(requestId, request)),
          Effect.provideService(CurrentLanguage, language ?? "en"),
          Effect.provideService(CurrentError, draft)
        )
        const answer = finished(response, requestId, draft.sentence)
        return language === undefined ? answer : inLanguage(answer)
      })
  }),
  { global: true }
)
