/** The checks since the page was loaded. This list is not stored. */
import { Link } from "wouter"

import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Badge, StatusBadge } from "../parts/StatusBadge.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/verify.tsx"
import type { Check } from "./useChecks.ts"
import { requestPath } from "./verifyRequest.ts"

const { history: said } = words

/** The ledger has all of them. */
const shownMax = 10

const Outcome = ({ result, error }: Check) => {
  if (result) return <StatusBadge status={result.status} subStatus={result.sub_status} />
  return error ? (
    <Badge tone="neutral">{said.failed}</Badge>
  ) : (
    <Badge tone="active">{said.pending}</Badge>
  )
}

const columns: ReadonlyArray<Column<Check>> = [
  {
    key: "address",
    head: said.address,
    isName: true,
    cell: ({ sent }) => (
      <Link href={requestPath(sent)} className="breaks">
        {sent.email}
      </Link>
    )
  },
  { key: "mode", head: said.mode, cell: ({ sent }) => phrases.mode[sent.mode] },
  { key: "verdict", head: said.verdict, cell: (check) => <Outcome {...check} /> },
  { key: "score", head: said.score, align: "end", cell: ({ result }) => result?.score },
  {
    key: "charged",
    head: said.charged,
    align: "end",
    cell: ({ result }) => result && <Credits amount={result.credits_used ?? 0} />
  },
  {
    key: "at",
    head: said.when,
    align: "end",
    cell: ({ at }) => <DateTime at={new Date(at).toISOString()} show="time" />
  }
]

export const SessionHistory = ({ checks }: { readonly checks: ReadonlyArray<Check> }) => (
  <Card title={said.title} lead={said.lead}>
    <DataTable
      caption={said.caption}
      rows={checks.slice(0, shownMax)}
      rowKey={({ sent }) => requestPath(sent)}
      columns={columns}
    />
  </Card>
)
