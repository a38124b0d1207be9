/** Asks a registry over RDAP (RFC 7480, 9082) when a domain was registered. */
import { absent, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Effect } from "effect"

import { bootstrapUrl, makeBootstrap } from "./Bootstrap.ts"
import { httpGet } from "./httpGet.ts"
import type { HttpResponse } from "./httpGet.ts"
import { ownServerPace, rdapOctetsMax, registryPace } from "./limits.ts"
import { retryAfter } from "./Pace.ts"
import type { Network } from "./publicAddress.ts"
import { readRegistration } from "./readRegistration.ts"
import { askAtPace } from "./RegistrySource.ts"
import type { RegistryPaces, RegistryResponse, RegistrySource } from "./RegistrySource.ts"

export interface RdapOptions {
  /** One server for all domains, in place of the registries'. */
  readonly url?: string | undefined
  /** IANA's, if left out. */
  readonly bootstrapUrl?: string | undefined
}

/** RFC 7480 §4.2; the second is for servers that know no other. */
const headers = { accept: "application/rdap+json, application/json;q=0.5" }

const isRefusal = (status: number) => status === 429 || status === 503

const read = (response: HttpResponse, domain: string, now: number): RegistryResponse => {
  const { status, text } = response
  if (isRefusal(status))
    return { _tag: "refused", wait: retryAfter(response.header("retry-after"), now) }
  return { _tag: "answered", fact: factOf(status, text, domain, now) }
}

const factOf = (status: number, text: string, domain: string, now: number): Fact<number> => {
  // RFC 7480 §5.3: the server has no information about it.
  if (status === 404) return absent
  return status === 200 ? readRegistration(text, domain, now) : unanswered(`HTTP ${status}`)
}

/** RFC 9082 §3.1.3. */
const queryUrl = (base: string, domain: string): URL =>
  new URL(`${base.replace(/\/$/, "")}/domain/${encodeURIComponent(domain)}`)

export const makeRdap = Effect.fnUntraced(function* (
  network: Network,
  paces: RegistryPaces,
  options: RdapOptions
) {
  const own = options.url
  const plainOrigins = [own, options.bootstrapUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).origin]
  )
  const baseOf =
    own === undefined
      ? yield* makeBootstrap(network, new URL(options.bootstrapUrl ?? bootstrapUrl))
      : () => Effect.succeed(own)
  const pace = own === undefined ? registryPace : ownServerPace

  const ask = Effect.fnUntraced(function* (url: URL, domain: string) {
    const response = yield* httpGet(network, url, {
      headers,
      octetsMax: rdapOctetsMax,
      plainOrigins
    })
    return read(response, domain, yield* Clock.currentTimeMillis)
  })

  const source: RegistrySource = Effect.fnUntraced(function* (domain, onWait) {
    const base = yield* baseOf(domain)
    if (base === undefined) return unanswered("no RDAP server")
    const url = queryUrl(base, domain)
    return yield* askAtPace(paces.of(url.host, pace), onWait, ask(url, domain))
  })
  return source
})
