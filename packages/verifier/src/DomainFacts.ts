/**
 * All that DNS says of a domain, put together once for all of its addresses.
 *
 * What has not been answered in `learnWaitMax` is unanswered; what has been is kept. Evidence with
 * a gap is not remembered: the next one who asks tries again, and finds the answers that came.
 */
import type { DomainEvidence, MailRoute, Routability } from "@rcpt/domain/Evidence"
import { notAsked, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Cache, Clock, Duration, Effect, Exit } from "effect"

import { findDmarc } from "./findDmarc.ts"
import { findRoutability } from "./findRoutability.ts"
import { findRoute } from "./findRoute.ts"
import { findSpf } from "./findSpf.ts"
import { domainLifetime, domainsKeptMax, learnWaitMax } from "./limits.ts"
import { publicAddresses } from "./reservedNetworks.ts"
import { Resolver } from "./Resolver.ts"
import type { Question, Questions } from "./Resolver.ts"

export interface DomainFacts {
  readonly about: (domain: string) => Effect.Effect<DomainEvidence>
}

export interface DomainFactsOptions {
  /** CIDRs whose addresses count as public, for laboratories and mail inside a company. */
  readonly unsafeNetworks?: ReadonlyArray<string>
}

/** The same questions, each answered by the deadline or not at all. */
const until = (deadline: number, dns: Questions): Questions => {
  const inTime =
    <Record>(question: Question<Record>): Question<Record> =>
    (name) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.timeoutOrElse(question(name), {
          duration: Duration.millis(Math.max(0, deadline - now)),
          orElse: () => Effect.succeed(unanswered("deadline"))
        })
      )
  return {
    a: inTime(dns.a),
    aaaa: inTime(dns.aaaa),
    mx: inTime(dns.mx),
    policies: inTime(dns.policies)
  }
}

/** Nothing else about the domain can change the verdict, so nothing else is asked. */
const isSettled = (route: MailRoute): boolean =>
  route._tag === "noDomain" || route._tag === "nullMx" || route._tag === "unanswered"

const routabilityNotAsked: Routability = { _tag: "unanswered", why: notAsked.why }

const learn = Effect.fnUntraced(function* (
  dns: Questions,
  isPublic: (ip: string) => boolean,
  domain: string
) {
  const inTime = until((yield* Clock.currentTimeMillis) + Duration.toMillis(learnWaitMax), dns)
  const route = yield* findRoute(inTime, domain)
  if (isSettled(route)) {
    return { domain, route, routability: routabilityNotAsked, spf: notAsked, dmarc: notAsked }
  }
  const [routability, spf, dmarc] = yield* Effect.all(
    [
      route._tag === "hosts"
        ? findRoutability(inTime, isPublic, route.hosts)
        : Effect.succeed(routabilityNotAsked),
      findSpf(inTime, domain),
      findDmarc(inTime, domain)
    ],
    { concurrency: "unbounded" }
  )
  return { domain, route, routability, spf, dmarc }
})

/** Something was asked and not answered. */
const isGap = (fact: MailRoute | Routability | Fact<unknown>): boolean =>
  (fact._tag === "unanswered" || fact._tag === "Unanswered") && fact.why !== notAsked.why

const isComplete = ({ route, routability, spf, dmarc }: DomainEvidence): boolean =>
  ![route, routability, spf, dmarc].some(isGap)

export const makeDomainFacts = Effect.fnUntraced(function* (options: DomainFactsOptions) {
  const dns = yield* Resolver
  const isPublic = publicAddresses(options.unsafeNetworks ?? [])
  const cache = yield* Cache.makeWith(
    (domain: string): Effect.Effect<DomainEvidence> => learn(dns, isPublic, domain),
    {
      capacity: domainsKeptMax,
      timeToLive: (exit) =>
        Exit.isSuccess(exit) && isComplete(exit.value) ? domainLifetime : Duration.zero
    }
  )
  return { about: (domain) => Cache.get(cache, domain) } satisfies DomainFacts
})
