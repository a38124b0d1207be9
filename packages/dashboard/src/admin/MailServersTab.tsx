/** The pace with mail servers: a guard for each group of hosts that one provider runs. */
import type { Health } from "@rcpt/api/Health"

import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import {
  arranged,
  guardKey,
  limitsOf,
  reasonOf,
  repliedWith,
  startsOf,
  stateOf,
  states
} from "./guardWords.ts"
import type { Guard } from "./guardWords.ts"

interface OfGuard {
  readonly guard: Guard
}

const Name = ({ guard }: OfGuard) => (
  <span className="admin-guard">
    {guard.group}
    {guard.egress !== "direct" && <span className="muted small">by {guard.egress}</span>}
  </span>
)

const Pace = ({ guard }: OfGuard) => (
  <span className="admin-lines">
    <span className="admin-pace">{startsOf(guard)}</span>
    <span className="small muted">{limitsOf(guard)}</span>
  </span>
)

const whole = new Intl.NumberFormat("en")

const Waiting = ({ guard: { waiting_real_time, waiting_bulk } }: OfGuard) => (
  <span className="admin-lines">
    <span>{whole.format(waiting_real_time + waiting_bulk)}</span>
    {waiting_real_time + waiting_bulk > 0 && (
      <span className="small muted">
        {whole.format(waiting_real_time)} single, {whole.format(waiting_bulk)} of lists
      </span>
    )}
  </span>
)

const State = ({ guard }: OfGuard) => {
  const { tone, icon, word } = states[stateOf(guard)]
  const reason = reasonOf(guard)
  return (
    <span className="admin-state">
      <Badge tone={tone} icon={icon}>
        {word}
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
        <code>{repliedWith(reply)}</code> at {reply.phase}, <DateTime at={reply.at} show="ago" />
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
  const guards = arranged(health)
  if (guards.length === 0)
    return (
      <EmptyState title="No mail server was asked lately">
        Deep checks ask the mail servers of an address. Those of the last ten minutes are shown
        here, with how fast we may ask them and what they said; those in trouble for two hours.
      </EmptyState>
    )
  return (
    <Card
      title="Mail servers"
      lead="Those of the last ten minutes, those in trouble of the last two hours. One that asks us to be slower is asked less; one that refuses us is left alone for a while."
    >
      <DataTable
        caption="Groups of mail servers, those in trouble first"
        columns={columnsFor(new Set(guards.map(({ node }) => node)).size > 1)}
        rows={guards}
        rowKey={guardKey}
      />
    </Card>
  )
}
