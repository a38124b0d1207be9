/**
 * The cookie of a session. Where the public URL is https, or a trusted proxy says that the client speaks
 * TLS, it is `__Host-rcpt_session` and Secure. There the plain name does not count: any name of the same
 * domain, and anyone on a connection without TLS, could set it. A browser that still has it is signed out,
 * and loses it at the next sign-in or sign-out.
 */
import { hostSessionCookie, sessionCookie } from "@rcpt/api/Authentication"
import { Duration, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"

import type { Config } from "../platform/Config.ts"
import { clientScheme } from "./middleware/clientAddress.ts"

export interface SessionCookie {
  /** The token; empty without the cookie. */
  readonly read: Effect.Effect<string, never, HttpServerRequest.HttpServerRequest>
  readonly set: (
    token: string,
    maxAge: Duration.Duration
  ) => Effect.Effect<void, never, HttpServerRequest.HttpServerRequest>
  readonly remove: Effect.Effect<void, never, HttpServerRequest.HttpServerRequest>
}

/** Setting and removing must use the same attributes, or the browser keeps the old cookie. */
const put = (
  cookie: typeof sessionCookie,
  token: string,
  options: { readonly secure: boolean; readonly maxAge: Duration.Duration }
) =>
  HttpApiBuilder.securitySetCookie(cookie, token, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    ...options
  })

/** A cookie by its two names: that over TLS, and the plain one. */
interface Names {
  readonly host: typeof sessionCookie
  readonly plain: typeof sessionCookie
}

export const makeSessionCookie = (
  { publicUrl, trustedProxies }: Pick<Config["Service"], "publicUrl" | "trustedProxies">,
  { host, plain }: Names = { host: hostSessionCookie, plain: sessionCookie }
): SessionCookie => {
  const isPublicTls = publicUrl?.startsWith("https:") ?? false
  const schemeOf = clientScheme(trustedProxies)
  const isTls = (request: HttpServerRequest.HttpServerRequest) =>
    isPublicTls || schemeOf(request) === "https"
  const set: SessionCookie["set"] = (token, maxAge) =>
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (!isTls(request)) return yield* put(plain, token, { secure: false, maxAge })
      yield* put(host, token, { secure: true, maxAge })
      if (request.cookies[plain.key] !== undefined)
        yield* put(plain, "", { secure: true, maxAge: Duration.zero })
    })
  return {
    read: Effect.map(HttpServerRequest.HttpServerRequest, (request) => {
      const { key } = isTls(request) ? host : plain
      return request.cookies[key] ?? ""
    }),
    set,
    remove: set("", Duration.zero)
  }
}
