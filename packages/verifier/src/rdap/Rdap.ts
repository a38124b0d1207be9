/** Asks a registry over RDAP (RFC 7480, 9082) when a domain was registered. */
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Effect } from "effect"

import { bootstrapUrl, makeBootstrap } from "./Bootstrap.ts"
import { httpGet } from "./httpGet.ts"
import type { HttpResponse } from "./httpGet.ts"
import { ownServerPace, rdapOctetsMax, registryPace } from "./limits.ts"
import type { Network } from "./publicAddress.ts"
import { askAtPace, readDate, retryAfter } from "./RegistrySource.ts"
import type { RegistryPaces, RegistryResponse, RegistrySource } from "./RegistrySource.ts"

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const canonical = (name: string) => name.toLowerCase().replace(/\.$/, "")

/** Whether the response is about another domain: an error of the registry, or of a proxy in between. */
const isOther = ({ ldhName }: Json, domain: string): boolean =>
  typeof ldhName === "string" && canonical(ldhName) !== domain

const datesOf = (events: unknown, action: string, now: number): ReadonlyArray<number> =>
  (Array.isArray(events) ? events : []).flatMap((event: unknown) => {
    if (!isObject(event) || typeof event["eventDate"] !== "string") return []
    const { eventAction, eventDate } = event
    const named = typeof eventAction === "string" && eventAction.toLowerCase() === action
    return named ? (readDate(eventDate, now) ?? []) : []
  })

/**
 * Reads the date of registration, in epoch milliseconds, from an RDAP response about a domain (RFC 9083 §4.5,
 * §5.3). Any text gives a fact.
 */
export const readRegistration = (text: string, domain: string, now: number): Fact<number> => {
  const response = parse(text)
  if (!isObject(response) || response["objectClassName"] !== "domain") return unanswered("not RDAP")
  if (isOther(response, domain)) return unanswered("speaks of another domain")
  const events = response["events"]
  // A reregistration (RFC 9083 §10.2.3) has a new owner, however old the name is.
  const dates = [
    datesOf(events, "reregistration", now).toSorted((one, other) => other - one),
    datesOf(events, "registration", now)
  ].flat()
  const [date] = dates
  return date === undefined ? absent : present(date)
}

export interface RdapOptions {
  /** One server for all domains, in place of those of the registries. */
  readonly url?: string | undefined
  /** The URL of the bootstrap file; the default is IANA's. */
  readonly bootstrapUrl?: string | undefined
}

/** The media types of RFC 7480 §4.2. The second is for servers that know no other. */
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

/** The URL of a query (RFC 9082 §3.1.3). */
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
