/**
 * Serves the dashboard. The path of a file gets the file; any other path that a browser opens gets
 * `index.html`, which routes in the browser. Paths of the API are not affected.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"

import { docsPath } from "../allowedMethods.ts"
import { healthPaths } from "../health.ts"
import { pageHeaders, sendFile } from "../staticFiles/sendFile.ts"
import type { StaticFile } from "../staticFiles/StaticFile.ts"
import { Dashboard } from "./Dashboard.ts"
import type { Bundle } from "./readBundle.ts"
import { waitingPage } from "./waitingPage.ts"

/** Paths for programs: an unknown path below them is a 404 and no page. Scrapers try `/metrics`. */
const apiPaths = ["/api", docsPath, "/metrics", ...healthPaths]

const isApiPath = (path: string): boolean =>
  apiPaths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))

const acceptsHtml = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  /(?:^|[\s,])text\/html(?=$|[\s,;])/i.test(headers["accept"] ?? "")

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
      return HttpServerResponse.setHeaders(waitingPage(state), pageHeaders)
    }
    const file = fileFor(state.bundle, path, request)
    return file === undefined ? yield* notFound : sendFile(file, request)
  })
)
