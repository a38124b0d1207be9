/**
 * The API reference as a web page. The page is self-contained: the browser loads everything from this
 * service, so no third party learns who uses it or sees an API key that is tried out in it.
 */
import { Api } from "@rcpt/api/Api"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"

import { docsPath } from "./allowedMethods.ts"

/**
 * Scalar 1.43 would fetch fonts from fonts.scalar.com and can send documents and requests through
 * its maker's servers. `withDefaultFonts` turns the fonts off; the policy blocks everything else.
 */
const scalar = { withDefaultFonts: false }

/** The page is one file with inline script and style. */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const withPolicy = HttpRouter.middleware((handle) =>
  Effect.map(handle, HttpServerResponse.setHeader("content-security-policy", policy))
)

export const layer = HttpApiScalar.layer(Api, { path: docsPath, scalar }).pipe(
  Layer.provide(withPolicy.layer)
)
