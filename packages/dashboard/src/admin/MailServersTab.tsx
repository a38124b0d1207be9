/** The pace of probes, for each group of mail hosts: those of one provider, or of one address. */
import type { Health } from "@rcpt/api/Health"

import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import {
  sortedGuards,
  guardKey,
  limitsOf,
  reasonOf,
  replyText,
  startsOf,
  stateOf,
  states
} from "./guardWords.ts"
import type { Guard } from "./guardWords.ts"

interface GuardProps {
  readonly guard: Guard
}

const Name = ({ guard }: GuardProps) => (
  <span className="admin-guard">
    {guard.group}
    {guard.egress !== "direct" && <span className="muted small">via {guard.egress}</span>}
  </span>
)

const Pace = ({ guard }: GuardProps) => (
  <span className="admin-lines">
    <span className="admin-pace">{startsOf(guard)}</span>
    <span className="small muted">{limitsOf(guard)}</span>
  </span>
)

const whole = new Intl.NumberFormat("en")

const Waiting = ({ guard: { waiting_real_time, waiting_bulk } }: GuardProps) => (
  <span className="admin-lines">
    <span>{whole.format(waiting_real_time + waiting_bulk)}</span>
    {waiting_real_time + waiting_bulk > 0 && (
      <span className="small muted">
        {whole.format(waiting_real_time)} single, {whole.format(waiting_bulk)} from lists
      </span>
    )}
  </span>
)

const State = ({ guard }: GuardProps) => {
  const { tone, icon, label } = states[stateOf(guard)]
  const reason = reasonOf(guard)
  return (
    <span className="admin-state">
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
      {reason !== undefined && (
        <span className="small">
          {reason}{" "}
          {guard.paused_until !== undefined && (
            <>
              Until <DateTime at={guard.paused_until} show="time" />.
            </>
          )}
        </span>
      )}
    </span>
  )
}

const LastReply = ({ reply }: { readonly reply: Guard["last_reply"] }) =>
  reply === undefined ? null : (
    <span className="admin-lines admin-reply small">
      <span>
        <code>{replyText(reply)}</code> at {reply.phase}, <DateTime at={reply.at} show="ago" />
      </span>
      <span className="muted breaks">{reply.host}</span>
    </span>
  )

const columnsFor = (manyNodes: boolean): ReadonlyArray<Column<Guard>> => [
  { key: "group", head: "Mail servers", isName: true, cell: (guard) => <Name guard={guard} /> },
  { key: "state", head: "State", cell: (guard) => <State guard={guard} /> },
  { key: "pace", head: "Pace", cell: (guard) => <Pace guard={guard} /> },
  { key: "open", head: "Open", align: "end", cell: ({ open }) => whole.format(open) },
  { key: "waiting", head: "Waiting", align: "end", cell: (guard) => <Waiting guard={guard} /> },
  { key: "reply", head: "Last reply", cell: ({ last_reply }) => <LastReply reply={last_reply} /> },
  ...(manyNodes
    ? [{ key: "node", head: "Node", cell: ({ node }: Guard) => <code>{node}</code> }]
    : [])
]

export const MailServersTab = ({ health }: { readonly health: Health }) => {
  const guards = sortedGuards(health)
  if (guards.length === 0)
    return (
      <EmptyState picture="exchange" title="No mail servers were probed recently">
        Deep checks probe mail servers. Servers probed in the last 10 minutes appear here with their
        pace and last reply. Servers with problems stay for 2 hours.
      </EmptyState>
    )
  return (
    <Card
      title="Mail servers"
      lead="Servers probed in the last 10 minutes, or with problems in the last 2 hours. Servers that ask us to slow down are probed less often. Servers that refuse us are paused for a while."
    >
      <DataTable
        caption="Groups of mail servers, problems first"
        columns={columnsFor(new Set(guards.map(({ node }) => node)).size > 1)}
        rows={guards}
        rowKey={guardKey}
      />
    </Card>
  )
}
