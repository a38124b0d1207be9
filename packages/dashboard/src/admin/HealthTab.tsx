/** How the service is: what the doctor found, which nodes work on it, and what waits. */
import type { Health } from "@rcpt/api/Health"

import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Leaders } from "../parts/Leaders.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { DoctorReport } from "./DoctorReport.tsx"

type Node = Health["nodes"][number]

const nodeColumns: ReadonlyArray<Column<Node>> = [
  { key: "name", head: "Node", isName: true, cell: ({ name }) => <code>{name}</code> },
  {
    key: "alive",
    head: "State",
    cell: ({ alive }) =>
      alive ? (
        <Badge tone="good" icon="check">
          Alive
        </Badge>
      ) : (
        <Badge tone="bad" icon="cross">
          Not heard of
        </Badge>
      )
  },
  { key: "started", head: "Started", cell: ({ started_at }) => <DateTime at={started_at} /> },
  { key: "seen", head: "Last seen", cell: ({ seen_at }) => <DateTime at={seen_at} show="time" /> }
]

/** In the order in which work passes through them. */
const queueWords: ReadonlyArray<readonly [name: keyof Health["queues"], words: string]> = [
  ["jobs_pending", "Lists that wait to begin"],
  ["jobs_processing", "Lists at work"],
  ["probes_due", "Rows that wait for their mail server"],
  ["probes_later", "Greylisted rows, asked again later"],
  ["probes_asked", "Rows being asked this moment"],
  ["webhooks_pending", "Webhook deliveries to be tried"],
  ["holds_expired", "Expired holds to be given back"],
  ["commits_unsealed", "Commits that no view has seen yet"]
]

const whole = new Intl.NumberFormat("en")

export const HealthTab = ({ health }: { readonly health: Health }) => (
  <div className="stack">
    <DoctorReport doctor={health.doctor} />
    <Card title="Nodes" lead="Processes that work on this database, those of the last day.">
      <DataTable
        caption="Nodes"
        columns={nodeColumns}
        rows={health.nodes}
        rowKey={({ name }) => name}
      />
    </Card>
    <Card title="Queues" lead="What waits. Numbers that only ever grow are a sign of trouble.">
      <Leaders
        rows={queueWords.map(([name, label]) => ({
          label,
          value: whole.format(health.queues[name])
        }))}
      />
    </Card>
  </div>
)
