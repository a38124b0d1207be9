/**
 * Lets pages of other origins check addresses with a browser key (Fetch Standard, "CORS protocol"). Only
 * `GET /verify` takes one. Each origin is answered by its own name, never by `*`, and never with credentials.
 *
 * A preflight has no key, so any origin may ask. The request itself is refused to a foreign origin
 * (middleware/withinTerms.ts), by an answer that the page can read. Without a browser key there are no headers for
 * other origins: no page reads what a secret key or a session is answered.
 */
import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"

import { verifyRoute } from "../activity/activityRows.ts"
import { isBrowserKey } from "../platform/config/apiKeyFormat.ts"

/** Seconds. Chromium keeps a preflight for two hours at most. */
const preflightLifetime = 7_200

/** What a form may tell its visitor or its author beside the body. */
const exposed = [
  "Retry-After",
  "X-Error-Code",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id"
].join(", ")

const ofOrigin = (origin: string) => ({ "access-control-allow-origin": origin, vary: "Origin" })

const preflight = (origin: string) =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      ...ofOrigin(origin),
      "access-control-allow-methods": "GET",
      "access-control-allow-headers": "X-API-Key, Authorization",
      "access-control-max-age": String(preflightLifetime)
    }
  })

/** Visible ASCII: what is sent back can be no other header. */
const isSendable = (origin: string): boolean => /^[!-~]+$/.test(origin)

/** The second one is that of Emailable, whose public keys are for pages, too (dropin/emailable.ts). */
const checks = [verifyRoute, "/v1/verify"]

const isOfVerify = (url: string): boolean =>
  checks.some(
    (path) => url.startsWith(path) && (url.length === path.length || url[path.length] === "?")
  )

type Response<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

export const crossOrigin = <E, R>(
  handle: Response<E, R>
): Response<E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url, headers }) => {
    const { origin } = headers
    if (origin === undefined || !isOfVerify(url) || !isSendable(origin)) return handle
    if (method === "OPTIONS")
      return headers["access-control-request-method"] === undefined
        ? handle
        : Effect.sync(() => preflight(origin))
    if (!isBrowserKey(headers["x-api-key"] ?? "")) return handle
    const readable = (response: HttpServerResponse.HttpServerResponse) =>
      HttpServerResponse.setHeaders(response, {
        ...ofOrigin(origin),
        "access-control-expose-headers": exposed
      })
    // A response of the router is on its way when it comes here; one of a middleware is not.
    return handle.pipe(
      HttpEffect.withPreResponseHandler((_request, response) => Effect.succeed(readable(response))),
      Effect.map(readable)
    )
  })
