/**
 * Whether a domain accepts every recipient, as far as that follows from who runs it. Of most domains
 * nothing follows; then the question stays open, and only a conversation can answer it.
 */
import type { CatchAll, DomainEvidence } from "@rcpt/domain/Evidence"
import { absent, present, unanswered } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"

import { longestSuffix } from "./hostTable.ts"
import { providerRules } from "./providers.ts"
import { catchAllByHost } from "./recognizeHosts.ts"
import { relays } from "./relays.ts"

const relayWithSubdomains: ReadonlyMap<string, string> = new Map(
  relays
    .filter(({ subdomainsCatchAll }) => subdomainsCatchAll)
    .flatMap(({ service, domains }) => domains.map((domain) => [domain, service] as const))
)

/** Strangers share these: a mailbox that took everybody's mail would read theirs. */
const sharedByStrangers: ReadonlySet<string> = new Set(
  providerRules.flatMap(({ domains }) => domains)
)

const open = unanswered("not probed")

const byRelay = (domain: string): Fact<CatchAll> => {
  const parent = domain.slice(domain.indexOf(".") + 1)
  const service = longestSuffix(relayWithSubdomains, parent)
  return service === undefined
    ? open
    : present({
        because: `every name below a customer's subdomain of ${service} is the customer's`
      })
}

export const knownCatchAll = (
  domain: string,
  facts: DomainEvidence | undefined
): Fact<CatchAll> => {
  if (facts?.route._tag !== "hosts" || facts.route.implicit) return open
  if (sharedByStrangers.has(domain)) return absent
  const host = catchAllByHost(facts.route)
  return host === undefined ? byRelay(domain) : present(host)
}
