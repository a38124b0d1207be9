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
import { checkGroups, checkRow } from "./checkRows.ts"
import type { CheckKey } from "./checkRows.ts"

type Evidence = NonNullable<VerifyResult["evidence"]>[number]

interface CheckOutcome {
  readonly key: CheckKey
  readonly tone: Tone
  readonly label: "Present" | "Absent" | "Not answered"
  readonly meaning: string
  /** What was found, unchanged: a record, a list. */
  readonly proof: string | undefined
}

const skipped = "Skipped: other findings had already decided the result."

/** Sentences for reasons that are meant for programs. */
const unansweredReasons: Readonly<Record<string, string>> = {
  "not asked": skipped,
  "not probed": "Only a probe of the mail server can tell, and none has so far.",
  timeout: "The server did not respond in time.",
  deadline: "The response did not arrive in time."
}

const unansweredText = (why: string | undefined): string => {
  if (why === undefined) return skipped
  return unansweredReasons[why] ?? `The lookup failed (${why}).`
}

const outcomeOf = (key: CheckKey, { checks, evidence = [] }: VerifyResult): CheckOutcome => {
  const { present, absent, rules } = checkRow(key)
  const facts = evidence.filter(({ rule }) => rules.includes(rule))
  const proofOf = (outcome: Evidence["outcome"]): string | undefined =>
    facts.find((fact) => fact.outcome === outcome && fact.answer !== undefined)?.answer
  const value = checks[key]
  if (value === undefined) {
    const meaning = unansweredText(proofOf("unanswered"))
    return { key, tone: "neutral", label: "Not answered", meaning, proof: undefined }
  }
  const [tone, meaning] = value ? present : absent
  const proof = proofOf(value ? "present" : "absent")
  return { key, tone, label: value ? "Present" : "Absent", meaning, proof }
}

const iconOf = ({ label, tone }: CheckOutcome): IconName => {
  if (label === "Not answered") return "question"
  if (tone === "warn") return "warning"
  if (tone === "bad") return "cross"
  return label === "Present" ? "check" : "dash"
}

const columns: ReadonlyArray<Column<CheckOutcome>> = [
  {
    key: "check",
    head: "Check",
    isName: true,
    cell: ({ key }) => (
      <>
        {checkRow(key).label} <code className="verify-key">{key}</code>
      </>
    )
  },
  {
    key: "result",
    head: "Result",
    cell: (outcome) => (
      <Badge tone={outcome.tone} icon={iconOf(outcome)}>
        {outcome.label}
      </Badge>
    )
  },
  {
    key: "meaning",
    head: "Meaning",
    cell: ({ meaning, proof }) => (
      <>
        {meaning}
        {proof !== undefined && <code className="verify-proof breaks">{proof}</code>}
      </>
    )
  }
]

export const CheckList = ({ result }: { readonly result: VerifyResult }) => (
  <Card
    title="Checks"
    lead="Absent: looked up and not found. Not answered: the lookup failed or was skipped, so the result is open."
  >
    {checkGroups.map(({ title, keys }) => (
      <Section key={title} title={title} level={3}>
        <div className="verify-checks">
          <DataTable
            caption={`Checks: ${title}`}
            rows={keys.map((key) => outcomeOf(key, result))}
            rowKey={({ key }) => key}
            columns={columns}
          />
        </div>
      </Section>
    ))}
  </Card>
)
