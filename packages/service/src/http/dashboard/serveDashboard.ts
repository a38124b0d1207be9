/**
 * Serves the dashboard. The path of a file gets the file; any other path that a browser opens gets
 * `index.html`, which routes in the browser. Paths of the API are not affected.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"

import { docsPath } from "../allowedMethods.ts"
import { matches } from "../entityTag.ts"
import { healthPaths } from "../health.ts"
import { acceptedForm } from "./acceptedForm.ts"
import { Dashboard } from "./Dashboard.ts"
import type { Bundle, StaticFile } from "./readBundle.ts"
import { waitingPage } from "./waitingPage.ts"

/** Everything comes from this origin, nothing is inline, and no other site may frame the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join("; ")

/** `referrer-policy`: the URL of a page may contain an id, which other sites must not learn. */
const security = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY"
}

/** One year in seconds, historically the maximum (RFC 9111 §5.3). */
const cacheForever = "public, max-age=31536000, immutable"

/** Paths for programs: an unknown path below them is a 404 and no page. Scrapers try `/metrics`. */
const apiPaths = ["/api", docsPath, "/metrics", ...healthPaths]

const isApiPath = (path: string): boolean =>
  apiPaths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

const acceptsHtml = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  /(?:^|[\s,])text\/html(?=$|[\s,;])/i.test(headers["accept"] ?? "")

const send = (file: StaticFile, { headers }: HttpServerRequest.HttpServerRequest) => {
  const [encoding, { bytes, etag }] = acceptedForm(file.forms, headers["accept-encoding"])
  const head = {
    ...security,
    "content-security-policy": policy,
    "cache-control": file.isImmutable ? cacheForever : "no-cache",
    etag,
    vary: "Accept-Encoding"
  }
  if (matches(headers["if-none-match"], etag))
    return HttpServerResponse.empty({ status: 304, headers: head })
  return HttpServerResponse.uint8Array(bytes, {
    contentType: file.contentType,
    headers: { ...head, ...(encoding !== "identity" && { "content-encoding": encoding }) }
  })
}

/** A path with a file extension that names no file is a 404 and not the page. */
const isFileName = (path: string): boolean => /\.\w+$/.test(path)

const fileFor = (
  bundle: Bundle,
  path: string,
  request: HttpServerRequest.HttpServerRequest
): StaticFile | undefined => {
  const file = bundle.get(path)
  if (file) return file
  const isPage = path === "/" || (acceptsHtml(request) && !isFileName(path))
  return isPage ? bundle.get("/index.html") : undefined
}

/** `GET` of any path without a route of its own; the router serves `HEAD` with it too. */
export const layer = HttpRouter.add(
  "GET",
  "/*",
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const path = request.url.split("?", 1)[0]!
    // As if this route did not exist: responses.ts makes it a 404, or a 405 with the allowed methods.
    const notFound = new HttpServerError.HttpServerError({
      reason: new HttpServerError.RouteNotFound({ request })
    })
    if (isApiPath(path)) return yield* notFound
    const state = yield* Dashboard.use((dashboard) => dashboard.state)
    if (state.status === "off") return yield* notFound
    if (state.status !== "ready") {
      if (path !== "/" && !acceptsHtml(request)) return yield* notFound
      return HttpServerResponse.setHeaders(waitingPage(state), security)
    }
    const file = fileFor(state.bundle, path, request)
    return file === undefined ? yield* notFound : send(file, request)
  })
)
