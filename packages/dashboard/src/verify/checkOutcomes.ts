/**
 * What became of each check of the API, and what it means. A check that is missing in the result was not
 * answered, which is not the same as absent. The evidence has the reason.
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

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
export const checkGroups: ReadonlyArray<CheckGroup> = [
  { name: "address", keys: ["syntax", "role", "smtputf8", "free", "disposable", "relay"] },
  {
    name: "domain",
    keys: ["mx", "mx_routable", "catch_all", "forwarder", "parked", "dnsbl"]
  },
  { name: "policies", keys: ["spf", "dmarc", "mta_sts", "tls_rpt", "bimi"] }
]

const checkRow = (key: CheckKey): CheckRow => rows[key]

type Evidence = NonNullable<VerifyResult["evidence"]>[number]

export interface CheckOutcome {
  readonly key: CheckKey
  readonly tone: Tone
  readonly found: Evidence["outcome"]
  /** The outcome in a word or two, such as "Valid". */
  readonly label: string
  readonly meaning: string
  /** The finding, unchanged: a record, or a list. */
  readonly proof: string | undefined
}

/** Sentences for reasons that are meant for programs. */
const unansweredReasons: Readonly<Record<string, string>> = words.unanswered.reasons

/** The reason of the evidence for what only a mail server can tell. */
const notProbed = "not probed"

/** Whether it was asked and told nothing, or why it was not asked. */
const notProbedText = ({ smtp }: VerifyResult): string => {
  if (smtp === undefined) return words.unanswered.fast
  return smtp.reason === undefined ? words.unanswered.askedInVain : words.smtp.reasons[smtp.reason]
}

const unansweredText = (why: string | undefined, result: VerifyResult): string => {
  if (why === undefined) return words.unanswered.skipped
  if (why === notProbed) return notProbedText(result)
  return unansweredReasons[why] ?? words.unanswered.failed(why)
}

export const outcomeOf = (key: CheckKey, result: VerifyResult): CheckOutcome => {
  const { checks, evidence = [] } = result
  const { present, absent, rules } = checkRow(key)
  const said = words.checks[key]
  const facts = evidence.filter(({ rule }) => rules.includes(rule))
  const proofOf = (outcome: Evidence["outcome"]): string | undefined =>
    facts.find((fact) => fact.outcome === outcome && fact.answer !== undefined)?.answer
  const value = checks[key]
  if (value === undefined) {
    const meaning = unansweredText(proofOf("unanswered"), result)
    const label = words.unanswered.label
    return { key, tone: "neutral", found: "unanswered", label, meaning, proof: undefined }
  }
  const found = value ? "present" : "absent"
  return {
    key,
    tone: value ? present : absent,
    found,
    label: said.result[value ? 0 : 1],
    meaning: said[found],
    proof: proofOf(found)
  }
}
