/**
 * What an answer is based on, one row per thing that was looked at: `explain=true`. A pure function
 * of the evidence, so that it can never say anything else than what was judged by.
 */
import type { ContextEvidence, DomainEvidence, Evidence, Listing } from "@rcpt/domain/Evidence"
import type { Fact } from "@rcpt/domain/Fact"
import { SmtpPhase } from "@rcpt/domain/Smtp"
import { Schema } from "effect"

import { explainSmtp } from "./explainSmtp.ts"

export const ExplainedFact = Schema.Struct({
  rule: Schema.String.annotate({
    description: "Stable id of what was looked at: `dns.spf`, `list.disposable`, `rdap.age` …"
  }),
  outcome: Schema.Literals(["present", "absent", "unanswered"]),
  source: Schema.String.annotate({
    description: "Who was asked, and for what: a list, a DNS question, a registry."
  }),
  answer: Schema.optionalKey(
    Schema.String.annotate({ description: "What came back, or why nothing did." })
  ),
  age_seconds: Schema.optionalKey(
    Schema.Int.annotate({
      description: "How old the knowledge is, at most; absent: of this request."
    })
  ),
  phase: Schema.optionalKey(
    SmtpPhase.annotate({ description: "Where in an SMTP conversation it was said." })
  ),
  code: Schema.optionalKey(Schema.Int.annotate({ description: "SMTP reply code." })),
  enhanced_code: Schema.optionalKey(
    Schema.String.annotate({ description: "Enhanced status code (RFC 3463)." })
  )
}).annotate({ identifier: "ExplainedFact" })
export type ExplainedFact = typeof ExplainedFact.Type

export const Explained = Schema.Array(ExplainedFact).annotate({ identifier: "Explained" })
export type Explained = typeof Explained.Type

const millisPerSecond = 1_000

const row = (
  rule: string,
  source: string,
  outcome: ExplainedFact["outcome"],
  answer?: string,
  ageSeconds?: number
): ExplainedFact => ({
  rule,
  outcome,
  source,
  ...(answer !== undefined && { answer }),
  ...(ageSeconds !== undefined && { age_seconds: Math.max(0, Math.round(ageSeconds)) })
})

/** From when something was learnt to how old it is now, in seconds. */
type Age = (learntAt: number) => number

const syntaxRow = ({ syntax }: Evidence): ExplainedFact =>
  syntax._tag === "malformed"
    ? row("syntax", "RFC 5321, RFC 6531", "absent", syntax.why)
    : row("syntax", "RFC 5321, RFC 6531", "present", syntax.normalized)

const listRow = (rule: string, listing: Listing | undefined, age: Age): ExplainedFact =>
  listing === undefined
    ? row(`list.${rule}`, "lists", "absent")
    : row(
        `list.${rule}`,
        `${listing.list}, ${listing.asOf}`,
        "present",
        listing.entry,
        age(Date.parse(listing.asOf))
      )

const factRow =
  (ageSeconds?: number) =>
  <A>(rule: string, source: string, fact: Fact<A>, print: (value: A) => string): ExplainedFact => {
    if (fact._tag === "Present") return row(rule, source, "present", print(fact.value), ageSeconds)
    return fact._tag === "Absent"
      ? row(rule, source, "absent", undefined, ageSeconds)
      : row(rule, source, "unanswered", fact.why)
  }

const closedRoutes = {
  nullMx: "0 . (null MX, RFC 7505)",
  noDomain: "NXDOMAIN",
  noMail: "neither MX records nor an address"
} as const

const routeRow = ({ domain, route }: DomainEvidence, ageSeconds: number): ExplainedFact => {
  const say = (outcome: ExplainedFact["outcome"], answer: string) =>
    row("dns.mx", `DNS MX ${domain}`, outcome, answer, ageSeconds)
  if (route._tag === "unanswered") {
    return row("dns.mx", `DNS MX ${domain}`, "unanswered", route.why)
  }
  if (route._tag !== "hosts") return say("absent", closedRoutes[route._tag])
  return route.implicit
    ? say("absent", "no MX records, but an address")
    : say("present", route.hosts.map((mx) => `${mx.preference} ${mx.host}`).join(", "))
}

