/** The data behind the service: views of the event log, lists of domains, and blocklists. */
import type { Health } from "@rcpt/api/Health"

import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Badge } from "../parts/StatusBadge.tsx"

type View = Health["views"][number]
type List = Health["lists"][number]
type Blocklist = Health["blocklists"][number]

const whole = new Intl.NumberFormat("en")

const ViewState = ({ live, behind, parked }: View) => {
  if (parked > 0)
    return (
      <Badge tone="bad" icon="cross">
        Incomplete
      </Badge>
    )
  if (!live)
    return (
      <Badge tone="active" icon="clock">
        Rebuilding
      </Badge>
    )
  return behind > 0 ? (
    <Badge tone="neutral" icon="clock">
      Catching up
    </Badge>
  ) : (
    <Badge tone="good" icon="check">
      Up to date
    </Badge>
  )
}

const viewColumns: ReadonlyArray<Column<View>> = [
  { key: "name", head: "View", isName: true, cell: ({ name }) => <code>{name}</code> },
  { key: "state", head: "State", cell: (view) => <ViewState {...view} /> },
  { key: "behind", head: "Behind", align: "end", cell: ({ behind }) => whole.format(behind) },
  { key: "parked", head: "Failed", align: "end", cell: ({ parked }) => whole.format(parked) },
  { key: "generation", head: "Generation", align: "end", cell: ({ generation }) => generation }
]

const listColumns: ReadonlyArray<Column<List>> = [
  { key: "name", head: "List", isName: true, cell: ({ name }) => name },
  { key: "as_of", head: "As of", cell: ({ as_of }) => as_of },
  { key: "entries", head: "Entries", align: "end", cell: ({ entries }) => whole.format(entries) },
  {
    key: "from",
    head: "Source",
    cell: ({ refreshed }) => (refreshed ? "Refreshed" : "Bundled with rcpt")
  }
]

const BlocklistState = ({ state, why }: Blocklist) =>
  state === "on" ? (
    <Badge tone="good" icon="check">
      In use
    </Badge>
  ) : state === "unproven" ? (
    <Badge tone="neutral" icon="clock">
      Testing
    </Badge>
  ) : (
    <span className="admin-state">
      <Badge tone="warn" icon="warning">
        Not in use
      </Badge>
      {why !== undefined && <span className="small breaks">{why}</span>}
    </span>
  )

const blocklistColumns: ReadonlyArray<Column<Blocklist>> = [
  { key: "zone", head: "Blocklist", isName: true, cell: ({ zone }) => zone },
  {
    key: "subject",
    head: "Lists",
    cell: ({ subject }) => (subject === "ip" ? "IP addresses" : "Domains")
  },
  { key: "state", head: "State", cell: (list) => <BlocklistState {...list} /> },
  {
    key: "tested",
    head: "Tested",
    cell: ({ tested_at }) =>
      tested_at === undefined ? null : <DateTime at={tested_at} show="ago" />
  }
]

export const DataTab = ({ health }: { readonly health: Health }) => (
  <div className="stack">
    <Card
      title="Views"
      lead="Ledger, usage and charts are built from the event log. Behind: commits not processed yet. Failed: commits that a view had to skip, retried every minute."
    >
      <DataTable
        caption="Views of the event log"
        columns={viewColumns}
        rows={health.views}
        rowKey={({ name, generation }) => `${name} ${generation}`}
      />
    </Card>
    <Card title="Lists" lead="Domains and names that addresses are checked against.">
      <DataTable
        caption="Lists"
        columns={listColumns}
        rows={health.lists}
        rowKey={({ name }) => name}
      />
    </Card>
    <Card
      title="Blocklists"
      lead="Queried over DNS by the node that serves this page. A blocklist that fails its test is not used."
    >
      <DataTable
        caption="Blocklists"
        columns={blocklistColumns}
        rows={health.blocklists}
        rowKey={({ zone }) => zone}
      />
    </Card>
  </div>
)
