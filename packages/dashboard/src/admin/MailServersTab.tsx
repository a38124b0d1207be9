/**
 * The tab with the pace of probes for each group of mail hosts. A group has the hosts of one provider or
 * address.
 */
import type { Health } from "@rcpt/api/Health"

import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { TableCard } from "../parts/TableCard.tsx"
import { words } from "../words/admin.tsx"
import { whole } from "../words/numbers.ts"
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

const { mailServers: said } = words

interface GuardProps {
  readonly guard: Guard
}

const Name = ({ guard }: GuardProps) => (
  <span className="admin-guard">
    {guard.group}
    {guard.egress !== "direct" && <span className="muted small">{said.via(guard.egress)}</span>}
  </span>
)

const Pace = ({ guard }: GuardProps) => (
  <span className="admin-lines">
    <span className="admin-pace">{startsOf(guard)}</span>
    <span className="small muted">{limitsOf(guard)}</span>
    {guard.warm_up !== undefined && (
      <span className="small muted">
        {said.warmUp(
          whole(guard.warm_up.left_today),
          whole(guard.warm_up.conversations_today),
          <DateTime at={guard.warm_up.next_day} show="time" />
        )}
      </span>
    )}
  </span>
)

const Waiting = ({ guard: { waiting_real_time, waiting_bulk } }: GuardProps) => (
  <span className="admin-lines">
    <span>{whole(waiting_real_time + waiting_bulk)}</span>
    {waiting_real_time + waiting_bulk > 0 && (
      <span className="small muted">
        {said.waitingOf(whole(waiting_real_time), whole(waiting_bulk))}
      </span>
    )}
  </span>
)

const State = ({ guard }: GuardProps) => {
  const state = stateOf(guard)
  const { tone, icon } = states[state]
  const reason = reasonOf(guard)
  return (
    <span className="admin-state">
      <Badge tone={tone} icon={icon}>
        {said.states[state]}
      </Badge>
      {reason !== undefined && (
        <span className="small">
          {reason}{" "}
          {guard.paused_until !== undefined &&
            said.until(<DateTime at={guard.paused_until} show="time" />)}
        </span>
      )}
    </span>
  )
}

const LastReply = ({ reply }: { readonly reply: Guard["last_reply"] }) =>
  reply === undefined ? null : (
    <span className="admin-lines admin-reply small">
      <span>
        {said.reply(
          <code>{replyText(reply)}</code>,
          reply.phase,
          <DateTime at={reply.at} show="ago" />
        )}
      </span>
      <span className="muted breaks">{reply.host}</span>
    </span>
  )

const columnsFor = (manyNodes: boolean): ReadonlyArray<Column<Guard>> =>
  columnsOf(said, {
    server: named((guard) => <Name guard={guard} />),
    state: (guard) => <State guard={guard} />,
    pace: (guard) => <Pace guard={guard} />,
    open: atEnd(({ open }) => whole(open)),
    waiting: atEnd((guard) => <Waiting guard={guard} />),
    lastReply: ({ last_reply }) => <LastReply reply={last_reply} />,
    ...(manyNodes && { node: ({ node }: Guard) => <code>{node}</code> })
  })

export const MailServersTab = ({ health }: { readonly health: Health }) => {
  const guards = sortedGuards(health)
  if (guards.length === 0)
    return (
      <EmptyState picture="exchange" title={said.none}>
        {said.noneText}
      </EmptyState>
    )
  return (
    <TableCard
      title={said.title}
      lead={said.lead}
      caption={said.caption}
      columns={columnsFor(new Set(guards.map(({ node }) => node)).size > 1)}
      rows={guards}
      rowKey={guardKey}
    />
  )
}
