/**
 * IANA's list of who answers RDAP for which top-level domain (RFC 9224). Fetched when a domain comes
 * along that our own table does not know, then weekly; where it cannot be fetched, nothing is lost
 * but those domains' ages.
 */
import { Clock, Duration, Effect, Semaphore } from "effect"

import { httpGet } from "./httpGet.ts"
import { bootstrapEvery, bootstrapOctetsMax, bootstrapRetry } from "./limits.ts"
import type { Network } from "./publicAddress.ts"
import { ownBases } from "./registries.ts"

export const bootstrapUrl = "https://data.iana.org/rdap/dns.json"

/** By the domain that they answer for: `com`, sometimes `co.ua`. */
export type Bases = ReadonlyMap<string, string>

const isStrings = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((item) => typeof item === "string")

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** RFC 9224 §3: `services` is a list of [domains, URLs]. What does not fit is passed over. */
export const readBases = (text: string): Bases | undefined => {
  const file = parse(text)
  if (typeof file !== "object" || file === null || !("services" in file)) return undefined
  const services: ReadonlyArray<unknown> = Array.isArray(file.services) ? file.services : []
  const rows = services.flatMap((service) => {
    const [domains, urls]: ReadonlyArray<unknown> = Array.isArray(service) ? service : []
    if (!isStrings(domains) || !isStrings(urls)) return []
    // Some offer http beside https; whether http will do is decided where it is used.
    const usable = urls.filter((url) => URL.canParse(url))
    const base = usable.find((url) => url.startsWith("https:")) ?? usable[0]
    if (base === undefined) return []
    return domains.map((domain) => [domain.toLowerCase(), `${base.replace(/\/$/, "")}/`] as const)
  })
  return rows.length === 0 ? undefined : new Map(rows)
}

/** The entry with the most labels in common (RFC 9224 §4). */
const longest = (bases: Bases, domain: string): string | undefined => {
  for (let name = domain; ; name = name.slice(name.indexOf(".") + 1)) {
    const base = bases.get(name)
    if (base !== undefined || !name.includes(".")) return base
  }
}

interface Held {
  readonly bases: Bases
  readonly etag: string | undefined
}

const fetchFile = Effect.fnUntraced(function* (network: Network, url: URL, held: Held) {
  const { status, header, text } = yield* httpGet(network, url, {
    headers: held.etag === undefined ? {} : { "if-none-match": held.etag },
    octetsMax: bootstrapOctetsMax,
    // Another address than IANA's is the operator's, or a test's.
    plainOrigins: [url.origin]
  })
  if (status === 304) return held
  const bases = status === 200 ? readBases(text) : undefined
  return bases === undefined
    ? yield* Effect.fail(`HTTP ${status}, not a bootstrap file`)
    : { bases, etag: header("etag") }
})

/** Finds the base URL of a domain's registry. */
export const makeBootstrap = (network: Network, url: URL) =>
  Effect.map(Semaphore.make(1), (turn) => {
    let held: Held = { bases: new Map(), etag: undefined }
    let fetchAt = 0

    const refresh = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (now < fetchAt) return
      fetchAt = now + Duration.toMillis(bootstrapRetry)
      held = yield* fetchFile(network, url, held)
      fetchAt = now + Duration.toMillis(bootstrapEvery)
    }).pipe(
      Effect.catch((why) => Effect.logDebug(`No RDAP bootstrap from ${url.host}: ${why}`)),
      turn.withPermits(1)
    )

    return Effect.fnUntraced(function* (domain: string) {
      const own = longest(ownBases, domain)
      if (own === undefined) yield* refresh
      return longest(held.bases, domain) ?? own
    })
  })
