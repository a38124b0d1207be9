/**
 * One HTTP request to a server that we do not trust, over a connection to the very address that was checked: a
 * second look-up of its name could return another one. It uses no proxy, no cookies and no connection of an
 * earlier request, and follows no redirects. RDAP, webhooks and the sources of schedules use it.
 */
import { request as plainRequest } from "node:http"
import type { ClientRequest, IncomingMessage } from "node:http"
import { request as tlsRequest } from "node:https"
import { isIP } from "node:net"

import { Effect } from "effect"
import type { Scope } from "effect"

export interface PinnedRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH"
  readonly url: URL
  /** The IP address to connect to. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Octets of all headers of an answer. Registries send about 1 kB, receivers of webhooks a few hundred. */
const headerOctetsMax = 16 * 1024

/** Returns the host of a URL, in which an IPv6 address stands in brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1")

/** Returns the code of an error of the system, or its message, for operators. */
export const reasonOf = (error: Error): string =>
  "code" in error ? String(error.code) : error.message

const begin = ({ method, url, address, headers }: PinnedRequest): ClientRequest => {
  const isPlain = url.protocol === "http:"
  return (isPlain ? plainRequest : tlsRequest)({
    method,
    host: address,
    // TLS asks for the certificate of the name, never of an address (RFC 6066 §3).
    ...(isIP(hostOf(url)) === 0 && { servername: url.hostname }),
    port: url.port || (isPlain ? 80 : 443),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
    // An agent could reuse a connection whose address was not checked.
    agent: false,
    maxHeaderSize: headerOctetsMax
  })
}

const answerTo = (request: ClientRequest, body: string | undefined) =>
  Effect.callback<IncomingMessage, string>((resume) => {
    request.on("response", (response) => {
      response.on("error", () => {})
      resume(Effect.succeed(response))
    })
    request.on("error", (error) => resume(Effect.fail(reasonOf(error))))
    request.on("close", () => resume(Effect.fail("the connection was closed without an answer")))
    request.end(body)
  })

/**
 * Sends a request. Returns the answer, whatever its status, when its headers are here; fails with the reason, as a
 * text for people. The connection ends with the scope.
 */
export const pinnedRequest = (
  asked: PinnedRequest
): Effect.Effect<IncomingMessage, string, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => begin(asked)),
    (request) => Effect.sync(() => request.destroy())
  ).pipe(Effect.flatMap((request) => answerTo(request, asked.body)))
