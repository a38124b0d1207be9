/** The tab of the service's data: views of the event log, lists of domains, and blocklists. */
import type { Health } from "@rcpt/api/Health"

import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { TableCard } from "../parts/TableCard.tsx"
import { words } from "../words/admin.tsx"
import { whole } from "../words/numbers.ts"

const { views, lists, blocklists } = words.data

type View = Health["views"][number]
type List = Health["lists"][number]
type Blocklist = Health["blocklists"][number]

const ViewState = ({ live, behind, parked }: View) => {
  if (parked > 0) return <Badge tone="bad">{views.incomplete}</Badge>
  if (live && behind === 0) return <Badge tone="good">{views.upToDate}</Badge>
  return (
    <Badge tone={live ? "neutral" : "active"} icon="clock">
      {live ? views.catchingUp : views.rebuilding}
    </Badge>
  )
}

const viewColumns: ReadonlyArray<Column<View>> = columnsOf(views, {
  view: named(({ name }) => <code>{name}</code>),
  state: (view) => <ViewState {...view} />,
  behind: atEnd(({ behind }) => whole(behind)),
  failed: atEnd(({ parked }) => whole(parked)),
  generation: atEnd(({ generation }) => generation)
})

const listColumns: ReadonlyArray<Column<List>> = columnsOf(lists, {
  list: named(({ name }) => name),
  asOf: ({ as_of }) => as_of,
  entries: atEnd(({ entries }) => whole(entries)),
  source: ({ refreshed }) => (refreshed ? lists.refreshed : lists.bundled)
})

const BlocklistState = ({ state, why }: Blocklist) => {
  if (state === "on") return <Badge tone="good">{blocklists.inUse}</Badge>
  if (state === "unproven")
    return (
      <Badge tone="neutral" icon="clock">
        {blocklists.testing}
      </Badge>
    )
  return (
    <span className="admin-state">
      <Badge tone="warn">{blocklists.notInUse}</Badge>
      {why !== undefined && <span className="small breaks">{why}</span>}
    </span>
  )
}

const blocklistColumns: ReadonlyArray<Column<Blocklist>> = columnsOf(blocklists, {
  blocklist: named(({ zone }) => zone),
  lists: ({ subject }) => (subject === "ip" ? blocklists.addresses : blocklists.domains),
  state: (list) => <BlocklistState {...list} />,
  tested: ({ tested_at }) => tested_at && <DateTime at={tested_at} show="ago" />
})

export const DataTab = ({ health }: { readonly health: Health }) => (
  <div className="stack">
    <TableCard
      title={views.title}
      lead={views.lead}
      caption={views.caption}
      columns={viewColumns}
      rows={health.views}
      rowKey={({ name, generation }) => `${name} ${generation}`}
    />
    <TableCard
      title={lists.title}
      lead={lists.lead}
      columns={listColumns}
      rows={health.lists}
      rowKey={({ name }) => name}
    />
    <TableCard
      title={blocklists.title}
      lead={blocklists.lead}
      columns={blocklistColumns}
      rows={health.blocklists}
      rowKey={({ zone }) => zone}
    />
  </div>
)
