/**
 * `explain=true`: what a result is based on, one row per check. A pure function of the evidence that
 * was judged, so it cannot contradict the verdict.
 */
import type { ContextEvidence, DomainEvidence, Evidence, Listing } from "@rcpt/domain/Evidence"
import type { Fact } from "@rcpt/domain/Fact"
import { SmtpPhase } from "@rcpt/domain/Smtp"
import type { ControlOutcome, SmtpEvidence, SmtpExchange } from "@rcpt/domain/Smtp"
import { Schema } from "effect"

const ExplainedFact = Schema.Struct({
  rule: Schema.String.annotate({
    description: "Stable id of what was checked: `dns.spf`, `list.disposable`, `rdap.age` …"
  }),
  outcome: Schema.Literals(["present", "absent", "unanswered"]).annotate({
    description: "The outcome of the check."
  }),
  source: Schema.String.annotate({
    description: "The source of the data: a list, a DNS query, a registry, a mail server."
  }),
  answer: Schema.optionalKey(
    Schema.String.annotate({ description: "The finding, or the reason why there was no answer." })
  ),
  age_seconds: Schema.optionalKey(
    Schema.Int.annotate({
      description: "Maximum age of the data; absent if it was looked up for this request."
    })
  ),
  phase: Schema.optionalKey(SmtpPhase.annotate({ description: "Phase of the SMTP session." })),
  code: Schema.optionalKey(Schema.Int.annotate({ description: "SMTP reply code." })),
  enhanced_code: Schema.optionalKey(
    Schema.String.annotate({ description: "Enhanced status code (RFC 3463)." })
  ),
  text: Schema.optionalKey(
    Schema.String.annotate({
      description: "Text of a reply whose words rcpt does not know, without addresses and names."
    })
  ),
  sent_together: Schema.optionalKey(
    Schema.Int.annotate({
      description:
        "Number of commands that went out in one write with this one (RFC 2920); absent if it was sent alone."
    })
  )
}).annotate({ identifier: "ExplainedFact" })
type ExplainedFact = typeof ExplainedFact.Type

const exchangeRow = ({
  host,
  phase,
  control,
  code,
  enhancedCode,
  ruleId,
  says,
  fault,
  text,
  together
}: SmtpExchange): ExplainedFact => ({
  rule: ruleId === undefined ? `smtp.${phase}` : `smtp.${ruleId}`,
  outcome: fault === undefined ? "present" : "unanswered",
  source: control ? `${host}, about a made-up address` : host,
  ...(says !== undefined && { answer: says }),
  ...(fault !== undefined && { answer: fault }),
  phase,
  ...(code !== undefined && { code }),
  ...(enhancedCode !== undefined && { enhanced_code: enhancedCode }),
  ...(text !== undefined && { text }),
  ...(together !== undefined && { sent_together: together })
})

const controlOutcomes: Readonly<
  Record<ControlOutcome, readonly [outcome: ExplainedFact["outcome"], answer: string]>
> = {
  accepted: ["present", "accepted"],
  refused: ["absent", "refused"],
  unknown: ["unanswered", "neither accepted nor refused"],
  notAsked: ["unanswered", "not asked"]
}

const controlRow = (control: ControlOutcome, mxHost: string): ExplainedFact => {
  const [outcome, answer] = controlOutcomes[control]
  return { rule: "smtp.control", outcome, source: `${mxHost}, about a made-up address`, answer }
}

/** The replies in order, then the outcome of the control probe. */
const explainSmtp = (smtp: SmtpEvidence): ReadonlyArray<ExplainedFact> =>
  smtp.checked
    ? [...smtp.transcript.map(exchangeRow), controlRow(smtp.control, smtp.mxHost)]
    : [
        {
          rule: "smtp",
          outcome: "unanswered",
          source: "the recipient's mail server",
          answer: smtp.reason
        }
      ]

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

/** The age in seconds of data that was looked up at a time. */
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
  noMail: "no MX, A or AAAA records"
} as const

