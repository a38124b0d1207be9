/** Checks and requests: what, when, what came of it, by whom and at which price. */
import type { ActivityRow } from "@rcpt/api/Activity"
import type { Key } from "@rcpt/api/Keys"
import { Link } from "wouter"

import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { words } from "../words/activity.tsx"
import { duration } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"
import { activityPath } from "./activityQueries.ts"
import { callerOf, titleOf } from "./activityWords.ts"
import { Outcome } from "./Outcome.tsx"

const { table } = words

const What = ({ row }: { readonly row: ActivityRow }) => (
  <span className="stack-tight">
    <Link href={activityPath(row.id)} className="breaks">
      {titleOf(row)}
      <span className="visually-hidden">, {row.created_at}</span>
    </Link>
    <span className="small muted activity-kind">
      {[
        words.kinds[row.what],
        row.mode && phrases.modeWithin[row.mode],
        row.replay && table.repeated
      ]
        .filter(Boolean)
        .join(", ")}
    </span>
  </span>
)

const columnsWith = (keys: ReadonlyArray<Key>): ReadonlyArray<Column<ActivityRow>> => [
  { key: "what", head: table.what, isName: true, cell: (row) => <What row={row} /> },
  { key: "outcome", head: table.result, cell: (row) => <Outcome row={row} /> },
  {
    key: "by",
    head: table.key,
    cell: (row) => <span className="breaks">{callerOf(row, keys)}</span>
  },
  {
    key: "credits",
    head: table.credits,
    align: "end",
    cell: (row) => <Credits amount={row.credits} />
  },
  {
    key: "duration",
    head: table.duration,
    align: "end",
    cell: ({ duration_ms }) => duration(duration_ms)
  },
  {
    key: "at",
    head: table.when,
    align: "end",
    cell: ({ created_at }) => <DateTime at={created_at} />
  }
]

interface ActivityTableProps {
  readonly rows: ReadonlyArray<ActivityRow>
  readonly keys: ReadonlyArray<Key>
  readonly stale: boolean
}

export const ActivityTable = ({ rows, keys, stale }: ActivityTableProps) => (
  <div className="activity-table">
    <DataTable
      caption={table.caption}
      columns={columnsWith(keys)}
      rows={rows}
      rowKey={({ id }) => id}
      stale={stale}
    />
  </div>
)
