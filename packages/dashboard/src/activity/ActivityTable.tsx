/** Checks and requests: what, when, what came of it, by whom and at which price. */
import type { ActivityRow } from "@rcpt/api/Activity"
import type { Key } from "@rcpt/api/Keys"
import { Link } from "wouter"

import { modeLabels } from "../ledger/entryLabels.ts"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { activityPath } from "./activityQueries.ts"
import { callerOf, durationText, kindLabels, titleOf } from "./activityWords.ts"
import { Outcome } from "./Outcome.tsx"

const What = ({ row }: { readonly row: ActivityRow }) => (
  <span className="stack-tight">
    <Link href={activityPath(row.id)} className="breaks">
      {titleOf(row)}
      <span className="visually-hidden">, {row.created_at}</span>
    </Link>
    <span className="small muted activity-kind">
      {kindLabels[row.what]}
      {row.mode !== undefined && `, ${modeLabels[row.mode].toLowerCase()}`}
      {row.replay && ", repeated answer"}
    </span>
  </span>
)

const columnsWith = (keys: ReadonlyArray<Key>): ReadonlyArray<Column<ActivityRow>> => [
  { key: "what", head: "Address or request", isName: true, cell: (row) => <What row={row} /> },
  { key: "outcome", head: "Result", cell: (row) => <Outcome row={row} /> },
  { key: "by", head: "Key", cell: (row) => <span className="breaks">{callerOf(row, keys)}</span> },
  {
    key: "credits",
    head: "Credits",
    align: "end",
    cell: (row) => <Credits amount={row.credits} />
  },
  {
    key: "duration",
    head: "Duration",
    align: "end",
    cell: ({ duration_ms }) => durationText(duration_ms)
  },
  { key: "at", head: "When", align: "end", cell: ({ created_at }) => <DateTime at={created_at} /> }
]

interface ActivityTableProps {
  readonly rows: ReadonlyArray<ActivityRow>
  readonly keys: ReadonlyArray<Key>
  readonly stale: boolean
}

export const ActivityTable = ({ rows, keys, stale }: ActivityTableProps) => (
  <div className="activity-table">
    <DataTable
      caption="Checks and requests, newest first"
      columns={columnsWith(keys)}
      rows={rows}
      rowKey={({ id }) => id}
      stale={stale}
    />
  </div>
)
