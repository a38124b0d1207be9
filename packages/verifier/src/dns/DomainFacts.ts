/**
 * All that DNS says about a domain, looked up once for all addresses of the domain.
 *
 * A question without an answer after `lookupWaitMax` is unanswered; the other answers are used.
 * Evidence with a gap is not cached: the next caller asks again, and finds the answers that arrived
 * meanwhile in the resolver's cache.
 */
import type { DomainEvidence, MailRoute, Routability } from "@rcpt/domain/Evidence"
import { notAsked } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Duration, Effect } from "effect"

import { jittered } from "../cache/jittered.ts"
import { makeSharedCache } from "../cache/SharedCache.ts"
import type { SharedCache } from "../cache/SharedCache.ts"
import { absentLifetime, domainsKeptMax, foundLifetime } from "../limits.ts"
import { traced, verifierSpans } from "../spans.ts"
import { findParking } from "./findParking.ts"
import { findRoutability } from "./findRoutability.ts"
import { findRoute } from "./findRoute.ts"
import type { TimedQuestions } from "./Questions.ts"
import { recognizeHosts } from "./recognizeHosts.ts"
import { publicAddresses } from "./reservedNetworks.ts"
import { Resolver } from "./Resolver.ts"
import { findDmarc, findSpf } from "./senderPolicies.ts"
import { startLookup } from "./timedQuestions.ts"

export type DomainFacts = SharedCache<DomainEvidence>

export interface DomainFactsOptions {
  /** CIDRs whose addresses count as public, for the lab and for mail inside a company. */
  readonly unsafeNetworks?: ReadonlyArray<string>
}

type AskedFacts = Pick<DomainEvidence, "routability" | "spf" | "dmarc" | "parking">

/** Whether the route alone decides the verdict, so that nothing else is asked. */
export const isSettled = (route: MailRoute): boolean =>
  route._tag === "noDomain" || route._tag === "nullMx" || route._tag === "unanswered"

/**
 * Field by field: V8 keeps an object that is spread from others in 200 octets, and this one in 112. There are as many
 * as `domainsKeptMax`.
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

const nothingAsked: AskedFacts = {
  routability: routabilityNotAsked,
  spf: notAsked,
  dmarc: notAsked,
  parking: notAsked
}

const lookUp = Effect.fnUntraced(function* (
  questions: TimedQuestions,
  isPublic: (ip: string) => boolean,
  domain: string
) {
  const dns = yield* startLookup(questions)
  const route = yield* findRoute(dns, domain)
  const known = { domain, route }
  if (isSettled(route)) return evidenceOf(known, nothingAsked, dns.oldestAnswerAt())
  const facts = yield* Effect.all({
    routability:
      route._tag === "hosts"
        ? findRoutability(dns, isPublic, route.hosts)
        : Effect.succeed(routabilityNotAsked),
    spf: findSpf(dns, domain),
    dmarc: findDmarc(dns, domain),
    parking: findParking(dns, domain, route)
  })
  return evidenceOf(known, facts, dns.oldestAnswerAt())
})

/** It was asked and not answered. */
const isGap = (fact: MailRoute | Routability | Fact<unknown>): boolean =>
  (fact._tag === "unanswered" || fact._tag === "Unanswered") && fact.why !== notAsked.why

const hasGap = ({ route, routability, spf, dmarc, parking }: DomainEvidence): boolean =>
  [route, routability, spf, dmarc, parking].some(isGap)

/** Everything that an owner may repair is there, so a longer lifetime hides no repair. */
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
  return makeSharedCache<DomainEvidence>({
    load: (domain) =>
      lookUp(timed, isPublic, domain).pipe(
        traced(verifierSpans.domainFacts, {}, ({ route }) => ({ route: route._tag }))
      ),
    lifetimeOf,
    keysMax: domainsKeptMax
  })
})
