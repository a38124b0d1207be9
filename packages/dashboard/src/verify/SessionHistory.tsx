/** What was verified since this page was loaded. Nobody else has this list: it is not kept. */
import { Link } from "wouter"

import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Badge, StatusBadge } from "../parts/StatusBadge.tsx"
import { questionPath } from "./Question.ts"
import type { Check } from "./useChecks.ts"

/** As many as one looks back over; the ledger has them all. */
const shownMax = 10

const Outcome = ({ result, error }: Check) => {
  if (result) return <StatusBadge status={result.status} />
  return error ? <Badge tone="neutral">Not verified</Badge> : <Badge tone="active">Verifying</Badge>
}

const columns: ReadonlyArray<Column<Check>> = [
  {
    key: "address",
    head: "Address",
    isName: true,
    cell: ({ sent }) => (
      <Link href={questionPath(sent)} className="breaks">
        {sent.email}
      </Link>
    )
  },
  { key: "mode", head: "Mode", cell: ({ sent }) => (sent.mode === "deep" ? "Deep" : "Fast") },
  { key: "verdict", head: "Verdict", cell: (check) => <Outcome {...check} /> },
  { key: "score", head: "Score", align: "end", cell: ({ result }) => result?.score },
  {
    key: "charged",
    head: "Charged",
    align: "end",
    cell: ({ result }) => result && <Credits amount={result.credits_used ?? 0} />
  },
  {
    key: "at",
    head: "When",
    align: "end",
    cell: ({ at }) => <DateTime at={new Date(at).toISOString()} show="time" />
  }
]

export const SessionHistory = ({ checks }: { readonly checks: ReadonlyArray<Check> }) => (
  <Card
    title="This session"
    lead="Going back to one of these is free. A reload forgets them; the ledger keeps what was charged."
  >
    <DataTable
      caption="Checks of this session, the newest first"
      rows={checks.slice(0, shownMax)}
      rowKey={({ sent }) => questionPath(sent)}
      columns={columns}
    />
  </Card>
)
