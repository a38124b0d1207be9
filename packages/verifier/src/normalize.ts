/**
 * One spelling for all addresses that reach the same mailbox, to find duplicates with.
 *
 * It follows from the address alone. Rules by mail exchanger (Google Workspace cuts tags too) are
 * left out on purpose: the same address would have another form while DNS is down.
 */
import { print } from "@rcpt/domain/Address"
import type { Address } from "@rcpt/domain/Address"
import { Result } from "effect"

import { localPartOctetsMax } from "./limits.ts"
import { parseAddress } from "./parseAddress.ts"
import { providerRules } from "./providers.ts"
import type { ProviderRule } from "./providers.ts"

const ruleByDomain: ReadonlyMap<string, ProviderRule> = new Map(
  providerRules.flatMap((rule) => rule.domains.map((domain) => [domain, rule] as const))
)

/** `tag@user.fastmail.com` is mail to `user@fastmail.com`. */
const userFromHost = ({ domain }: Address): Address | undefined => {
  const dot = domain.indexOf(".")
  const parent = domain.slice(dot + 1)
  return ruleByDomain.get(parent)?.userAsHost
    ? { localPart: domain.slice(0, dot), domain: parent, smtputf8: false }
    : undefined
}

const applyRule = (rule: ProviderRule, { localPart, domain, smtputf8 }: Address): Address => {
  const tagAt = rule.tag === undefined ? -1 : localPart.indexOf(rule.tag)
  let name = tagAt === -1 ? localPart : localPart.slice(0, tagAt)
  for (const character of rule.ignored ?? "") name = name.replaceAll(character, "")
  if (rule.same !== undefined) name = name.replaceAll(...rule.same)
  return { localPart: name, domain: rule.writtenAs ?? domain, smtputf8 }
}

/** Quotes that nothing in the local part needs: `"ann"` is `ann` (RFC 5321 §4.1.2). */
const withoutQuotes = (localPart: string): string => {
  if (!localPart.startsWith('"')) return localPart
  const meant = localPart.slice(1, -1).replaceAll(/\\(.)/gsu, "$1")
  // What begins with a quote of its own cannot do without them: it would be read as quoted again.
  return meant.startsWith('"') ? localPart : meant
}

const isPlain = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*$/

/** A rule may leave nothing that is an address, as with `+tag@`; then it does not hold. */
const ifWellFormed = (candidate: Address, otherwise: Address): Address => {
  const { localPart } = candidate
  if (isPlain.test(localPart) && localPart.length <= localPartOctetsMax) return candidate
  const parsed = parseAddress(print(candidate))
  return Result.isSuccess(parsed) && parsed.success.localPart === localPart ? candidate : otherwise
}

const inLowerCase = (address: Address, localPart: string): Address => ({
  ...address,
  localPart: localPart.toLowerCase().normalize("NFC")
})

export const normalize = (address: Address): string => {
  const lowerCase = ifWellFormed(inLowerCase(address, address.localPart), address)
  const spelled = ifWellFormed(inLowerCase(address, withoutQuotes(address.localPart)), lowerCase)
  const user = userFromHost(spelled)
  if (user !== undefined) return normalize(user)
  const rule = spelled.localPart.startsWith('"') ? undefined : ruleByDomain.get(spelled.domain)
  return print(rule === undefined ? spelled : ifWellFormed(applyRule(rule, spelled), spelled))
}
