/**
 * Blocklists, queried over DNS. A list is used only while its RFC 5782 §5 tests show that it answers us
 * correctly: lists die, change owners, and answer "listed" to every client whose resolver they reject.
 *
 * A verifier without this service queries no list.
 */
import type { MailHost } from "@rcpt/domain/Evidence"
import { absent, notAsked, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Context, Duration, Effect, Layer } from "effect"
import type { Redacted } from "effect"
import { getDomain } from "tldts"

import { makeSharedCache } from "../cache/SharedCache.ts"
import type { Questions, TimedQuestions } from "../dns/Questions.ts"
import { publicAddresses } from "../dns/reservedNetworks.ts"
import { Resolver } from "../dns/Resolver.ts"
import { mailProviders } from "../dns/rules/mailProviders.ts"
import { startLookup } from "../dns/timedQuestions.ts"
import { absentLifetime } from "../limits.ts"
import { hostTable } from "../lists/hostTable.ts"
import { traced, verifierSpans } from "../spans.ts"
import { blocklistsNamed } from "./blocklists.ts"
import { queryBlocklist, keepProving, statusOf } from "./blocklistTests.ts"
import type { ConfiguredBlocklist, BlocklistStatus } from "./blocklistTests.ts"
import type { ListingResult } from "./readAnswer.ts"

/** Blocklists are one check of many: two tries of a second each, then a list is left out. */
export const blocklistsWaitMax = Duration.seconds(2)

/** A mail host has one or two addresses. With more it is a server farm, and four are a fair sample. */
const addressesMax = 4

/** About 0.3 kB each. */
const listingsKeptMax = 20_000

/** The names of the zones that list it. */
type Listings = Fact<ReadonlyArray<string>>

/** As long as DNS caches "not listed". Meanwhile a list may be switched off, or an entry removed. */
const lifetimeOf = ({ _tag }: Listings): Duration.Duration =>
  _tag === "Unanswered" ? Duration.zero : absentLifetime

export interface BlocklistChoice {
  readonly zone: string
  readonly key?: Redacted.Redacted | undefined
}

export interface DnsblOptions {
  readonly zones: ReadonlyArray<BlocklistChoice>
  /** As for the verifier: networks whose addresses count as public. */
  readonly unsafeNetworks?: ReadonlyArray<string>
}

type AddressQuestions = Pick<Questions, "a" | "aaaa">

/** The result of one list. */
type ZoneResult = readonly [zone: string, word: ListingResult]

/** The combined result. One list that answered is enough, even if others failed. */
const factOf = (results: ReadonlyArray<ZoneResult>) => {
  const zones = results.flatMap(([zone, { _tag }]) => (_tag === "listed" ? [zone] : []))
  if (zones.length > 0) return present<ReadonlyArray<string>>([...new Set(zones)])
  if (results.some(([, { _tag }]) => _tag === "clean")) return absent
  const [failure] = results.flatMap(([zone, result]) =>
    result._tag === "unanswered" ? [`${zone}: ${result.why}`] : []
  )
  return failure === undefined ? notAsked : unanswered(failure)
}

/**
 * Mail hosts of a provider are not looked up: thousands of customers share them, so a listing says
 * nothing about one customer.
 */
const providerOf = hostTable(mailProviders)

const addressesOf = Effect.fnUntraced(function* (
  dns: AddressQuestions,
  isPublic: (ip: string) => boolean,
  host: string
) {
  if (host === "" || providerOf(host) !== undefined) return []
  const answers = yield* Effect.all([dns.a(host), dns.aaaa(host)])
  const addresses = answers.flatMap((answer) => (answer._tag === "Found" ? answer.records : []))
  return addresses.filter(isPublic).slice(0, addressesMax)
})

interface Target {
  /** The registrable domain: lists have registered domains, not each name below. */
  readonly organization: string
  /** The first mail host; empty when there is none. */
  readonly host: string
}

/** A blank separates the two names: neither can contain one. */
const keyOf = (domain: string, hosts: ReadonlyArray<MailHost>): string =>
  `${getDomain(domain, { allowPrivateDomains: true }) ?? domain} ${hosts[0]?.host ?? ""}`

const targetOf = (key: string): Target => {
  const [organization = "", host = ""] = key.split(" ")
  return { organization, host }
}

const listingsOf = Effect.fnUntraced(function* (
  questions: TimedQuestions,
  isPublic: (ip: string) => boolean,
  active: ReadonlyArray<ConfiguredBlocklist>,
  { organization, host }: Target
) {
  const dns = yield* startLookup(questions, blocklistsWaitMax)
  const query = (blocklist: ConfiguredBlocklist, subject: string): Effect.Effect<ZoneResult> =>
    Effect.map(queryBlocklist(dns, blocklist, subject), (result) => [blocklist.list.zone, result])

  const domainResults = active
    .filter(({ list }) => list.subject === "domain")
    .map((blocklist) => query(blocklist, organization))
  const addressLists = active.filter(({ list }) => list.subject === "ip")
  const addresses = addressLists.length === 0 ? [] : yield* addressesOf(dns, isPublic, host)
  const addressResults = addresses.flatMap((ip) =>
    addressLists
      .filter(({ list }) => list.ipv6 || !ip.includes(":"))
      .map((blocklist) => query(blocklist, ip))
  )
  return factOf(yield* Effect.all([...domainResults, ...addressResults]))
})

export class Dnsbl extends Context.Service<
  Dnsbl,
  {
    /** The zones that list the domain or its first mail host. `hosts` in order of preference. */
    readonly listings: (domain: string, hosts: ReadonlyArray<MailHost>) => Effect.Effect<Listings>
    /** The same, if it is cached; `now` in epoch milliseconds. */
    readonly known: (
      domain: string,
      hosts: ReadonlyArray<MailHost>,
      now: number
    ) => Listings | undefined
    readonly status: Effect.Effect<ReadonlyArray<BlocklistStatus>>
  }
>()("@rcpt/verifier/Dnsbl") {
  static readonly layer = (options: DnsblOptions): Layer.Layer<Dnsbl, never, Resolver> =>
    Layer.effect(
      Dnsbl,
      Effect.gen(function* () {
        const dns = yield* Resolver
        const isPublic = publicAddresses(options.unsafeNetworks ?? [])
        const lists = options.zones.flatMap(({ zone, key }) =>
          blocklistsNamed(zone).map((list): ConfiguredBlocklist => ({
            list,
            key,
            status: { zone: list.zone, subject: list.subject, state: "unproven" }
          }))
        )
        if (lists.length > 0) yield* Effect.forkScoped(keepProving(dns, lists))
        const listings = makeSharedCache<Listings>({
          load: (key) => {
            const active = lists.filter(({ status }) => status.state === "on")
            return listingsOf(dns.timed, isPublic, active, targetOf(key)).pipe(
              traced(verifierSpans.blocklists, {}, ({ _tag }) => ({ outcome: _tag }))
            )
          },
          lifetimeOf,
          keysMax: listingsKeptMax
        })
        return {
          listings: (domain, hosts) =>
            lists.length === 0 ? Effect.succeed(notAsked) : listings.get(keyOf(domain, hosts)),
          known: (domain, hosts, now) =>
            lists.length === 0 ? notAsked : listings.known(keyOf(domain, hosts), now),
          status: Effect.sync(() => statusOf(lists))
        }
      })
    )
}
