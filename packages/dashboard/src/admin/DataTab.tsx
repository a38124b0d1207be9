/** The tab of the service's data: views of the event log, lists of domains, and blocklists. */
import type { Health } from "@rcpt/api/Health"

import { Card } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { words } from "../words/admin.tsx"
import { whole } from "../words/numbers.ts"

const { views, lists, blocklists } = words.data

type View = Health["views"][number]
type List = Health["lists"][number]
type Blocklist = Health["blocklists"][number]

const ViewState = ({ live, behind, parked }: View) => {
  if (parked > 0)
    return (
      <Badge tone="bad" icon="cross">
        {views.incomplete}
      </Badge>
    )
  if (!live)
    return (
      <Badge tone="active" icon="clock">
        {views.rebuilding}
      </Badge>
    )
  return behind > 0 ? (
    <Badge tone="neutral" icon="clock">
      {views.catchingUp}
    </Badge>
  ) : (
    <Badge tone="good" icon="check">
      {views.upToDate}
    </Badge>
  )
}

const viewColumns: ReadonlyArray<Column<View>> = [
  { key: "name", head: views.view, isName: true, cell: ({ name }) => <code>{name}</code> },
  { key: "state", head: views.state, cell: (view) => <ViewState {...view} /> },
  { key: "behind", head: views.behind, align: "end", cell: ({ behind }) => whole(behind) },
  { key: "parked", head: views.failed, align: "end", cell: ({ parked }) => whole(parked) },
  { key: "generation", head: views.generation, align: "end", cell: ({ generation }) => generation }
]

const listColumns: ReadonlyArray<Column<List>> = [
  { key: "name", head: lists.list, isName: true, cell: ({ name }) => name },
  { key: "as_of", head: lists.asOf, cell: ({ as_of }) => as_of },
  { key: "entries", head: lists.entries, align: "end", cell: ({ entries }) => whole(entries) },
  {
    key: "from",
    head: lists.source,
    cell: ({ refreshed }) => (refreshed ? lists.refreshed : lists.bundled)
  }
]

const BlocklistState = ({ state, why }: Blocklist) =>
  state === "on" ? (
    <Badge tone="good" icon="check">
      {blocklists.inUse}
    </Badge>
  ) : state === "unproven" ? (
    <Badge tone="neutral" icon="clock">
      {blocklists.testing}
    </Badge>
  ) : (
    <span className="admin-state">
      <Badge tone="warn" icon="warning">
        {blocklists.notInUse}
      </Badge>
      {why !== undefined && <span className="small breaks">{why}</span>}
    </span>
  )

const blocklistColumns: ReadonlyArray<Column<Blocklist>> = [
  { key: "zone", head: blocklists.blocklist, isName: true, cell: ({ zone }) => zone },
  {
    key: "subject",
    head: blocklists.lists,
    cell: ({ subject }) => (subject === "ip" ? blocklists.addresses : blocklists.domains)
  },
  { key: "state", head: blocklists.state, cell: (list) => <BlocklistState {...list} /> },
  {
    key: "tested",
    head: blocklists.tested,
    cell: ({ tested_at }) =>
      tested_at === undefined ? null : <DateTime at={tested_at} show="ago" />
  }
]

export const DataTab = ({ health }: { readonly health: Health }) => (
  <div className="stack">
    <Card title={views.title} lead={views.lead}>
      <DataTable
        caption={views.caption}
        columns={viewColumns}
        rows={health.views}
        rowKey={({ name, generation }) => `${name} ${generation}`}
      />
    </Card>
    <Card title={lists.title} lead={lists.lead}>
      <DataTable
        caption={lists.title}
        columns={listColumns}
        rows={health.lists}
        rowKey={({ name }) => name}
      />
    </Card>
    <Card title={blocklists.title} lead={blocklists.lead}>
      <DataTable
        caption={blocklists.title}
        columns={blocklistColumns}
        rows={health.blocklists}
        rowKey={({ zone }) => zone}
      />
    </Card>
  </div>
)
