/**
 * Whether a request comes from our own pages. A browser sends the cookie of a session whoever's page
 * asks for it to be sent; what it says of that page, no page can forge (Fetch Standard, forbidden
 * request-headers).
 */
import { fromElsewhere } from "@rcpt/api/Problem"
import { SameOrigin } from "@rcpt/api/SameOrigin"
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"

import { Config } from "../Config.ts"

/** "unsaid": no browser, or an address that somebody typed, or an old browser without TLS. */
export type Provenance = "here" | "elsewhere" | "unsaid"

const originOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).origin : undefined

const hostOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).host : undefined

/** Behind a proxy that speaks to us by another name, `publicUrl` says which is ours. */
export const provenance =
  (publicUrl: string | undefined) =>
  ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">): Provenance => {
    const site = headers["sec-fetch-site"]
    if (site === "same-origin") return "here"
    if (site !== undefined && site !== "none") return "elsewhere"
    const origin = headers["origin"]
    if (origin === undefined) return "unsaid"
    const isOurs =
      (publicUrl !== undefined && originOf(publicUrl) === originOf(origin)) ||
      (hostOf(origin) !== undefined && hostOf(origin) === headers["host"]?.toLowerCase())
    return isOurs ? "here" : "elsewhere"
  }

/** RFC 9110 §9.2.1: they change nothing, although here some of them cost credits. */
export const isSafe = (method: string): boolean => method === "GET" || method === "HEAD"

/** There is nothing yet that a browser could add by itself: whoever says nothing is none. */
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
