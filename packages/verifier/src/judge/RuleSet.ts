/**
 * Finds the rule of an account that decides about an address. What the rule does to the verdict is said by the
 * findings `blockedByRule` and `allowedByRule`.
 */
import type { Address } from "@rcpt/domain/Address"
import type { DomainEvidence } from "@rcpt/domain/Evidence"
import type { FoundRule, RuleMatch } from "@rcpt/domain/Rules"

/** The rules of an account, ready to be asked about any number of addresses. */
export interface RuleSet {
  readonly size: number
  /** Whether some are about mail servers, so that they cannot be asked without the domain. */
  readonly hasHosts: boolean
  /** The rule that decides about an address; `undefined`: none is about it. */
  readonly find: (
    address: Address,
    /** The one spelling of the address. */
    mailbox: string,
    domain: DomainEvidence | undefined
  ) => FoundRule | undefined
}

type ByValue = ReadonlyMap<string, FoundRule>

/** The rule of the name itself, else of the nearest parent whose rule has subdomains: the nearer is more specific. */
const nearest = (rules: ByValue, name: string): FoundRule | undefined => {
  const own = rules.get(name)
  if (own !== undefined) return own
  for (let dot = name.indexOf("."); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    const ofParent = rules.get(name.slice(dot + 1))
    if (ofParent?.subdomains) return ofParent
  }
  return undefined
}

/** Mail may go to any of a domain's hosts, and none of them is more specific: a block beats an allow. */
const ofHosts = (rules: ByValue, domain: DomainEvidence | undefined): FoundRule | undefined => {
  if (rules.size === 0 || domain?.route._tag !== "hosts") return undefined
  const found = domain.route.hosts.flatMap(({ host }) => nearest(rules, host) ?? [])
  return found.find(({ action }) => action === "block") ?? found[0]
}

/** The rule of the most specific kind decides: so a block beats an allow unless the allow is more specific. */
export const ruleSetOf = (rules: ReadonlyArray<FoundRule>): RuleSet => {
  const byValue = (match: RuleMatch): ByValue =>
    new Map(rules.filter((rule) => rule.match === match).map((rule) => [rule.value, rule]))
  const addresses = byValue("address")
  const domains = byValue("domain")
  const hosts = byValue("mail_host")
  const tlds = byValue("tld")
  return {
    size: rules.length,
    hasHosts: hosts.size > 0,
    find: ({ domain: name }, mailbox, domain) =>
      addresses.get(mailbox) ??
      nearest(domains, name) ??
      ofHosts(hosts, domain) ??
      tlds.get(name.slice(name.lastIndexOf(".") + 1))
  }
}
