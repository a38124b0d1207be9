/**
 * All that DNS says of a domain, put together once for all of its addresses.
 *
 * What has not been answered in `learnWaitMax` is unanswered; what has been is kept. Evidence with
 * a gap is not remembered: the next one who asks tries again, and finds the answers that came.
 */
import type { DomainEvidence, MailRoute, Routability } from "@rcpt/domain/Evidence"
import { notAsked } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Duration, Effect } from "effect"

import { findDmarc } from "./findDmarc.ts"
import { findParking } from "./findParking.ts"
import { findRoutability } from "./findRoutability.ts"
import { findRoute } from "./findRoute.ts"
import { findSpf } from "./findSpf.ts"
import { inTime } from "./inTime.ts"
import { jittered } from "./jittered.ts"
import { absentLifetime, domainsKeptMax, foundLifetime } from "./limits.ts"
import { recognizeHosts } from "./recognizeHosts.ts"
import { remember } from "./remember.ts"
import type { Remembered } from "./remember.ts"
import { publicAddresses } from "./reservedNetworks.ts"
import { Resolver } from "./Resolver.ts"
import type { TimedQuestions } from "./Resolver.ts"

export type DomainFacts = Remembered<DomainEvidence>

export interface DomainFactsOptions {
  /** CIDRs whose addresses count as public, for laboratories and mail inside a company. */
  readonly unsafeNetworks?: ReadonlyArray<string>
}

/** Nothing else about the domain can change the verdict, so nothing else is asked. */
export const isSettled = (route: MailRoute): boolean =>
  route._tag === "noDomain" || route._tag === "nullMx" || route._tag === "unanswered"

const routabilityNotAsked: Routability = { _tag: "unanswered", why: notAsked.why }

const nothingAsked = {
  routability: routabilityNotAsked,
  spf: notAsked,
  dmarc: notAsked,
  parking: notAsked
}

const learn = Effect.fnUntraced(function* (
  questions: TimedQuestions,
  isPublic: (ip: string) => boolean,
  domain: string
) {
  const dns = yield* inTime(questions)
  const route = yield* findRoute(dns, domain)
  const known = { domain, route, ...recognizeHosts(route) }
  if (isSettled(route)) return { ...known, ...nothingAsked, learntAt: dns.oldest() }
  const facts = yield* Effect.all(
    {
      routability:
        route._tag === "hosts"
          ? findRoutability(dns, isPublic, route.hosts)
          : Effect.succeed(routabilityNotAsked),
      spf: findSpf(dns, domain),
      dmarc: findDmarc(dns, domain),
      parking: findParking(dns, domain, route)
    },
    { concurrency: "unbounded" }
  )
  return { ...known, ...facts, learntAt: dns.oldest() }
})

/** Something was asked and not answered. */
const isGap = (fact: MailRoute | Routability | Fact<unknown>): boolean =>
  (fact._tag === "unanswered" || fact._tag === "Unanswered") && fact.why !== notAsked.why

const hasGap = ({ route, routability, spf, dmarc, parking }: DomainEvidence): boolean =>
  [route, routability, spf, dmarc, parking].some(isGap)

/** All that a customer repairs is there, so that nobody waits for us to notice a repair. */
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
  return remember<DomainEvidence>({
    learn: (domain) => learn(timed, isPublic, domain),
    lifetimeOf,
    keysMax: domainsKeptMax
  })
})
