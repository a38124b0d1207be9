/**
 * The list of checks, each present, absent or not answered. A check that is missing in the result was not
 * answered, which is not the same as absent. The evidence has the reason.
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { Card, Section } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import type { Tone } from "../parts/StatusBadge.tsx"
import { words } from "../words/findings.tsx"

type CheckKey = keyof VerifyResult["checks"]

interface CheckRow {
  readonly present: Tone
  readonly absent: Tone
  /** The rules in `evidence`. Both a list and the mail hosts can be the source. */
  readonly rules: ReadonlyArray<string>
}

const row = (rules: string, present: Tone, absent: Tone): CheckRow => ({
  present,
  absent,
  rules: rules.split(" ")
})

const rows: Readonly<Record<CheckKey, CheckRow>> = {
  syntax: row("syntax", "good", "bad"),
  role: row("list.role", "warn", "neutral"),
  smtputf8: row("", "neutral", "neutral"),
  mx: row("dns.mx", "good", "warn"),
  mx_routable: row("dns.mx_routable", "good", "bad"),
  catch_all: row("catch_all", "warn", "good"),
  free: row("list.free", "neutral", "neutral"),
  disposable: row("list.disposable host.disposable", "warn", "neutral"),
  relay: row("list.relay host.relay", "warn", "neutral"),
  forwarder: row("host.forwarder", "neutral", "neutral"),
  parked: row("dns.parked", "warn", "neutral"),
  dnsbl: row("dnsbl", "warn", "neutral"),
  spf: row("dns.spf", "good", "warn"),
  dmarc: row("dns.dmarc", "good", "warn"),
  mta_sts: row("dns.mta_sts", "good", "neutral"),
  tls_rpt: row("dns.tls_rpt", "good", "neutral"),
  bimi: row("dns.bimi", "good", "neutral")
}

interface CheckGroup {
  readonly name: keyof typeof words.groups
  readonly keys: ReadonlyArray<CheckKey>
}

/** Every check of the API: how good or bad present and absent are, and the rules of its evidence. */
const checkGroups: ReadonlyArray<CheckGroup> = [
  { name: "address", keys: ["syntax", "role", "smtputf8", "free", "disposable", "relay"] },
  {
    name: "domain",
    keys: ["mx", "mx_routable", "catch_all", "forwarder", "parked", "dnsbl"]
  },
  { name: "policies", keys: ["spf", "dmarc", "mta_sts", "tls_rpt", "bimi"] }
]

const checkRow = (key: CheckKey): CheckRow => rows[key]

type Evidence = NonNullable<VerifyResult["evidence"]>[number]

interface CheckOutcome {
  readonly key: CheckKey
  readonly tone: Tone
  readonly found: Evidence["outcome"]
  readonly meaning: string
  /** The finding, unchanged: a record, or a list. */
  readonly proof: string | undefined
}

/** Sentences for reasons that are meant for programs. */
const unansweredReasons: Readonly<Record<string, string>> = words.unanswered.reasons

const unansweredText = (why: string | undefined): string => {
  if (why === undefined) return words.unanswered.skipped
  return unansweredReasons[why] ?? words.unanswered.failed(why)
}

const outcomeOf = (key: CheckKey, { checks, evidence = [] }: VerifyResult): CheckOutcome => {
  const { present, absent, rules } = checkRow(key)
  const said = words.checks[key]
  const facts = evidence.filter(({ rule }) => rules.includes(rule))
  const proofOf = (outcome: Evidence["outcome"]): string | undefined =>
    facts.find((fact) => fact.outcome === outcome && fact.answer !== undefined)?.answer
  const value = checks[key]
  if (value === undefined) {
    const meaning = unansweredText(proofOf("unanswered"))
    return { key, tone: "neutral", found: "unanswered", meaning, proof: undefined }
  }
  const found = value ? "present" : "absent"
  return {
    key,
    tone: value ? present : absent,
    found,
    meaning: said[found],
    proof: proofOf(found)
  }
}

const iconOf = ({ found, tone }: CheckOutcome): IconName => {
  if (found === "unanswered") return "question"
  if (tone === "warn") return "warning"
  if (tone === "bad") return "cross"
  return found === "present" ? "check" : "dash"
}

const columns: ReadonlyArray<Column<CheckOutcome>> = [
  {
    key: "check",
    head: words.list.check,
    isName: true,
    cell: ({ key }) => (
      <>
        {words.checks[key].label} <code className="verify-key">{key}</code>
      </>
    )
  },
  {
    key: "result",
    head: words.list.result,
    cell: (outcome) => (
      <Badge tone={outcome.tone} icon={iconOf(outcome)}>
        {words.outcomes[outcome.found]}
      </Badge>
    )
  },
  {
    key: "meaning",
    head: words.list.meaning,
    cell: ({ meaning, proof }) => (
      <>
        {meaning}
        {proof !== undefined && <code className="verify-proof breaks">{proof}</code>}
      </>
    )
  }
]

export const CheckList = ({ result }: { readonly result: VerifyResult }) => (
  <Card title={words.list.title} lead={words.list.lead}>
    {checkGroups.map(({ name, keys }) => (
      <Section key={name} title={words.groups[name]} level={3}>
        <div className="verify-checks">
          <DataTable
            caption={words.list.caption(words.groups[name])}
            rows={keys.map((key) => outcomeOf(key, result))}
            rowKey={({ key }) => key}
            columns={columns}
          />
        </div>
      </Section>
    ))}
  </Card>
)
