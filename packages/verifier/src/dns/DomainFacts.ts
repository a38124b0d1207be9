/**
 * Looks up what DNS says about a domain, once for all its addresses.
 *
 * A question without an answer after `lookupWaitMax` is unanswered; the other answers are used.
 * Evidence with a gap is not cached: the next caller asks again, and finds the answers that arrived
 * meanwhile in the resolver's cache.
 */
import type { DomainEvidence, MailHost, MailRoute, Routability } from "@rcpt/domain/Evidence"
import { notAsked } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Duration, Effect } from "effect"

import { sharedBy } from "../cache/boundedCache.ts"
import { jittered, makeSharedCache } from "../cache/SharedCache.ts"
import type { SharedCache } from "../cache/SharedCache.ts"
import { absentLifetime, domainsKeptMax, foundLifetime } from "../limits.ts"
import { traced, verifierSpans } from "../spans.ts"
import { askNameServers, findParking } from "./findParking.ts"
import { findRoutability, isHostName } from "./findRoutability.ts"
import type { Questions, TimedQuestions } from "./Questions.ts"
import { startLookup } from "./Questions.ts"
import { recognizeHosts } from "./recognizeHosts.ts"
import { publicAddresses } from "./reservedNetworks.ts"
import { Resolver } from "./Resolver.ts"
import { findDmarc, findSpf } from "./senderPolicies.ts"

const sharedRoute = sharedBy<MailRoute>()

/**
 * Mail hosts of a shared route. Providers name up to seven; a longer list belongs to one domain and may have
 * thousands.
 */
const sharedHostsMax = 10

/** The key is all hosts as JSON: a name in DNS may have any octet, so no separator would be unambiguous. */
const toHosts = (hosts: ReadonlyArray<MailHost>): MailRoute => {
  const route: MailRoute = { _tag: "hosts", hosts, implicit: false }
  return hosts.length > sharedHostsMax ? route : sharedRoute(JSON.stringify(hosts), route)
}

/** The route by MX records. A host with an empty name is ".", the root, which takes no mail. */
const fromMx = (hosts: ReadonlyArray<MailHost>): MailRoute => {
  const named = hosts.filter(({ host }) => host !== "")
  // A lone "." declares that the domain takes no mail (RFC 7505 §3). That is a statement and no fault, so it
  // settles the verdict.
  return named.length === 0 ? { _tag: "nullMx" } : toHosts(named)
}

/** The route without MX records: the domain is its own mail host if it has an address (RFC 5321 §5.1). */
const implicitRoute = (dns: Questions, domain: string): Effect.Effect<MailRoute> =>
  Effect.map(Effect.all([dns.a(domain), dns.aaaa(domain)]), (answers): MailRoute => {
    if (answers.some(({ _tag }) => _tag === "Found"))
      return { _tag: "hosts", hosts: [{ host: domain, preference: 0 }], implicit: true }
    const failure = answers.find((answer) => answer._tag === "Unanswered")
    return failure === undefined ? { _tag: "noMail" } : { _tag: "unanswered", why: failure.why }
  })

/** Finds where mail for a domain goes: RFC 5321 §5.1, and RFC 7505 for domains that take none. */
const findRoute = (dns: Questions, domain: string): Effect.Effect<MailRoute> =>
  Effect.flatMap(dns.mx(domain), (answer) => {
    if (answer._tag === "NoData") return implicitRoute(dns, domain)
    if (answer._tag === "Found") return Effect.succeed(fromMx(answer.records))
    if (answer._tag === "NoDomain") return Effect.succeed<MailRoute>({ _tag: "noDomain" })
    // While the MX records are unknown, an address record proves nothing: mail may go elsewhere.
    return Effect.succeed<MailRoute>({ _tag: "unanswered", why: answer.why })
  })

/**
 * `loadAhead` sends all questions about the domain itself together, instead of those after MX only where the domain
 * takes mail. Only the addresses of mail hosts depend on an answer.
 */
export interface DomainFacts extends SharedCache<DomainEvidence> {
  /** Where its mail goes and whether that is reachable, without waiting for policies, which are not asked. */
  readonly routeOf: (domain: string) => Effect.Effect<DomainEvidence>
}

export interface DomainFactsOptions {
  /** CIDRs whose addresses count as public, for the lab and for mail inside a company. */
  readonly unsafeNetworks?: ReadonlyArray<string>
}

type Policies = Pick<DomainEvidence, "spf" | "dmarc">
type AskedFacts = Policies & Pick<DomainEvidence, "routability" | "parking">

