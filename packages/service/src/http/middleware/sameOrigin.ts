/**
 * Whether a request comes from the service's own pages. A browser sends the session cookie with
 * requests from any site, but names the site in headers that no page can forge (Fetch Standard,
 * forbidden request-headers).
 */
import { fromElsewhere } from "@rcpt/api/Problem"
import { SameOrigin } from "@rcpt/api/SameOrigin"
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"

import { Config } from "../../platform/Config.ts"

/** "unstated": not a browser, a typed URL, or an old browser without TLS. */
export type Provenance = "here" | "elsewhere" | "unstated"

const originOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).origin : undefined

const hostOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).host : undefined

/** `publicUrl` is the origin behind a proxy that sends another Host header. */
export const provenance =
  (publicUrl: string | undefined) =>
  ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">): Provenance => {
    const site = headers["sec-fetch-site"]
    if (site === "same-origin") return "here"
    if (site !== undefined && site !== "none") return "elsewhere"
    const origin = headers["origin"]
    if (origin === undefined) return "unstated"
    const isOwn =
      (publicUrl !== undefined && originOf(publicUrl) === originOf(origin)) ||
      (hostOf(origin) !== undefined && hostOf(origin) === headers["host"]?.toLowerCase())
    return isOwn ? "here" : "elsewhere"
  }

/** RFC 9110 §9.2.1: safe methods change nothing, although some cost credits here. */
export const isSafe = (method: string): boolean => method === "GET" || method === "HEAD"

/** Before sign-in there is no cookie that a browser would add, so an unstated origin is allowed. */
export const layer: Layer.Layer<SameOrigin, never, Config> = Layer.effect(
  SameOrigin,
  Effect.map(Config, ({ publicUrl }) => {
    const provenanceOf = provenance(publicUrl)
    return (handle) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (provenanceOf(request) === "elsewhere") return yield* Effect.fail(fromElsewhere)
        return yield* handle
      })
  })
)
