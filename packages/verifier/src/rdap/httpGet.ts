/**
 * One GET to a server that we do not trust: only over TLS, only to a public IP address, no cookies,
 * no proxies, never more octets than allowed, and redirects only within the server.
 */
import { request as plainRequest } from "node:http"
import type { IncomingMessage, RequestOptions } from "node:http"
import { request as tlsRequest } from "node:https"
import { isIP } from "node:net"

import { Effect } from "effect"

import { redirectsMax, registryWaitMax } from "./limits.ts"
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

/** In octets, all headers together; registries send about 1 kB. */
const headerOctetsMax = 16 * 1024

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
  return yield* send(url, options.octetsMax, {
    host: address,
    // TLS asks for the certificate of the name, never of an address (RFC 6066 §3).
    ...(isIP(bare(url)) === 0 && { servername: url.hostname }),
    port: url.port || (isPlain ? 80 : 443),
    path: `${url.pathname}${url.search}`,
    headers: { ...options.headers, host: url.host, "accept-encoding": "identity" },
    // No agent: no connection is kept for the next look-up, which may go elsewhere.
    agent: false,
    maxHeaderSize: headerOctetsMax
  })
})

/** An IPv6 address stands in brackets in a URL. */
const bare = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1")

const send = (url: URL, octetsMax: number, options: RequestOptions) =>
  Effect.callback<HttpResponse, string>((resume) => {
    const request = url.protocol === "http:" ? plainRequest(options) : tlsRequest(options)
    request.on("response", (response) =>
      collect(response, octetsMax, (result) => {
        resume(result)
        request.destroy()
      })
    )
    request.on("error", (error) => resume(Effect.fail(reasonOf(error))))
    request.end()
    return Effect.sync(() => request.destroy())
  })

const reasonOf = (error: Error): string => ("code" in error ? String(error.code) : error.message)

const collect = (
  response: IncomingMessage,
  octetsMax: number,
  done: (result: Effect.Effect<HttpResponse, string>) => void
): void => {
  const chunks: Array<Buffer> = []
  let octets = 0
  response.on("data", (chunk: Buffer) => {
    octets += chunk.length
    chunks.push(chunk)
    if (octets > octetsMax) done(Effect.fail(`more than ${octetsMax} octets`))
  })
  response.on("error", (error) => done(Effect.fail(reasonOf(error))))
  response.on("end", () => {
    const { statusCode: status = 0, headers } = response
    const header = (name: string) => [headers[name]].flat()[0]
    done(Effect.succeed({ status, header, text: Buffer.concat(chunks).toString("utf8") }))
  })
}
