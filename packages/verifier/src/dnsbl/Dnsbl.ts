/**
 * Blocklists, asked over DNS. A list counts for nothing until it has proved that it answers us
 * (RFC 5782 §5), and for nothing again as soon as it fails that: lists die, change hands, and
 * answer "listed" to everybody whose resolver they do not like.
 *
 * Not provided to a verifier, no list is asked.
 */
import type { MailHost } from "@rcpt/domain/Evidence"
import { absent, notAsked, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { Redacted } from "effect"
import { getDomain } from "tldts"

import { byDeadline, Deadline } from "../byDeadline.ts"
import { hostTable } from "../hostTable.ts"
import { absentLifetime } from "../limits.ts"
import { remember } from "../remember.ts"
import { publicAddresses } from "../reservedNetworks.ts"
import { Resolver } from "../Resolver.ts"
import type { Question, Questions } from "../Resolver.ts"
import { mailProviders } from "../rules/mailProviders.ts"
import { blocklistsNamed } from "./blocklists.ts"
import { ask, keepProving, statusOf } from "./proof.ts"
import type { Asked, BlocklistStatus } from "./proof.ts"
import type { Word } from "./readAnswer.ts"

/** One check of many: what two tries of a second each have not brought is left out. */
export const blocklistsWaitMax = Duration.seconds(2)

/** A mail host has one or two addresses; more are a farm, of which four are a fair sample. */
const addressesMax = 4

/** About 0.3 kB each. */
const listingsKeptMax = 20_000

/** Zones by name. */
type Listings = Fact<ReadonlyArray<string>>

/** As long as DNS keeps "not listed"; a list may be switched off meanwhile, or an entry removed. */
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

type AddressQuestion = Question<string>
type AddressQuestions = Pick<Questions, "a" | "aaaa">

/** What one list said. */
type Spoken = readonly [zone: string, word: Word]

/** What the lists said together. One list that answered is an answer; none is none. */
const factOf = (words: ReadonlyArray<Spoken>) => {
  const zones = words.flatMap(([zone, { _tag }]) => (_tag === "listed" ? [zone] : []))
  if (zones.length > 0) return present<ReadonlyArray<string>>([...new Set(zones)])
  if (words.some(([, { _tag }]) => _tag === "clean")) return absent
  const [failure] = words.flatMap(([zone, word]) =>
    word._tag === "unanswered" ? [`${zone}: ${word.why}`] : []
  )
  return failure === undefined ? notAsked : unanswered(failure)
}

/**
 * Thousands of customers share a provider's hosts: a list that names one of their addresses says
 * nothing of a single customer.
 */
const providerOf = hostTable(mailProviders)

/** What has not been answered by then is unanswered. */
const until =
  (deadline: Deadline, question: AddressQuestion): AddressQuestion =>
  (name) =>
    byDeadline(question(name), deadline, () => unanswered("timeout"))

const addressesOf = Effect.fnUntraced(function* (
  dns: AddressQuestions,
  isPublic: (ip: string) => boolean,
  host: string
) {
  if (host === "" || providerOf(host) !== undefined) return []
  const answers = yield* Effect.all([dns.a(host), dns.aaaa(host)], {
    concurrency: "unbounded"
  })
  const addresses = answers.flatMap((answer) => (answer._tag === "Found" ? answer.records : []))
  return addresses.filter(isPublic).slice(0, addressesMax)
})

interface Target {
  /** What lists know of is who registered a domain, not each name below. */
  readonly organization: string
  /** The mail host that counts; empty where there is none. */
  readonly host: string
}

/** Neither name can hold a blank. */
const keyOf = (domain: string, hosts: ReadonlyArray<MailHost>): string =>
  `${getDomain(domain, { allowPrivateDomains: true }) ?? domain} ${hosts[0]?.host ?? ""}`

const targetOf = (key: string): Target => {
  const [organization = "", host = ""] = key.split(" ")
  return { organization, host }
}

const listingsOf = Effect.fnUntraced(function* (
  dns: AddressQuestions,
  isPublic: (ip: string) => boolean,
  on: ReadonlyArray<Asked>,
  { organization, host }: Target
) {
  const now = yield* Clock.currentTimeMillis
  const deadline = new Deadline(now + Duration.toMillis(blocklistsWaitMax))
  const inTime = { a: until(deadline, dns.a), aaaa: until(deadline, dns.aaaa) }
  const about = (asked: Asked, subject: string): Effect.Effect<Spoken> =>
    Effect.map(ask(inTime, asked, subject), (word) => [asked.list.zone, word])

  const ofDomain = on.filter(({ list }) => list.subject === "domain")
  const ofAddress = on.filter(({ list }) => list.subject === "ip")
  const aboutAddresses = Effect.gen(function* () {
    if (ofAddress.length === 0) return []
    const addresses = yield* addressesOf(inTime, isPublic, host)
    const questions = addresses.flatMap((ip) =>
      ofAddress
        .filter(({ list }) => list.ipv6 || !ip.includes(":"))
        .map((asked) => about(asked, ip))
    )
    return yield* Effect.all(questions, { concurrency: "unbounded" })
  })
  const words = yield* Effect.all(
    [
      Effect.all(
        ofDomain.map((asked) => about(asked, organization)),
        { concurrency: "unbounded" }
      ),
      aboutAddresses
    ],
    { concurrency: "unbounded" }
  )
  return factOf(words.flat())
})

export class Dnsbl extends Context.Service<
  Dnsbl,
  {
    /** The zones that list the domain or its first mail host. `hosts` as DNS orders them. */
    readonly listings: (domain: string, hosts: ReadonlyArray<MailHost>) => Effect.Effect<Listings>
    /** The same, if it is in memory; `now` in epoch milliseconds. */
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
          blocklistsNamed(zone).map((list): Asked => ({
            list,
            key,
            status: { zone: list.zone, subject: list.subject, state: "unproven" }
          }))
        )
        if (lists.length > 0) yield* Effect.forkScoped(keepProving(dns, lists))
        const listings = remember<Listings>({
          learn: (key) => {
            const on = lists.filter(({ status }) => status.state === "on")
            return listingsOf(dns, isPublic, on, targetOf(key))
          },
          lifetimeOf,
          keysMax: listingsKeptMax
        })
        return {
          listings: (domain, hosts) =>
            lists.length === 0 ? Effect.succeed(notAsked) : listings.ask(keyOf(domain, hosts)),
          known: (domain, hosts, now) =>
            lists.length === 0 ? notAsked : listings.known(keyOf(domain, hosts), now),
          status: Effect.sync(() => statusOf(lists))
        }
      })
    )
}
