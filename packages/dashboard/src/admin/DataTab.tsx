/** What answers are made of: views of the log, lists of domains, and blocklists. */
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
        Lacks something
      </Badge>
    )
  if (!live)
    return (
      <Badge tone="active" icon="clock">
        Being rebuilt
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
  { key: "parked", head: "Failed on", align: "end", cell: ({ parked }) => whole.format(parked) },
  { key: "generation", head: "Generation", align: "end", cell: ({ generation }) => generation }
]

const listColumns: ReadonlyArray<Column<List>> = [
  { key: "name", head: "List", isName: true, cell: ({ name }) => name },
  { key: "as_of", head: "As of", cell: ({ as_of }) => as_of },
  { key: "entries", head: "Entries", align: "end", cell: ({ entries }) => whole.format(entries) },
  {
    key: "from",
    head: "From",
    cell: ({ refreshed }) => (refreshed ? "Fetched since" : "This version of rcpt")
  }
]

const BlocklistState = ({ state, why }: Blocklist) =>
  state === "on" ? (
    <Badge tone="good" icon="check">
      Asked
    </Badge>
  ) : state === "unproven" ? (
    <Badge tone="neutral" icon="clock">
      Being tested
    </Badge>
  ) : (
    <span className="admin-state">
      <Badge tone="warn" icon="warning">
        Not asked
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
      lead="Ledger, usage and charts are made of the log. Behind: commits not taken yet. Failed on: commits that a view goes on without, tried again every minute."
    >
      <DataTable
        caption="Views of the log"
        columns={viewColumns}
        rows={health.views}
        rowKey={({ name, generation }) => `${name} ${generation}`}
      />
    </Card>
    <Card title="Lists" lead="Domains and names that checks are looked up in.">
      <DataTable
        caption="Lists"
        columns={listColumns}
        rows={health.lists}
        rowKey={({ name }) => name}
      />
    </Card>
    <Card
      title="Blocklists"
      lead="Asked over DNS, by the node that answers this page. One that does not answer as it must is not asked."
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
