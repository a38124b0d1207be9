/**
 * The reference of the API as a page. It comes with everything it needs: a browser that reads it
 * asks nobody but us, so nobody else learns of our users or sees a key that is tried out in it.
 */
import { Api } from "@rcpt/api/Api"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"

import { docsPath } from "./allowedMethods.ts"

/**
 * Scalar 1.43 would fetch fonts from fonts.scalar.com and can send documents and requests by way of
 * its makers. One setting turns the fonts off; the policy holds for all that it may think of.
 */
const scalar = { withDefaultFonts: false }

/** The page is one file, its script and style inline. */
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

const closed = HttpRouter.middleware((handle) =>
  Effect.map(handle, HttpServerResponse.setHeader("content-security-policy", policy))
)

export const layer = HttpApiScalar.layer(Api, { path: docsPath, scalar }).pipe(
  Layer.provide(closed.layer)
)
