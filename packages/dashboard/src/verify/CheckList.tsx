/** The list of checks, each with its outcome, what that means, and its proof. */
import type { VerifyResult } from "@rcpt/api/VerifyResult"

import { Card, Section } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import type { IconName } from "../parts/Icon.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { words } from "../words/findings.tsx"
import { checkGroups, outcomeOf } from "./checkOutcomes.ts"
import type { CheckOutcome } from "./checkOutcomes.ts"

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
        {outcome.label}
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
