/**
 * Blocklists, queried over DNS. A list is used only while its RFC 5782 §5 tests show that it answers us
 * correctly: lists die, change owners, and answer "listed" to every client whose resolver they reject.
 *
 * A verifier without this service queries no list.
 */
import type { BlocklistFact, MailHost, OpenBlocklist } from "@rcpt/domain/Evidence"
import { absent, late, notAsked, present, unanswered } from "@rcpt/domain/Fact"
import { Context, Duration, Effect, Layer } from "effect"
import type { Redacted } from "effect"

import { organizationOf } from "../cache/organizationOf.ts"
import { makeSharedCache } from "../cache/SharedCache.ts"
import type { Questions, TimedQuestions } from "../dns/Questions.ts"
import { startLookup } from "../dns/Questions.ts"
import { publicAddresses } from "../dns/reservedNetworks.ts"
import { Resolver } from "../dns/Resolver.ts"
import { mailProviders } from "../dns/rules/mailProviders.ts"
import { absentLifetime, failureLifetime } from "../limits.ts"
import { hostTable } from "../lists/hostTable.ts"
import { traced, verifierSpans } from "../spans.ts"
import { blocklistsNamed } from "./blocklists.ts"
import { isUntested, keepProving, queryBlocklist, statusOf } from "./blocklistTests.ts"
import type { BlocklistStatus, ConfiguredBlocklist } from "./blocklistTests.ts"
import { readAnswer } from "./readAnswer.ts"
import type { ListingResult } from "./readAnswer.ts"

/** The wait for blocklists, which are one check of many: two tries of a second each, then a list is left out. */
export const blocklistsWaitMax = Duration.seconds(2)

/** Addresses of a mail host that are looked up. It has one or two; four are a fair sample of a server farm. */
const addressesMax = 4

/** Listings that are cached, about 0.3 kB each. */
const listingsKeptMax = 20_000

/** How often a waiting caller checks whether the lists have been tested. */
const testedPoll = Duration.millis(100)

/** A listing holds as long as DNS caches "not listed": a list may be switched off, or an entry removed. */
const lifetimeOf = ({ _tag, isLate }: BlocklistFact): Duration.Duration =>
  _tag === "Unanswered" || isLate ? Duration.zero : absentLifetime

export interface BlocklistChoice {
  readonly zone: string
  readonly key?: Redacted.Redacted | undefined
}

interface DnsblOptions {
  readonly zones: ReadonlyArray<BlocklistChoice>
  /** Networks whose addresses count as public, as for the verifier. */
  readonly unsafeNetworks?: ReadonlyArray<string>
}

type AddressQuestions = Pick<Questions, "a" | "aaaa">

/** The result of one list. */
type ZoneResult = readonly [zone: string, word: ListingResult]

const notTested: ListingResult = { _tag: "unanswered", why: "not tested yet", isLate: true }

/** The zones without an answer, each once, although it may be asked about several addresses. */
const openIn = (results: ReadonlyArray<ZoneResult>): ReadonlyArray<OpenBlocklist> =>
  [...Map.groupBy(results, ([zone]) => zone)].flatMap(([zone, ofZone]) =>
    ofZone
      .flatMap(([, one]) => (one._tag === "unanswered" ? [{ zone, why: one.why }] : []))
      .slice(0, 1)
  )

/** Combines the results of all lists. One list that answered is enough, even if others failed. */
const factOf = (results: ReadonlyArray<ZoneResult>): BlocklistFact => {
  const found = openIn(results)
  const open = found.length > 0 && { open: found }
  const zones = results.flatMap(([zone, { _tag }]) => (_tag === "listed" ? [zone] : []))
  if (zones.length > 0) return { ...present([...new Set(zones)]), ...open }
  const isLate = results.some(([, result]) => result._tag === "unanswered" && result.isLate)
  if (results.some(([, { _tag }]) => _tag === "clean"))
    return { ...absent, ...open, ...(isLate && { isLate }) }
  if (found.length === 0) return notAsked
  const why = found.map(({ zone, why }) => `${zone}: ${why}`).join(", ")
  return isLate ? late(why) : unanswered(why)
}

/**
 * The provider of a mail host. Its hosts are not looked up: thousands of customers share them, so a listing
 * says nothing about one customer.
 */
const providerOf = hostTable(mailProviders)

