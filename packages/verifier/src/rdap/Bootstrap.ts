/**
 * IANA's list of RDAP servers by top-level domain (RFC 9224). It is fetched for the first domain
 * that our own table does not know, then weekly. Where it cannot be fetched, only the ages of those
 * domains are lost.
 */
import { Clock, Duration, Effect, Semaphore } from "effect"

import { httpGet } from "./httpGet.ts"
import { bootstrapEvery, bootstrapOctetsMax, bootstrapRetry } from "./limits.ts"
import type { Network } from "./publicAddress.ts"
import { ownBases } from "./registries.ts"

export const bootstrapUrl = "https://data.iana.org/rdap/dns.json"

/** Base URLs by the domain that they serve: `com`, sometimes `co.ua`. */
type Bases = ReadonlyMap<string, string>

const isStrings = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads IANA's file: `services` is a list of [domains, URLs] (RFC 9224 §3). Entries of another shape are skipped. */
export const readBases = (text: string): Bases | undefined => {
  const file = parse(text)
  if (typeof file !== "object" || file === null || !("services" in file)) return undefined
  const services: ReadonlyArray<unknown> = Array.isArray(file.services) ? file.services : []
  const rows = services.flatMap((service) => {
    const [domains, urls]: ReadonlyArray<unknown> = Array.isArray(service) ? service : []
    if (!isStrings(domains) || !isStrings(urls)) return []
    // Some entries offer http beside https. `httpGet` decides whether http is allowed.
    const usable = urls.filter((url) => URL.canParse(url))
    const base = usable.find((url) => url.startsWith("https:")) ?? usable[0]
    if (base === undefined) return []
    return domains.map((domain) => [domain.toLowerCase(), `${base.replace(/\/$/, "")}/`] as const)
  })
  return rows.length === 0 ? undefined : new Map(rows)
}

/** The entry with the most labels in common (RFC 9224 §4). */
const longestMatch = (bases: Bases, domain: string): string | undefined => {
  for (let name = domain; ; name = name.slice(name.indexOf(".") + 1)) {
    const base = bases.get(name)
    if (base !== undefined || !name.includes(".")) return base
  }
}

interface BootstrapFile {
  readonly bases: Bases
  readonly etag: string | undefined
}

const fetchFile = Effect.fnUntraced(function* (network: Network, url: URL, cached: BootstrapFile) {
  const { status, header, text } = yield* httpGet(network, url, {
    headers: cached.etag === undefined ? {} : { "if-none-match": cached.etag },
    octetsMax: bootstrapOctetsMax,
    // The operator or a test has set any URL but IANA's.
    plainOrigins: [url.origin]
  })
  if (status === 304) return cached
  const bases = status === 200 ? readBases(text) : undefined
  return bases === undefined
    ? yield* Effect.fail(`HTTP ${status}, not a bootstrap file`)
    : { bases, etag: header("etag") }
})

/** Finds the base URL of a domain's registry. */
export const makeBootstrap = (network: Network, url: URL) =>
  Effect.map(Semaphore.make(1), (oneAtATime) => {
    let cached: BootstrapFile = { bases: new Map(), etag: undefined }
    let fetchAt = 0

    const refresh = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (now < fetchAt) return
      fetchAt = now + Duration.toMillis(bootstrapRetry)
      cached = yield* fetchFile(network, url, cached)
      fetchAt = now + Duration.toMillis(bootstrapEvery)
    }).pipe(
      Effect.catch((why) => Effect.logDebug(`No RDAP bootstrap from ${url.host}: ${why}`)),
      oneAtATime.withPermits(1)
    )

    return Effect.fnUntraced(function* (domain: string) {
      const own = longestMatch(ownBases, domain)
      if (own === undefined) yield* refresh
      return longestMatch(cached.bases, domain) ?? own
    })
  })
