/**
 * The dashboard over HTTP. A path that names a file of it gets the file; any other that a browser
 * visits gets the page, which knows its own paths. The contract's paths stay the contract's.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"

import { Dashboard } from "../dashboard/Dashboard.ts"
import type { Bundle, StaticFile } from "../dashboard/readBundle.ts"
import { acceptedForm } from "./acceptedForm.ts"
import { docsPath } from "./allowedMethods.ts"
import { waitingPage } from "./dashboardWaiting.ts"
import { matches } from "./entityTag.ts"
import { healthPaths } from "./health.ts"

/** All of it comes from here, nothing is inline, and no page of anybody else may hold it. */
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

/** The address of a page may hold an id; other sites learn nothing of it. */
const security = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY"
}

/** A year in seconds, what RFC 9111 §5.3 of old called for ever. */
const forEver = "public, max-age=31536000, immutable"

/** What programs ask: a path of these that there is not is no page. `/metrics` is a scraper's. */
const programs = ["/api", docsPath, "/metrics", ...healthPaths]

const isProgram = (path: string): boolean =>
  programs.some((known) => path === known || path.startsWith(`${known}/`))

const wantsPage = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  /(?:^|[\s,])text\/html(?=$|[\s,;])/i.test(headers["accept"] ?? "")

const send = (file: StaticFile, { headers }: HttpServerRequest.HttpServerRequest) => {
  const [encoding, { bytes, etag }] = acceptedForm(file.forms, headers["accept-encoding"])
  const head = {
    ...security,
    "content-security-policy": policy,
    "cache-control": file.isImmutable ? forEver : "no-cache",
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

/** A name with a dot is a file's: one that there is not is missing, and no page in its place. */
const isFileName = (path: string): boolean => /\.\w+$/.test(path)

const fileFor = (
  bundle: Bundle,
  path: string,
  request: HttpServerRequest.HttpServerRequest
): StaticFile | undefined => {
  const file = bundle.get(path)
  if (file) return file
  const isPage = path === "/" || (wantsPage(request) && !isFileName(path))
  return isPage ? bundle.get("/index.html") : undefined
}

/** `GET` of whatever no other route has; the router answers `HEAD` by it. */
export const layer = HttpRouter.add(
  "GET",
  "/*",
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const path = request.url.split("?", 1)[0]!
    // As if this route were not there: responses.ts knows what the path takes instead.
    const notFound = new HttpServerError.HttpServerError({
      reason: new HttpServerError.RouteNotFound({ request })
    })
    if (isProgram(path)) return yield* notFound
    const state = yield* Dashboard.use((dashboard) => dashboard.state)
    if (state.is === "off") return yield* notFound
    if (state.is !== "there") {
      if (path !== "/" && !wantsPage(request)) return yield* notFound
      return HttpServerResponse.setHeaders(waitingPage(state), security)
    }
    const file = fileFor(state.bundle, path, request)
    return file === undefined ? yield* notFound : send(file, request)
  })
)
