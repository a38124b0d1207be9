/**
 * Says whether a request comes from the service's own pages. A browser sends the session cookie with
 * requests from any site, but names the site in headers that no page can forge (Fetch Standard, forbidden
 * request-headers).
 */
import { fromElsewhere } from "@rcpt/api/Problem"
import { SameOrigin } from "@rcpt/api/SameOrigin"
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"

import { Config } from "../../platform/Config.ts"
import { clientScheme, throughProxy } from "./clientAddress.ts"

/** "unstated": not a browser, a typed URL, or an old browser without TLS. */
type Provenance = "here" | "elsewhere" | "unstated"

const originOf = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).origin : undefined

const nameOf = (origin: string | undefined): string | undefined =>
  origin === undefined ? undefined : new URL(origin).hostname

type Request = Pick<HttpServerRequest.HttpServerRequest, "headers" | "remoteAddress">

/**
 * Scheme, host and port count: a page without TLS is another site, as for browsers (RFC 6454 §4).
 * `publicUrl` is the origin behind a proxy that sends another Host header.
 */
export const provenance = ({
  publicUrl,
  trustedProxies
}: Pick<Config["Service"], "publicUrl" | "trustedProxies">) => {
  const schemeOf = clientScheme(trustedProxies)
  const isProxied = throughProxy(trustedProxies)
  const publicOrigin = publicUrl === undefined ? undefined : originOf(publicUrl)
  return (request: Request): Provenance => {
    const { headers } = request
    const site = headers["sec-fetch-site"]
    if (site === "same-origin") return "here"
    if (site !== undefined && site !== "none") return "elsewhere"
    const origin = headers["origin"]
    if (origin === undefined) return "unstated"
    const from = originOf(origin)
    if (from === undefined || from === "null") return "elsewhere"
    const own = originOf(`${schemeOf(request)}://${headers["host"] ?? ""}`)
    if (from === publicOrigin) return "here"
    // A proxy may leave the port out of the Host header. Where the public URL has the same name, it has the port.
    const isNamed = publicOrigin !== undefined && nameOf(own) === nameOf(publicOrigin)
    return from === own && !(isNamed && isProxied(request)) ? "here" : "elsewhere"
  }
}

/** RFC 9110 §9.2.1: safe methods change nothing, although some cost credits here. */
export const isSafe = (method: string): boolean => method === "GET" || method === "HEAD"

/** Before sign-in there is no cookie that a browser would add, so an unstated origin is allowed. */
export const layer: Layer.Layer<SameOrigin, never, Config> = Layer.effect(
  SameOrigin,
  Effect.map(Config, (config) => {
    const provenanceOf = provenance(config)
    return (handle) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (provenanceOf(request) === "elsewhere") return yield* Effect.fail(fromElsewhere)
        return yield* handle
      })
  })
)
