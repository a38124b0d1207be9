/**
 * One GET to a server that we do not trust: only over TLS, only to a public IP address, no cookies,
 * no proxies, never more octets than allowed, and redirects only within the server.
 */
import type { IncomingMessage } from "node:http"

import { Effect } from "effect"

import { redirectsMax, registryWaitMax } from "./limits.ts"
import { pinnedRequest, reasonOf } from "./pinnedRequest.ts"
import { publicAddress } from "./publicAddress.ts"
import type { Network } from "./publicAddress.ts"

export interface HttpResponse {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly text: string
}

export interface GetOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly octetsMax: number
  /** Origins that may be asked without TLS: those that the operator has set. */
  readonly plainOrigins: ReadonlyArray<string>
}

const redirects = [301, 302, 303, 307, 308]

/** Fails with what went wrong, for operators. */
export const httpGet = (
  network: Network,
  url: URL,
  options: GetOptions
): Effect.Effect<HttpResponse, string> =>
  follow(network, url, options, redirectsMax).pipe(
    Effect.timeoutOrElse({ duration: registryWaitMax, orElse: () => Effect.fail("timeout") })
  )

const follow = (
  network: Network,
  url: URL,
  options: GetOptions,
  left: number
): Effect.Effect<HttpResponse, string> =>
  Effect.flatMap(exchange(network, url, options), (response) => {
    const location = response.header("location")
    if (!redirects.includes(response.status) || location === undefined)
      return Effect.succeed(response)
    const next = URL.parse(location, url)
    if (left === 0) return Effect.fail("too many redirects")
    return next?.host === url.host
      ? follow(network, next, options, left - 1)
      : Effect.fail("redirects to another server")
  })

const exchange = Effect.fnUntraced(function* (network: Network, url: URL, options: GetOptions) {
  const isPlain = url.protocol === "http:" && options.plainOrigins.includes(url.origin)
  if (url.protocol !== "https:" && !isPlain) return yield* Effect.fail("not https")
  const address = yield* publicAddress(network, url.hostname)
  const headers = { ...options.headers, "accept-encoding": "identity" }
  const response = yield* pinnedRequest({ method: "GET", url, address, headers })
  return yield* collect(response, options.octetsMax)
}, Effect.scoped)

/** The whole answer, which fails once it is longer than allowed. */
export const collect = (response: IncomingMessage, octetsMax: number) =>
  Effect.callback<HttpResponse, string>((resume) => {
    const chunks: Array<Buffer> = []
    let octets = 0
    const fail = (reason: string) => resume(Effect.fail(reason))
    response.on("data", (chunk: Buffer) => {
      octets += chunk.length
      chunks.push(chunk)
      if (octets > octetsMax) fail(`more than ${octetsMax} octets`)
    })
    response.on("error", (error) => fail(reasonOf(error)))
    response.on("end", () => {
      const { statusCode: status = 0, headers } = response
      const header = (name: string) => [headers[name]].flat()[0]
      resume(Effect.succeed({ status, header, text: Buffer.concat(chunks).toString("utf8") }))
    })
    response.on("close", () => fail("the connection was closed amid the answer"))
    // The connection may have broken before anything listened to the answer.
    if (response.errored !== null) fail(reasonOf(response.errored))
  })
