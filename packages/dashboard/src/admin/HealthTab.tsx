/** The health of the service: the doctor's findings, the nodes, and the queues. */
import type { Health } from "@rcpt/api/Health"

import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { words } from "../words/admin.tsx"
import { whole } from "../words/numbers.ts"
import { DoctorReport } from "./DoctorReport.tsx"

const { nodes: said } = words

type Node = Health["nodes"][number]

const nodeColumns: ReadonlyArray<Column<Node>> = [
  { key: "name", head: said.node, isName: true, cell: ({ name }) => <code>{name}</code> },
  {
    key: "alive",
    head: said.state,
    cell: ({ alive }) =>
      alive ? (
        <Badge tone="good" icon="check">
          {said.online}
        </Badge>
      ) : (
        <Badge tone="bad" icon="cross">
          {said.offline}
        </Badge>
      )
  },
  { key: "started", head: said.started, cell: ({ started_at }) => <DateTime at={started_at} /> },
  { key: "seen", head: said.lastSeen, cell: ({ seen_at }) => <DateTime at={seen_at} show="time" /> }
]

const queues = Object.entries(words.queues.labels) as ReadonlyArray<
  readonly [keyof Health["queues"], string]
>

export const HealthTab = ({ health }: { readonly health: Health }) => (
  <div className="stack">
    <DoctorReport doctor={health.doctor} />
    <Card title={said.title} lead={said.lead}>
      <DataTable
        caption={said.title}
        columns={nodeColumns}
        rows={health.nodes}
        rowKey={({ name }) => name}
      />
    </Card>
    <Card title={words.queues.title} lead={words.queues.lead}>
      <Leaders
        rows={queues.map(([name, label]) => ({
          label,
          value: whole(health.queues[name])
        }))}
      />
    </Card>
  </div>
)
