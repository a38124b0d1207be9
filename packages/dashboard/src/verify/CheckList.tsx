/**
 * Every check as present, absent or not answered. A key that is left out of the answer was not
 * answered, which is not the same as absent; the evidence says why.
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

interface Answer {
  readonly key: CheckKey
  readonly tone: Tone
  readonly word: "Present" | "Absent" | "Not answered"
  readonly says: string
  /** What came back, as it came: a record, a list. */
  readonly proof: string | undefined
}

/** In words, where the evidence has a word for programs. */
const whys: Readonly<Record<string, string>> = {
  "not asked": "Nobody was asked: other findings had settled it.",
  "not probed": "Only a conversation with the mail server shows it, and none has so far.",
  timeout: "Whoever was asked did not answer in time.",
  deadline: "The answer did not come in time."
}

const unansweredWords = (why: string | undefined): string => {
  if (why === undefined) return "Nobody was asked: other findings had settled it."
  return whys[why] ?? `Whoever was asked did not answer (${why}).`
}

const answerTo = (key: CheckKey, { checks, evidence = [] }: VerifyResult): Answer => {
  const { present, absent, rules } = checkRow(key)
  const found = evidence.filter(({ rule }) => rules.includes(rule))
  const proofOf = (outcome: Evidence["outcome"]): string | undefined =>
    found.find((fact) => fact.outcome === outcome && fact.answer !== undefined)?.answer
  const value = checks[key]
  if (value === undefined) {
    const says = unansweredWords(proofOf("unanswered"))
    return { key, tone: "neutral", word: "Not answered", says, proof: undefined }
  }
  const [tone, says] = value ? present : absent
  const proof = proofOf(value ? "present" : "absent")
  return { key, tone, word: value ? "Present" : "Absent", says, proof }
}

const iconOf = ({ word, tone }: Answer): IconName => {
  if (word === "Not answered") return "question"
  if (tone === "warn") return "warning"
  if (tone === "bad") return "cross"
  return word === "Present" ? "check" : "dash"
}

const columns: ReadonlyArray<Column<Answer>> = [
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
    key: "answer",
    head: "Answer",
    cell: (answer) => (
      <Badge tone={answer.tone} icon={iconOf(answer)}>
        {answer.word}
      </Badge>
    )
  },
  {
    key: "meaning",
    head: "Meaning",
    cell: ({ says, proof }) => (
      <>
        {says}
        {proof !== undefined && <code className="verify-proof breaks">{proof}</code>}
      </>
    )
  }
]

export const CheckList = ({ result }: { readonly result: VerifyResult }) => (
  <Card
    title="Checks"
    lead="Absent: looked for, and not there. Not answered: nobody could tell, so nothing is claimed."
  >
    {checkGroups.map(({ title, keys }) => (
      <Section key={title} title={title} level={3}>
        <div className="verify-checks">
          <DataTable
            caption={`Checks: ${title}`}
            rows={keys.map((key) => answerTo(key, result))}
            rowKey={({ key }) => key}
            columns={columns}
          />
        </div>
      </Section>
    ))}
  </Card>
)