const routeRow = ({ domain, route }: DomainEvidence, ageSeconds: number): ExplainedFact => {
  const mxRow = (outcome: ExplainedFact["outcome"], answer: string) =>
    row("dns.mx", `DNS MX ${domain}`, outcome, answer, ageSeconds)
  if (route._tag === "unanswered") {
    return row("dns.mx", `DNS MX ${domain}`, "unanswered", route.why)
  }
  if (route._tag !== "hosts") return mxRow("absent", closedRoutes[route._tag])
  return route.implicit
    ? mxRow("absent", "no MX records, but A or AAAA records")
    : mxRow("present", route.hosts.map((mx) => `${mx.preference} ${mx.host}`).join(", "))
}

const routableRow = ({ routability }: DomainEvidence, ageSeconds: number): ExplainedFact => {
  const [rule, source] = ["dns.mx_routable", "DNS A and AAAA of the mail servers"]
  if (routability._tag === "unanswered") return row(rule, source, "unanswered", routability.why)
  return routability._tag === "routable"
    ? row(rule, source, "present", undefined, ageSeconds)
    : row(rule, source, "absent", routability.why, ageSeconds)
}

const domainRows = (facts: DomainEvidence, age: Age): ReadonlyArray<ExplainedFact> => {
  const seconds = age(facts.learntAt)
  const fact = factRow(seconds)
  const { domain } = facts
  const hosts = `mail servers of ${domain}`
  const named = ({ service, host }: { service: string; host: string }) => `${service}: ${host}`
  return [
    routeRow(facts, seconds),
    routableRow(facts, seconds),
    fact("dns.spf", `DNS TXT ${domain}`, facts.spf, ({ record }) => record),
    fact("dns.dmarc", `DNS TXT _dmarc.${domain}`, facts.dmarc, (dmarc) =>
      dmarc.publishedAt === domain ? dmarc.record : `${dmarc.record} (at ${dmarc.publishedAt})`
    ),
    fact(
      "dns.parked",
      `name servers, mail servers and address of ${domain}`,
      facts.parking,
      (sign) => named(sign.match)
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
          "the part before the @",
          localPart.synthetic === undefined ? "absent" : "present",
          localPart.synthetic ?? localPart.shape
        )
      ]

const reportedRow = ({ reported }: Evidence, age: Age): ReadonlyArray<ExplainedFact> =>
  reported === undefined
    ? []
    : [row("feedback", "your reports", "present", reported.outcome, age(reported.at))]

const ruleRow = ({ rule }: Evidence): ReadonlyArray<ExplainedFact> =>
  rule === undefined
    ? []
    : [
        row(
          `rule.${rule.action}.${rule.match}`,
          `your rule ${rule.id}`,
          "present",
          rule.subdomains ? `${rule.value} and its subdomains` : rule.value
        )
      ]

/** Beside the answer of the others, those that gave none. */
const dnsblRows = ({ dnsbl }: Evidence): ReadonlyArray<ExplainedFact> => [
  factRow()("dnsbl", "blocklists", dnsbl, (listings) => listings.join(", ")),
  ...(dnsbl.open ?? []).map(({ zone, why }) => row(`dnsbl.${zone}`, zone, "unanswered", why))
]

/** `checkedAt`: ISO 8601, the time at which ages end. */
export const explain = (evidence: Evidence, checkedAt: string): Explained => {
  const { syntax, lists, domain, context, didYouMean, age, smtp } = evidence
  const { catchAll, catchAllLearntAt } = evidence
  const smtpRows = smtp === undefined ? [] : explainSmtp(smtp)
  if (syntax._tag === "malformed") return [syntaxRow(evidence), ...smtpRows]
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
    ...dnsblRows(evidence),
    fact(
      "rdap.age",
      `registry of ${name}`,
      age,
      ({ registeredOn }) => `registered ${registeredOn}`
    ),
    factRow(catchAllLearntAt === undefined ? undefined : ageOf(catchAllLearntAt))(
      "catch_all",
      catchAllLearntAt === undefined
        ? "properties of the mail servers"
        : "an earlier conversation with a mail server of the domain",
      catchAll,
      ({ because }) => because
    ),
    ...reportedRow(evidence, ageOf),
    ...ruleRow(evidence),
    ...smtpRows
  ]
}