const addressesOf = Effect.fnUntraced(function* (
  dns: AddressQuestions,
  isPublic: (ip: string) => boolean,
  host: string
) {
  if (host === "" || providerOf(host) !== undefined) return { addresses: [] }
  const answers = yield* Effect.all([dns.a(host), dns.aaaa(host)])
  const all = answers.flatMap((answer) => (answer._tag === "Found" ? answer.records : []))
  const failure = answers.find((answer) => answer._tag === "Unanswered")
  const addresses = all.filter(isPublic).slice(0, addressesMax)
  return all.length === 0 && failure ? { addresses, failure } : { addresses }
})

interface Target {
  /** The registrable domain: lists have registered domains, not each name below. */
  readonly organization: string
  /** The first mail host; empty when there is none. */
  readonly host: string
}

/** The cache key of a domain and its first mail host. A blank separates the two names: neither can contain one. */
const keyOf = (domain: string, hosts: ReadonlyArray<MailHost>): string =>
  `${organizationOf(domain)} ${hosts[0]?.host ?? ""}`

const targetOf = (key: string): Target => {
  const [organization = "", host = ""] = key.split(" ")
  return { organization, host }
}

const listingsOf = Effect.fnUntraced(function* (
  questions: TimedQuestions,
  isPublic: (ip: string) => boolean,
  lists: ReadonlyArray<ConfiguredBlocklist>,
  { organization, host }: Target
) {
  const active = lists.filter(({ status }) => status.state === "on")
  const untested = lists.filter(isUntested)
  const dns = yield* startLookup(questions, blocklistsWaitMax)
  const query = (blocklist: ConfiguredBlocklist, subject: string): Effect.Effect<ZoneResult> =>
    Effect.map(queryBlocklist(dns, blocklist, subject), (result) => [blocklist.list.zone, result])

  const domainResults = active
    .filter(({ list }) => list.subject === "domain")
    .map((blocklist) => query(blocklist, organization))
  const addressLists = active.filter(({ list }) => list.subject === "ip")
  const { addresses, failure } =
    addressLists.length === 0 ? { addresses: [] } : yield* addressesOf(dns, isPublic, host)
  const addressResults = addresses.flatMap((ip) =>
    addressLists
      .filter(({ list }) => list.ipv6 || !ip.includes(":"))
      .map((blocklist) => query(blocklist, ip))
  )
  const unasked = failure === undefined ? [] : addressLists
  return factOf([
    ...(yield* Effect.all([...domainResults, ...addressResults])),
    ...untested.map(({ list }): ZoneResult => [list.zone, notTested]),
    ...unasked.map(({ list }): ZoneResult => [list.zone, readAnswer(list.returnCodes, failure!)])
  ])
})

export class Dnsbl extends Context.Service<
  Dnsbl,
  {
    /** Finds the zones that list the domain or its first mail host. `hosts` are in order of preference. */
    readonly listings: (
      domain: string,
      hosts: ReadonlyArray<MailHost>
    ) => Effect.Effect<BlocklistFact>
    /** Like `listings`, for callers that wait: lists without an answer are asked once more. */
    readonly allListings: (
      domain: string,
      hosts: ReadonlyArray<MailHost>
    ) => Effect.Effect<BlocklistFact>
    /** The cached listings, if there are any; `now` is in epoch milliseconds. */
    readonly known: (
      domain: string,
      hosts: ReadonlyArray<MailHost>,
      now: number
    ) => BlocklistFact | undefined
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
        const listings = makeSharedCache<BlocklistFact>({
          load: (key) =>
            listingsOf(dns.timed, isPublic, lists, targetOf(key)).pipe(
              traced(verifierSpans.blocklists, {}, ({ _tag }) => ({ outcome: _tag }))
            ),
          lifetimeOf,
          keysMax: listingsKeptMax
        })
        const untilTested = Effect.gen(function* () {
          while (lists.some(isUntested)) yield* Effect.sleep(testedPoll)
        })
        const allListings = Effect.fnUntraced(function* (key: string) {
          yield* untilTested
          const first = yield* listings.get(key)
          if (!first.isLate) return first
          // Before that the resolver would only repeat the failure from its cache.
          yield* Effect.sleep(failureLifetime)
          return yield* listings.get(key)
        })
        return {
          listings: (domain, hosts) =>
            lists.length === 0 ? Effect.succeed(notAsked) : listings.get(keyOf(domain, hosts)),
          allListings: (domain, hosts) =>
            lists.length === 0 ? Effect.succeed(notAsked) : allListings(keyOf(domain, hosts)),
          known: (domain, hosts, now) =>
            lists.length === 0 ? notAsked : listings.known(keyOf(domain, hosts), now),
          status: Effect.sync(() => statusOf(lists))
        }
      })
    )
}
