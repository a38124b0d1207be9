/** The health of the service: the doctor's findings, the nodes, and the queues. */
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
          Online
        </Badge>
      ) : (
        <Badge tone="bad" icon="cross">
          Offline
        </Badge>
      )
  },
  { key: "started", head: "Started", cell: ({ started_at }) => <DateTime at={started_at} /> },
  { key: "seen", head: "Last seen", cell: ({ seen_at }) => <DateTime at={seen_at} show="time" /> }
]

/** In the order in which work passes through them. */
const queueLabels: ReadonlyArray<readonly [name: keyof Health["queues"], label: string]> = [
  ["jobs_pending", "Lists waiting to start"],
  ["jobs_processing", "Lists in progress"],
  ["probes_due", "Rows waiting for their mail server"],
  ["probes_later", "Greylisted rows, retried later"],
  ["probes_asked", "Rows being probed now"],
  ["webhooks_pending", "Webhook deliveries to send"],
  ["holds_expired", "Expired holds to refund"],
  ["commits_unsealed", "Commits that no view has processed"]
]

const whole = new Intl.NumberFormat("en")

export const HealthTab = ({ health }: { readonly health: Health }) => (
  <div className="stack">
    <DoctorReport doctor={health.doctor} />
    <Card title="Nodes" lead="Processes that used this database in the last 24 hours.">
      <DataTable
        caption="Nodes"
        columns={nodeColumns}
        rows={health.nodes}
        rowKey={({ name }) => name}
      />
    </Card>
    <Card title="Queues" lead="Waiting work. A number that only grows is a sign of a problem.">
      <Leaders
        rows={queueLabels.map(([name, label]) => ({
          label,
          value: whole.format(health.queues[name])
        }))}
      />
    </Card>
  </div>
)