const routableRow = ({ routability }: DomainEvidence, ageSeconds: number): ExplainedFact => {
  const [rule, source] = ["dns.mx_routable", "DNS A and AAAA of the mail hosts"]
  if (routability._tag === "unanswered") return row(rule, source, "unanswered", routability.why)
  return routability._tag === "routable"
    ? row(rule, source, "present", undefined, ageSeconds)
    : row(rule, source, "absent", routability.why, ageSeconds)
}

const domainRows = (facts: DomainEvidence, age: Age): ReadonlyArray<ExplainedFact> => {
  const seconds = age(facts.learntAt)
  const fact = factRow(seconds)
  const { domain } = facts
  const hosts = `mail hosts of ${domain}`
  const named = ({ service, host }: { service: string; host: string }) => `${service}: ${host}`
  return [
    routeRow(facts, seconds),
    routableRow(facts, seconds),
    fact("dns.spf", `DNS TXT ${domain}`, facts.spf, ({ record }) => record),
    fact("dns.dmarc", `DNS TXT _dmarc.${domain}`, facts.dmarc, (dmarc) =>
      dmarc.publishedAt === domain ? dmarc.record : `${dmarc.record} (at ${dmarc.publishedAt})`
    ),
    fact("dns.parked", `name servers, mail hosts and address of ${domain}`, facts.parking, (sign) =>
      named(sign.match)
    ),
    fact("host.provider", hosts, facts.provider, named),
    fact("host.forwarder", hosts, facts.forwarder, named),
    fact("host.relay", hosts, facts.relayHost, named),
    fact("host.disposable", hosts, facts.disposableHost, named)
  ]
}

const contextRows = (
  domain: string,
  { learntAt, mtaSts, tlsRpt, bimi }: ContextEvidence,
  age: Age
): ReadonlyArray<ExplainedFact> => {
  const fact = factRow(age(learntAt))
  const record = (text: string) => text
  return [
    fact("dns.mta_sts", `DNS TXT _mta-sts.${domain}`, mtaSts, record),
    fact("dns.tls_rpt", `DNS TXT _smtp._tls.${domain}`, tlsRpt, record),
    fact("dns.bimi", `DNS TXT default._bimi.${domain}`, bimi, record)
  ]
}

const localPartRow = ({ localPart }: Evidence): ReadonlyArray<ExplainedFact> =>
  localPart === undefined
    ? []
    : [
        row(
          "local_part.synthetic",
          "spelling of the part before the @",
          localPart.synthetic === undefined ? "absent" : "present",
          localPart.synthetic ?? localPart.shape
        )
      ]

/** `checkedAt` is ISO 8601: ages count up to it. */
export const explain = (evidence: Evidence, checkedAt: string): Explained => {
  const { syntax, lists, domain, context, didYouMean, dnsbl, age, smtp } = evidence
  const { catchAll, catchAllLearntAt } = evidence
  const conversation = smtp === undefined ? [] : explainSmtp(smtp)
  if (syntax._tag === "malformed") return [syntaxRow(evidence), ...conversation]
  const ageOf: Age = (learntAt) => (Date.parse(checkedAt) - learntAt) / millisPerSecond
  const name = syntax.address.domain
  const fact = factRow()
  return [
    syntaxRow(evidence),
    ...Object.entries(lists ?? {}).map(([rule, listing]) => listRow(rule, listing, ageOf)),
    ...localPartRow(evidence),
    ...(didYouMean === undefined
      ? []
      : [row("typo", "well-known mailbox providers", "present", didYouMean)]),
    ...(domain === undefined ? [] : domainRows(domain, ageOf)),
    ...(context === undefined ? [] : contextRows(name, context, ageOf)),
    fact("dnsbl", "blocklists", dnsbl, (listings) => listings.join(", ")),
    fact(
      "rdap.age",
      `registry of ${name}`,
      age,
      ({ registeredOn }) => `registered ${registeredOn}`
    ),
    factRow(catchAllLearntAt === undefined ? undefined : ageOf(catchAllLearntAt))(
      "catch_all",
      "what is known of the mail hosts",
      catchAll,
      ({ because }) => because
    ),
    ...conversation
  ]
}
