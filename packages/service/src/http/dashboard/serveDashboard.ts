/**
 * Serves the dashboard. The path of a file gets the file; any other path that a browser opens gets
 * `index.html`, which routes in the browser. Paths of the API are not affected.
 */
import { createHash } from "node:crypto"

import { Effect } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"

import { docsPath } from "../allowedMethods.ts"
import { healthPaths } from "../health.ts"
import { pageHeaders, sendFile } from "../staticFiles.ts"
import type { StaticFile } from "../staticFiles.ts"
import { Dashboard } from "./Dashboard.ts"
import type { Bundle, State } from "./Dashboard.ts"

// The page shown while the dashboard is not ready. It reloads itself, without a script.

type WaitingState = Extract<State, { readonly status: "building" | "failed" }>

/** Seconds. A build takes two to ten. */
const reloadAfter = 2
/** Seconds. An operator may build it by hand. */
const reloadAfterFailure = 30

const style = `:root{color-scheme:light dark}body{max-width:38rem;margin:18vh auto 0;padding:0 1.5rem;
font:16px/1.6 system-ui,sans-serif}h1{font-size:1.4rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}`

/** The only style that the policy allows. */
const styleHash = createHash("sha256").update(style).digest("base64")

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;"
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => escapes[char] ?? "")

const contentOf = (state: WaitingState): readonly [title: string, text: string] =>
  state.status === "building"
    ? [
        "The dashboard is being built",
        "<p>This happens after an installation or an update, and takes a few seconds. This page " +
          "reloads automatically.</p>"
      ]
    : [
        "The dashboard could not be built",
        `<p>The API is not affected. Build output:</p><pre>${escapeHtml(state.reason)}</pre>` +
          "<p>The service tries again at its next start.</p>"
      ]

/** Sent with 200: a browser shows it, and no monitoring takes it for an error. */
const waitingPage = (state: WaitingState): HttpServerResponse.HttpServerResponse => {
  const [title, text] = contentOf(state)
  const seconds = state.status === "building" ? reloadAfter : reloadAfterFailure
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<title>${title} · rcpt</title>
<style>${style}</style>
<main>
<h1>${title}</h1>
${text}
<p><a href="${docsPath}">API reference</a></p>
</main>
</html>
`
  return HttpServerResponse.text(page, {
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy, "cache-control": "no-store" }
  })
}

/** Paths for programs: an unknown path below them is a 404 and no page. Scrapers try `/metrics`. */
const apiPaths = ["/api", "/oidc", docsPath, "/metrics", ...healthPaths]

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
export const serveDashboard = HttpRouter.add(
  "GET",
  "/*",
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const path = request.url.split("?", 1)[0]!
    // The answer is as if this route did not exist: responses.ts makes it a 404, or a 405 with the allowed
    // methods.
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
