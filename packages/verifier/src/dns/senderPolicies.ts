/**
 * Finds what a domain publishes about mail in its name: who may send it (SPF, RFC 7208; the record is not
 * evaluated), and what receivers should do with forged mail (DMARC).
 *
 * The DMARC record is the domain's own, or else that of its organizational domain, found by the public
 * suffix list (RFC 7489 §3.2; the tree walk of RFC 9989 §4.10 gives the same answer with more
 * questions).
 */
import { dmarcPolicies } from "@rcpt/domain/Evidence"
import type { Dmarc, DmarcPolicy, Spf } from "@rcpt/domain/Evidence"
import { absent } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Effect } from "effect"

import { sharedBy } from "../cache/boundedCache.ts"
import { organizationOf } from "../cache/organizationOf.ts"
import { toFact } from "./Answer.ts"
import type { Answer } from "./Answer.ts"
import type { Questions } from "./Questions.ts"

/** The version comes first, and its value is compared with case (RFC 9989 §4.8). */
const dmarcVersion = /^[vV]\s*=\s*DMARC1\s*(?:;|$)/

const tag = (record: string, name: string): string | undefined => {
  for (const part of record.split(";")) {
    const [key = "", value = ""] = part.split("=", 2)
    if (key.trim().toLowerCase() === name) return value.trim().toLowerCase()
  }
  return undefined
}

/** A missing or misspelt policy counts as `none` (RFC 9989 §4.7). */
const policyOf = (value: string | undefined): DmarcPolicy =>
  dmarcPolicies.find((policy) => policy === value) ?? "none"

/** Several records count as no record (RFC 9989 §4.10.1). */
const dmarcIn = (answer: Answer<string>, publishedAt: string, inherited: boolean): Fact<Dmarc> =>
  toFact(answer, (policies) => {
    const [record, ...others] = policies.filter((policy) => dmarcVersion.test(policy))
    if (record === undefined || others.length > 0) return undefined
    const value = inherited ? (tag(record, "sp") ?? tag(record, "p")) : tag(record, "p")
    return { record, policy: policyOf(value), publishedAt }
  })

/** The domain, followed by its organizational domain if that is a different one. */
export const withOrganization = (domain: string): ReadonlyArray<string> => {
  const organization = organizationOf(domain)
  return organization === domain ? [domain] : [domain, organization]
}

export const findDmarc = (dns: Questions, domain: string): Effect.Effect<Fact<Dmarc>> =>
  Effect.map(
    Effect.all(
      withOrganization(domain).map((name) =>
        Effect.map(dns.policies(`_dmarc.${name}`), (answer) =>
          dmarcIn(answer, name, name !== domain)
        )
      )
    ),
    // The domain's own record decides; while its look-up is unanswered, so is the fact.
    (facts) => facts.find(({ _tag }) => _tag !== "Absent") ?? absent
  )

/** The version ends with a blank or the end of the record, so `v=spf10` is no SPF (RFC 7208 §4.5). */
const spfVersion = /^v=spf1(?: |$)/i

const spfOf = (policies: ReadonlyArray<string>): Spf | undefined => {
  const records = policies.filter((policy) => spfVersion.test(policy))
  const record = records[0]
  return record === undefined ? undefined : { record, count: records.length }
}

const sharedFact = sharedBy<Fact<Spf>>()

const shared = (fact: Fact<Spf>): Fact<Spf> =>
  fact._tag !== "Present" || fact.value.count > 1 ? fact : sharedFact(fact.value.record, fact)

export const findSpf = (dns: Questions, domain: string) =>
  Effect.map(dns.policies(domain), (answer) => shared(toFact(answer, spfOf)))
