/** The response to a request that is refused before the router has it: what responses.ts adds is added here. */
import { randomUUIDv7 } from "node:crypto"
import { isIP } from "node:net"

import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { codedText } from "@rcpt/api/errors/codedTexts"
import type { AnySentence } from "@rcpt/api/errors/Sentence"
import { unauthorized } from "@rcpt/api/Problem"
import { Effect } from "effect"
import { Headers, HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"

import type { Config } from "../platform/Config.ts"
import { answersRequests } from "../platform/config/role.ts"
import type { Role } from "../platform/config/role.ts"
import { matchesHost } from "../platform/hostPatterns.ts"
import { errorResponse } from "./errorResponse.ts"
import { ofJson } from "./headers.ts"
import { isHealth } from "./health.ts"

export const refuse = (
  status: number,
  error: AnySentence,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse =>
  errorResponse(status, error, { ...ofJson, ...headers, "x-request-id": randomUUIDv7() })

// `Authorization: Bearer rcpt_…` is `X-API-Key: rcpt_…` (RFC 6750 §2.1). It is made so before anything reads
// the key. Other bearer tokens are not ours: proxies that authenticate people send their own.

const keyHeader = "x-api-key"

/** The name of the scheme has no case (RFC 9110 §11.1). */
const bearer = /^bearer +(rcpt_\S*) *$/i

const keyIn = (authorization: string | undefined): string | undefined =>
  authorization === undefined ? undefined : bearer.exec(authorization)?.[1]

/** A request has one caller: with two different keys it is refused, even if one of them is right. */
export const bearerKeys = <E, R>(
  handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E,
  R | HttpServerRequest.HttpServerRequest
> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const { [keyHeader]: sent = "", authorization } = request.headers
    const key = keyIn(authorization)
    if (key === undefined || key === sent) return handle
    if (sent !== "") return Effect.sync(() => refuse(401, unauthorized.error))
    const headers = Headers.set(request.headers, keyHeader, key)
    return Effect.provideService(
      handle,
      HttpServerRequest.HttpServerRequest,
      request.modify({ headers })
    )
  })

// Nodes of role `probe` serve health checks alone. Any other request was sent to the wrong node: 503, so
// that clients and balancers try another one.

const sentence = codedText("probe_only_node", "node")

/** Seconds. Another node answers at once. */
const retryAfter = "1"

export const refuseOnProbeNodes = (role: Role) => {
  if (answersRequests(role)) return <A>(handle: A): A => handle
  return <E, R>(handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
      isHealth(url)
        ? handle
        : Effect.sync(() => refuse(503, sentence, { "retry-after": retryAfter }))
    )
}

// Refuses requests without one Host header, and those that are for another host (RFC 9110 §7.4). A page
// of another site may give its own name our address (DNS rebinding); browsers then take both for one
// site, but the Host header has that name.
//
// Names are known where the public URL or RCPT_ALLOWED_HOSTS is set. IP addresses, localhost and the name
// that we listen on always pass: no name can be taken for them. So do health checks, which balancers send
// with names of their own.

/** RFC 3986 §3.2.2 with the port of §3.2.3; an IPv6 address is in brackets. */
const hostAndPort = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._~!$&'()*+,;=%-]*))(?::\d*)?$/i

/** `undefined`: no value of a Host header (RFC 9112 §3.2). */
export const hostIn = (header: string): string | undefined => {
  const [matched, bracketed, name] = hostAndPort.exec(header) ?? []
  if (matched === undefined) return undefined
  if (bracketed === undefined) return name
  return isIP(bracketed) === 6 ? bracketed : undefined
}

type Names = Pick<Config["Service"], "publicUrl" | "allowedHosts" | "host">

/** `undefined`: any name. */
const allowed = ({ publicUrl, allowedHosts, host }: Names) => {
  if (publicUrl === undefined && allowedHosts.length === 0) return undefined
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  return matchesHost([...own, ...allowedHosts, host, "localhost"])
}

type Refusal = readonly [status: 400 | 421, sentence: AnySentence]

/** RFC 9112 §3.2; in HTTP/1.0 there is none. */
const missing: Refusal = [400, codedText("host_refused", "missing")]
const notOne: Refusal = [400, codedText("host_refused", "repeated")]
const invalid: Refusal = [400, codedText("host_refused", "malformed")]
const foreign: Refusal = [
  421,
  "the Host header names another host: the operator can allow it by RCPT_ALLOWED_HOSTS"
]

/** Judges the value of a Host header; `undefined`: it may pass. */
export const judgeHost = (names: Names): ((header: string) => Refusal | undefined) => {
  const isAllowed = allowed(names)
  let passed: string | undefined
  return (header) => {
    // Nearly every request has the one of the request before.
    if (header === passed) return undefined
    const host = hostIn(header)
    if (host === undefined) return invalid
    if (isAllowed !== undefined && isIP(host) === 0 && !isAllowed(host)) return foreign
    passed = header
    return undefined
  }
}

/** RFC 9112 §3.2. Node keeps the first of several, and a proxy before us may have read the last. */
const hasSeveral = (rawHeaders: ReadonlyArray<string>): boolean => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === "host") count++
  }
  return count > 1
}

export const hostNames = (names: Names) => {
  const judge = judgeHost(names)
  const refusalOf = (request: HttpServerRequest.HttpServerRequest): Refusal | undefined => {
    const { rawHeaders, httpVersion } = NodeHttpServerRequest.toIncomingMessage(request)
    if (hasSeveral(rawHeaders)) return notOne
    const host = request.headers["host"]
    if (host === undefined) return httpVersion === "1.1" ? missing : undefined
    const refusal = judge(host)
    return refusal === foreign && isHealth(request.url) ? undefined : refusal
  }
  return <E, R>(handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const refusal = refusalOf(request)
      return refusal === undefined ? handle : Effect.succeed(refuse(...refusal))
    })
}
