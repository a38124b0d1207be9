/**
 * What a domain asks receivers to do with forged mail: its own DMARC record or else that of its
 * organizational domain, found by the public suffix list (RFC 7489 §3.2; the tree walk of RFC 9989
 * §4.10 comes to the same answer with more questions).
 */
import { dmarcPolicies } from "@rcpt/domain/Evidence"
import type { Dmarc, DmarcPolicy } from "@rcpt/domain/Evidence"
import { absent } from "@rcpt/domain/Fact"
import type { Fact } from "@rcpt/domain/Fact"
import { Effect } from "effect"
import { getDomain } from "tldts"

import { toFact } from "./Answer.ts"
import type { Answer } from "./Answer.ts"
import type { Questions } from "./Resolver.ts"

/** The version comes first, and its value is compared with case (RFC 9989 §4.8). */
const version = /^[vV]\s*=\s*DMARC1\s*(?:;|$)/

const tag = (record: string, name: string): string | undefined => {
  for (const part of record.split(";")) {
    const [key = "", value = ""] = part.split("=", 2)
    if (key.trim().toLowerCase() === name) return value.trim().toLowerCase()
  }
  return undefined
}

/** A policy that is missing or misspelt asks for nothing (RFC 9989 §4.7). */
const policyOf = (value: string | undefined): DmarcPolicy =>
  dmarcPolicies.find((policy) => policy === value) ?? "none"

/** Several records are as good as none (RFC 9989 §4.10.1). */
const dmarcIn = (answer: Answer<string>, publishedAt: string, inherited: boolean): Fact<Dmarc> =>
  toFact(answer, (policies) => {
    const [record, ...others] = policies.filter((policy) => version.test(policy))
    if (record === undefined || others.length > 0) return undefined
    const asked = inherited ? (tag(record, "sp") ?? tag(record, "p")) : tag(record, "p")
    return { record, policy: policyOf(asked), publishedAt }
  })

export const findDmarc = Effect.fnUntraced(function* (dns: Questions, domain: string) {
  const organization = getDomain(domain, { allowPrivateDomains: true }) ?? domain
  const facts = yield* Effect.forEach(
    organization === domain ? [domain] : [domain, organization],
    (place) =>
      Effect.map(dns.policies(`_dmarc.${place}`), (answer) =>
        dmarcIn(answer, place, place !== domain)
      ),
    { concurrency: "unbounded" }
  )
  // The domain's own record decides; while that is unanswered, so is the question.
  return facts.find(({ _tag }) => _tag !== "Absent") ?? absent
})
