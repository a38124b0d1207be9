/**
 * Says whether a domain accepts every recipient, if that follows from who runs its mail. For most domains
 * it does not follow: the fact stays unanswered, and only an SMTP session can answer it.
 */
import type { CatchAll, DomainEvidence } from "@rcpt/domain/Evidence"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"

import { providerRules } from "../address/providers.ts"
import { catchAllByHost } from "../dns/recognizeHosts.ts"
import { longestSuffix } from "../lists/hostTable.ts"
import { relays } from "../lists/relays.ts"

const relayWithSubdomains: ReadonlyMap<string, string> = new Map(
  relays
    .filter(({ subdomainsCatchAll }) => subdomainsCatchAll)
    .flatMap(({ service, domains }) => domains.map((domain) => [domain, service] as const))
)

/** Unrelated users share these domains, so they cannot be catch-all: one user would get all mail. */
const sharedDomains: ReadonlySet<string> = new Set(providerRules.flatMap(({ domains }) => domains))

const notProbed = unanswered("not probed")

const byRelay = (domain: string): Fact<CatchAll> => {
  const parent = domain.slice(domain.indexOf(".") + 1)
  const service = longestSuffix(relayWithSubdomains, parent)
  return service === undefined
    ? notProbed
    : present({
        because: `every name below a customer's subdomain of ${service} is the customer's`
      })
}

export const knownCatchAll = (
  domain: string,
  facts: DomainEvidence | undefined
): Fact<CatchAll> => {
  if (facts?.route._tag !== "hosts" || facts.route.implicit) return notProbed
  if (sharedDomains.has(domain)) return absent
  const host = catchAllByHost(facts.route)
  return host === undefined ? byRelay(domain) : present(host)
}
