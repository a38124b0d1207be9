/** Security events: what, when, from where, and the request. */
import type { SecurityEvent } from "@rcpt/api/Security"

import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { words } from "../words/security.tsx"
import { detailOf, whereOf, wordsOf } from "./eventWords.ts"

const { table: said } = words

const What = ({ event }: { readonly event: SecurityEvent }) => {
  const { label, isRefusal } = wordsOf(event)
  const detail = detailOf(event)
  return (
    <span className="stack-tight">
      <span className="row">
        {label}
        {isRefusal && (
          <Badge tone="warn" icon="warning">
            {said.refused}
          </Badge>
        )}
      </span>
      {detail && <span className="small muted breaks security-detail">{detail}</span>}
    </span>
  )
}

const Where = ({ event }: { readonly event: SecurityEvent }) => (
  <span className="stack-tight">
    <span className="breaks">{whereOf(event)}</span>
    {event.address && (
      <span className="small muted">
        {said.address(<span className="mono">{event.address.slice(0, 8)}</span>)}
      </span>
    )}
  </span>
)

const columns: ReadonlyArray<Column<SecurityEvent>> = [
  { key: "what", head: said.event, isName: true, cell: (event) => <What event={event} /> },
  {
    key: "at",
    head: said.time,
    cell: ({ created_at, last_at }) => <DateTime at={last_at ?? created_at} />
  },
  { key: "where", head: said.who, cell: (event) => <Where event={event} /> },
  {
    key: "request",
    head: said.requestId,
    cell: ({ request_id }) =>
      request_id === undefined ? (
        <span className="muted">{said.none}</span>
      ) : (
        <span className="mono small breaks">{request_id}</span>
      )
  }
]

interface SecurityTableProps {
  readonly events: ReadonlyArray<SecurityEvent>
  readonly stale: boolean
}

export const SecurityTable = ({ events, stale }: SecurityTableProps) => (
  <DataTable
    caption={said.caption}
    columns={columns}
    rows={events}
    rowKey={({ id }) => id}
    stale={stale}
  />
)
