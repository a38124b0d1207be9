/**
 * Gives all addresses that reach the same mailbox one spelling, which is used to find duplicates.
 *
 * The spelling depends on the address alone. Rules per mail exchanger (Google Workspace drops tags
 * too) are left out on purpose: the same address would get another spelling while DNS is down.
 */
import { print } from "@rcpt/domain/Address"
import type { Address } from "@rcpt/domain/Address"
import { Result } from "effect"

import { localPartOctetsMax } from "../limits.ts"
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

/** Removes quotes that the local part does not need: `"ann"` is `ann` (RFC 5321 §4.1.2). */
const withoutQuotes = (localPart: string): string => {
  if (!localPart.startsWith('"')) return localPart
  const unquoted = localPart.slice(1, -1).replaceAll(/\\(.)/gsu, "$1")
  // A local part that begins with an escaped quote keeps its quotes, or it would be read as quoted.
  return unquoted.startsWith('"') ? localPart : unquoted
}

const isPlain = /^[a-z0-9]+(?:[._+-][a-z0-9]+)*$/

/** The candidate, if it is an address. A rule may leave something else, as with `+tag@`, and is then not applied. */
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
  const unquoted = ifWellFormed(inLowerCase(address, withoutQuotes(address.localPart)), lowerCase)
  const user = userFromHost(unquoted)
  if (user !== undefined) return normalize(user)
  const rule = unquoted.localPart.startsWith('"') ? undefined : ruleByDomain.get(unquoted.domain)
  return print(rule === undefined ? unquoted : ifWellFormed(applyRule(rule, unquoted), unquoted))
}
