/**
 * The registrable domain of a name: `example.co.uk` of `mail.example.co.uk`. A check needs it in several places, which
 * follow each other, and each walk through the list of public suffixes takes microseconds.
 */
import { getDomain } from "tldts"

/** Names whose registrable domain is remembered: more than those of all checks that run at once. */
const rememberedMax = 1_000

const remembered = new Map<string, string>()

/** A name below a private suffix, such as github.io, belongs to who has it. The name itself where it has no suffix. */
export const organizationOf = (domain: string): string => {
  const known = remembered.get(domain)
  if (known !== undefined) return known
  if (remembered.size >= rememberedMax) remembered.clear()
  const organization = getDomain(domain, { allowPrivateDomains: true }) ?? domain
  remembered.set(domain, organization)
  return organization
}
