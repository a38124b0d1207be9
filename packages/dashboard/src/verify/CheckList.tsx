/**
 * Every check as present, absent or not answered. A check that is missing in the result was not answered,
 * which is not the same as absent. The evidence has the reason.
 */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { Card, Section } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import type { Tone } from "../parts/StatusBadge.tsx"
import { words } from "../words/findings.tsx"
import { checkGroups, checkRow } from "./checkRows.ts"
import type { CheckKey } from "./checkRows.ts"

type Evidence = NonNullable<VerifyResult["evidence"]>[number]

interface CheckOutcome {
  readonly key: CheckKey
  readonly tone: Tone
  readonly found: Evidence["outcome"]
  readonly meaning: string
  /** What was found, unchanged: a record, a list. */
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
