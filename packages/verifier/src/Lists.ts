/**
 * What published lists say of an address: throwaway provider, free provider, shared function.
 *
 * The two lists of throwaway domains have little in common (4,336 of 8,883), so both are used. They
 * hold suffixes: a customer's host below a listed domain counts, one below a public suffix does
 * not, or the users of a dynamic DNS provider would condemn each other.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

import type { Address } from "@rcpt/domain/Address"
import type { ListEvidence } from "@rcpt/domain/Evidence"
import { Context, Layer } from "effect"
import { getDomain } from "tldts"

import { alsoDisposable, alsoFree, notDisposable } from "./listCorrections.ts"
import { relays } from "./relays.ts"
import { functionalRoles, reservedRoles, vagueWords } from "./roles.ts"

const packages = createRequire(import.meta.url)

/** Read, not imported: a module stays in memory with its array after the set is made. */
const readList = (file: string): ReadonlyArray<string> =>
  JSON.parse(readFileSync(packages.resolve(file), "utf8"))

const domainsOf = (rows: ReadonlyArray<{ readonly domains: ReadonlyArray<string> }>) =>
  rows.flatMap(({ domains }) => domains)

/** The longest suffix of `domain`, cut at dots, that is in the set. */
const listedSuffix = (listed: ReadonlySet<string>, domain: string): string | undefined => {
  let suffix = domain
  for (;;) {
    if (listed.has(suffix)) return suffix
    const dot = suffix.indexOf(".")
    if (dot === -1) return undefined
    suffix = suffix.slice(dot + 1)
  }
}

const relayDomains: ReadonlySet<string> = new Set(domainsOf(relays))

const readDisposable = (): ((domain: string) => boolean) => {
  const listed = new Set(readList("disposable-domains"))
  const monthly = "disposable-email-domains-js/dist/dict/disposable_email_blocklist.json"
  for (const domain of readList(monthly)) listed.add(domain)
  for (const domain of domainsOf(alsoDisposable)) listed.add(domain)
  for (const domain of domainsOf(notDisposable)) listed.delete(domain)

  return (domain) => {
    const suffix = listedSuffix(listed, domain)
    if (suffix === undefined || listedSuffix(relayDomains, domain) !== undefined) return false
    if (suffix === domain) return true
    const registrable = getDomain(domain, { allowPrivateDomains: true })
    return registrable !== null && suffix.length >= registrable.length
  }
}

/** The package calls throwaway and relay domains free too; people do not live there. */
const readFree = (isDisposable: (domain: string) => boolean): ReadonlySet<string> =>
  new Set(
    [...readList("free-email-domains/domains.json"), ...domainsOf(alsoFree)].filter(
      (domain) => !isDisposable(domain) && listedSuffix(relayDomains, domain) === undefined
    )
  )

const isReserved = (() => {
  const names = reservedRoles.map(({ name }) => name.replaceAll(".", "\\."))
  const alternatives = names.join("|")
  const pattern = new RegExp(`^(?:${alternatives})(?:$|[^a-z])|[-._](?:noreply|no-reply)$`)
  return (name: string) => pattern.test(name)
})()

const readRoles = (isFree: (domain: string) => boolean): ((address: Address) => boolean) => {
  const listed: ReadonlyArray<string> = packages("role-based-email-addresses")
  const functional = new Set([
    ...listed.filter((name) => !vagueWords.has(name)),
    ...functionalRoles
  ])
  return ({ localPart, domain }) => {
    const lowerCase = localPart.toLowerCase()
    const tag = lowerCase.indexOf("+")
    const name = tag > 0 ? lowerCase.slice(0, tag) : lowerCase
    // Where anybody can register, info@ is a person's idea of a name.
    return isReserved(name) || (functional.has(name) && !isFree(domain))
  }
}

export class Lists extends Context.Service<Lists, { consult(address: Address): ListEvidence }>()(
  "@rcpt/verifier/Lists"
) {
  /** Reads 2.9 MB and builds sets of 150,000 names: about 90 ms and 25 MB, once. */
  static readonly layer: Layer.Layer<Lists> = Layer.sync(Lists, () => {
    const disposable = readDisposable()
    const freeDomains = readFree(disposable)
    const free = (domain: string) => freeDomains.has(domain)
    const role = readRoles(free)
    return {
      consult: (address) => ({
        disposable: disposable(address.domain),
        free: free(address.domain),
        role: role(address)
      })
    }
  })
}
