/** The checks since the page was loaded. This list is not stored. */
import { Link } from "wouter"

import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Badge, StatusBadge } from "../parts/StatusBadge.tsx"
import type { Check } from "./useChecks.ts"
import { requestPath } from "./verifyRequest.ts"

/** The ledger has all of them. */
const shownMax = 10

const Outcome = ({ result, error }: Check) => {
  if (result) return <StatusBadge status={result.status} subStatus={result.sub_status} />
  return error ? <Badge tone="neutral">Not verified</Badge> : <Badge tone="active">Verifying</Badge>
}

const columns: ReadonlyArray<Column<Check>> = [
  {
    key: "address",
    head: "Address",
    isName: true,
    cell: ({ sent }) => (
      <Link href={requestPath(sent)} className="breaks">
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
    lead="Opening one of these again is free. Reloading the page clears this list; all charges stay in the ledger."
  >
    <DataTable
      caption="Checks of this session, newest first"
      rows={checks.slice(0, shownMax)}
      rowKey={({ sent }) => requestPath(sent)}
      columns={columns}
    />
  </Card>
)
