/**
 * `explain=true`: what a result is based on, one row per check. A pure function of the evidence that
 * was judged, so it cannot contradict the verdict.
 */
import type { Flag } from "@rcpt/domain/checkFlags"
import type {
  ContextEvidence,
  Dmarc,
  DomainEvidence,
  Evidence,
  HostMatch,
  ListEvidence
} from "@rcpt/domain/Evidence"
import type { Fact } from "@rcpt/domain/Fact"
import { faultSentence } from "@rcpt/domain/saidReasons"
import { SmtpPhase } from "@rcpt/domain/Smtp"
import type { ControlOutcome, SmtpEvidence, SmtpExchange } from "@rcpt/domain/Smtp"
import { Schema } from "effect"

import { integer, string } from "./fields.ts"

const ExplainedFact = Schema.Struct({
  rule: string("Stable id of what was checked: `dns.spf`, `list.disposable`, `rdap.age` …"),
  outcome: Schema.Literals(["present", "absent", "unanswered"]).annotate({
    description: "The outcome of the check."
  }),
  source: string("The source of the data: a list, a DNS query, a registry, a mail server."),
  answer: Schema.optionalKey(string("The finding, or the reason why there was no answer.")),
  age_seconds: Schema.optionalKey(
    integer("Maximum age of the data; absent if it was looked up for this request.")
  ),
  phase: Schema.optionalKey(SmtpPhase.annotate({ description: "Phase of the SMTP session." })),
  code: Schema.optionalKey(integer("SMTP reply code.")),
  enhanced_code: Schema.optionalKey(string("Enhanced status code (RFC 3463).")),
  text: Schema.optionalKey(
    string("Text of a reply whose words rcpt does not know, without addresses and names.")
  ),
  sent_together: Schema.optionalKey(
    integer(
      "Number of commands that went out in one write with this one (RFC 2920); absent if it was sent alone."
    )
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

/** The age in seconds of data that was looked up at a time. */
type Age = (learntAt: number) => number

type Finding = Omit<ExplainedFact, "rule">

const finding = (
  source: string,
  outcome: ExplainedFact["outcome"],
  answer?: string,
  ageSeconds?: number
): Finding => ({
  outcome,
  source,
  ...(answer !== undefined && { answer }),
  ...(ageSeconds !== undefined && { age_seconds: Math.max(0, Math.round(ageSeconds)) })
})

const factOf = <A>(
  source: string,
  fact: Fact<A>,
  print: (value: A) => string,
  ageSeconds?: number
): Finding => {
  if (fact._tag === "Present") return finding(source, "present", print(fact.value), ageSeconds)
  return fact._tag === "Absent"
    ? finding(source, "absent", undefined, ageSeconds)
    : finding(source, "unanswered", fact.why)
}

/** `undefined`: there is nothing to say about it. */
type Explainer = (evidence: Evidence, age: Age) => Finding | undefined

const syntaxOf = ({ syntax }: Evidence): Finding =>
  syntax._tag === "malformed"
    ? finding("RFC 5321, RFC 6531", "absent", faultSentence(syntax.why))
    : finding("RFC 5321, RFC 6531", "present", syntax.normalized)

const list =
  (name: keyof ListEvidence): Explainer =>
  ({ lists }, age) => {
    const listing = lists?.[name]
    if (listing === undefined) return lists && finding("lists", "absent")
    const { asOf, entry } = listing
    return finding(`${listing.list}, ${asOf}`, "present", entry, age(Date.parse(asOf)))
  }

const ofDomain =
  (explain: (domain: DomainEvidence, ageSeconds: number) => Finding): Explainer =>
  ({ domain }, age) =>
    domain && explain(domain, age(domain.learntAt))

const host = (fact: (domain: DomainEvidence) => Fact<HostMatch>): Explainer =>
  ofDomain((domain, age) => factOf(`mail servers of ${domain.domain}`, fact(domain), named, age))

const named = ({ service, host: name }: HostMatch): string => `${service}: ${name}`

const record =
  (prefix: string, fact: (context: ContextEvidence) => Fact<string>): Explainer =>
  (evidence, age) => {
    const { context } = evidence
    const source = `DNS TXT ${prefix}.${domainOf(evidence)}`
    return context && factOf(source, fact(context), (text) => text, age(context.learntAt))
  }

const domainOf = ({ syntax }: Evidence): string =>
  syntax._tag === "wellFormed" ? syntax.address.domain : ""

const closedRoutes = {
  nullMx: "0 . (null MX, RFC 7505)",
  noDomain: "NXDOMAIN",
  noMail: "no MX, A or AAAA records"
} as const

const routeOf = ({ domain, route }: DomainEvidence, ageSeconds: number): Finding => {
  const source = `DNS MX ${domain}`
  if (route._tag === "unanswered") return finding(source, "unanswered", route.why)
  if (route._tag !== "hosts") return finding(source, "absent", closedRoutes[route._tag], ageSeconds)
  if (route.implicit)
    return finding(source, "absent", "no MX records, but A or AAAA records", ageSeconds)
  const hosts = route.hosts.map((mx) => `${mx.preference} ${mx.host}`).join(", ")
  return finding(source, "present", hosts, ageSeconds)
}

const routabilityOf = ({ routability }: DomainEvidence, ageSeconds: number): Finding => {
  const source = "DNS A and AAAA of the mail servers"
  if (routability._tag === "unanswered") return finding(source, "unanswered", routability.why)
  return routability._tag === "routable"
    ? finding(source, "present", undefined, ageSeconds)
    : finding(source, "absent", routability.why, ageSeconds)
}

/** In the order of the answer. */
const explainers = {
  syntax: syntaxOf,
  "list.disposable": list("disposable"),
  "list.free": list("free"),
  "list.role": list("role"),
  "list.relay": list("relay"),
  "local_part.synthetic": ({ localPart }) =>
    localPart &&
    finding(
      "the part before the @",
      localPart.synthetic === undefined ? "absent" : "present",
      localPart.synthetic ?? localPart.shape
    ),
  typo: ({ didYouMean }) =>
    didYouMean === undefined
      ? undefined
      : finding("well-known mailbox providers", "present", didYouMean),
  "dns.mx": ofDomain(routeOf),
  "dns.mx_routable": ofDomain(routabilityOf),
  "dns.spf": ofDomain(({ domain, spf }, age) =>
    factOf(`DNS TXT ${domain}`, spf, (found) => found.record, age)
  ),
  "dns.dmarc": ofDomain(({ domain, dmarc }, age) => {
    const print = (found: Dmarc) =>
      found.publishedAt === domain ? found.record : `${found.record} (at ${found.publishedAt})`
    return factOf(`DNS TXT _dmarc.${domain}`, dmarc, print, age)
  }),
  "dns.parked": ofDomain(({ domain, parking }, age) => {
    const source = `name servers, mail servers and address of ${domain}`
    return factOf(source, parking, (sign) => named(sign.match), age)
  }),
  "host.provider": host(({ provider }) => provider),
  "host.forwarder": host(({ forwarder }) => forwarder),
  "host.relay": host(({ relayHost }) => relayHost),
  "host.disposable": host(({ disposableHost }) => disposableHost),
  "dns.mta_sts": record("_mta-sts", ({ mtaSts }) => mtaSts),
  "dns.tls_rpt": record("_smtp._tls", ({ tlsRpt }) => tlsRpt),
  "dns.bimi": record("default._bimi", ({ bimi }) => bimi),
  dnsbl: ({ dnsbl }) => factOf("blocklists", dnsbl, (listings) => listings.join(", ")),
  "rdap.age": (evidence) =>
    factOf(
      `registry of ${domainOf(evidence)}`,
      evidence.age,
      ({ registeredOn }) => `registered ${registeredOn}`
    ),
  catch_all: ({ catchAll, catchAllLearntAt }, age) =>
    factOf(
      catchAllLearntAt === undefined
        ? "properties of the mail servers"
        : "an earlier conversation with a mail server of the domain",
      catchAll,
      ({ because }) => because,
      catchAllLearntAt && age(catchAllLearntAt)
    )
} satisfies Readonly<Record<string, Explainer>>

type FlagOf<Rule> = Rule extends `${string}.${infer Name}` ? Name : Rule

/** A flag without a rule that ends with its name does not compile. `smtputf8` follows from the syntax. */
type Complete = {
  readonly [
    F in Flag as F extends FlagOf<keyof typeof explainers> | "smtputf8" ? "syntax" : F
  ]: Explainer
}

const explainerRows = Object.entries<Explainer>(explainers satisfies Complete)

const row = (rule: string, found: Finding): ExplainedFact => ({ rule, ...found })

/** What only some answers have: blocklists that gave none, and what the asking account knows itself. */
const furtherRows = (
  { dnsbl, reported, rule }: Evidence,
  age: Age
): ReadonlyArray<ExplainedFact> => [
  ...(dnsbl.open ?? []).map(({ zone, why }) =>
    row(`dnsbl.${zone}`, finding(zone, "unanswered", why))
  ),
  ...(reported === undefined
    ? []
    : [row("feedback", finding("your reports", "present", reported.outcome, age(reported.at)))]),
  ...(rule === undefined
    ? []
    : [
        row(
          `rule.${rule.action}.${rule.match}`,
          finding(
            `your rule ${rule.id}`,
            "present",
            rule.subdomains ? `${rule.value} and its subdomains` : rule.value
          )
        )
      ])
]

/** `checkedAt`: ISO 8601, the time at which ages end. */
export const explain = (evidence: Evidence, checkedAt: string): Explained => {
  const now = Date.parse(checkedAt)
  const age: Age = (learntAt) => (now - learntAt) / millisPerSecond
  const smtpRows = evidence.smtp === undefined ? [] : explainSmtp(evidence.smtp)
  if (evidence.syntax._tag === "malformed") return [row("syntax", syntaxOf(evidence)), ...smtpRows]
  return [
    ...explainerRows.flatMap(([rule, explainer]) => {
      const found = explainer(evidence, age)
      return found === undefined ? [] : [row(rule, found)]
    }),
    ...furtherRows(evidence, age),
    ...smtpRows
  ]
}