/** Whether the route alone decides the verdict, so that nothing else is asked. */
export const isSettled = (route: MailRoute): boolean =>
  route._tag === "noDomain" || route._tag === "nullMx" || route._tag === "unanswered"

/**
 * The evidence is built field by field: V8 keeps such an object in 112 octets, and one that is spread from
 * others in 200. Up to `domainsKeptMax` of them are cached.
 */
const evidenceOf = (
  { domain, route }: Pick<DomainEvidence, "domain" | "route">,
  { routability, spf, dmarc, parking }: AskedFacts,
  learntAt: number
): DomainEvidence => {
  const { provider, forwarder, relayHost, disposableHost } = recognizeHosts(route)
  return {
    domain,
    learntAt,
    route,
    routability,
    spf,
    dmarc,
    parking,
    provider,
    forwarder,
    relayHost,
    disposableHost
  }
}

const routabilityNotAsked: Routability = { _tag: "unanswered", why: notAsked.why }

const policiesNotAsked: Policies = { spf: notAsked, dmarc: notAsked }

const nothingAsked: AskedFacts = {
  routability: routabilityNotAsked,
  ...policiesNotAsked,
  parking: notAsked
}

const findPolicies = (dns: Questions, domain: string) => ({
  spf: findSpf(dns, domain),
  dmarc: findDmarc(dns, domain)
})

/** All questions together; all, but MX first; or those alone that say where mail goes. */
type Extent = "together" | "mxFirst" | "route"

const lookUp = Effect.fnUntraced(function* (
  questions: TimedQuestions,
  isPublic: (ip: string) => boolean,
  domain: string,
  extent: Extent
) {
  const dns = yield* startLookup(questions)
  const asked = {
    route: findRoute(dns, domain),
    ...(extent === "together" && {
      policies: findPolicies(dns, domain),
      nameServers: askNameServers(dns, domain)
    })
  }
  const route = yield* asked.route
  const known = { domain, route }
  if (isSettled(route)) return evidenceOf(known, nothingAsked, dns.oldestAnswerAt())
  const nextHost = extent === "route" && route._tag === "hosts" ? route.hosts[0]?.host : undefined
  // Who asks for the route alone connects next, by the addresses of both families (smtp/resolveMxAddresses.ts).
  if (nextHost !== undefined && isHostName(nextHost)) dns.aaaa(nextHost)
  const facts = yield* Effect.all({
    routability:
      route._tag === "hosts"
        ? findRoutability(dns, isPublic, route.hosts)
        : Effect.succeed(routabilityNotAsked),
    ...(extent !== "route" && (asked.policies ?? findPolicies(dns, domain))),
    parking: findParking(dns, domain, route, asked.nameServers)
  })
  return evidenceOf(known, { ...policiesNotAsked, ...facts }, dns.oldestAnswerAt())
})

/** Whether a question was asked and not answered. */
const isGap = (fact: MailRoute | Routability | Fact<unknown>): boolean =>
  (fact._tag === "unanswered" || fact._tag === "Unanswered") && fact.why !== notAsked.why

const hasGap = ({ route, routability, spf, dmarc, parking }: DomainEvidence): boolean =>
  [route, routability, spf, dmarc, parking].some(isGap)

/** Whether the domain has everything that an owner may repair, so that a longer lifetime hides no repair. */
const isFlawless = ({ route, routability, spf, dmarc }: DomainEvidence): boolean =>
  route._tag === "hosts" &&
  !route.implicit &&
  routability._tag === "routable" &&
  spf._tag === "Present" &&
  dmarc._tag === "Present"

const lifetimeOf = (evidence: DomainEvidence, domain: string): Duration.Duration =>
  hasGap(evidence)
    ? Duration.zero
    : jittered(isFlawless(evidence) ? foundLifetime : absentLifetime, domain)

export const makeDomainFacts = Effect.fnUntraced(function* (options: DomainFactsOptions) {
  const { timed } = yield* Resolver
  const isPublic = publicAddresses(options.unsafeNetworks ?? [])
  const facts = makeSharedCache<DomainEvidence>({
    load: (domain, isAhead) =>
      lookUp(timed, isPublic, domain, isAhead ? "together" : "mxFirst").pipe(
        traced(verifierSpans.domainFacts, {}, ({ route }) => ({ route: route._tag }))
      ),
    lifetimeOf,
    keysMax: domainsKeptMax
  })
  return {
    ...facts,
    routeOf: (domain) => lookUp(timed, isPublic, domain, "route")
  } satisfies DomainFacts
})
