/** The active API keys. Only the last four characters of a key are known. */
import type { Key } from "@rcpt/api/Keys"
import { Link } from "wouter"

import { activityOf } from "../activity/activityQueries.ts"
import { Button } from "../parts/Button.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { actionsColumn, createdColumn, lastUsedColumn } from "../parts/tableColumns.tsx"
import { words } from "../words/keys.tsx"
import { accessLevels, accessOf } from "./access.ts"

const { table } = words

interface KeysTableProps {
  readonly keys: ReadonlyArray<Key>
  /** Absent: keys are only looked at. */
  readonly onRevoke: ((key: Key) => void) | undefined
}

const columns: ReadonlyArray<Column<Key>> = [
  { key: "name", head: table.name, isName: true, cell: ({ name }) => name },
  {
    key: "last4",
    head: table.key,
    cell: ({ last4 }) => (
      <code>
        <span className="visually-hidden">{table.endsIn}</span>
        <span aria-hidden="true">…</span>
        {last4}
      </code>
    )
  },
  { key: "scopes", head: table.access, cell: ({ scopes }) => accessLevels[accessOf(scopes)].label },
  createdColumn,
  {
    key: "by",
    head: table.madeBy,
    cell: ({ made_by }) =>
      made_by === undefined ? (
        <span className="muted">{table.notRecorded}</span>
      ) : (
        <span className="breaks">{made_by.email ?? table.hasLeft}</span>
      )
  },
  lastUsedColumn,
  {
    key: "requests",
    head: table.activity,
    cell: ({ id, name }) => (
      <Link href={activityOf({ key: id })} aria-label={table.requestsOf(name)}>
        {table.requests}
      </Link>
    )
  }
]

const revokeColumn = (onRevoke: (key: Key) => void): Column<Key> =>
  actionsColumn((key) => (
    <Button
      variant="quiet"
      small
      aria-label={table.revokeOf(key.name)}
      onClick={() => onRevoke(key)}
    >
      {table.revoke}
    </Button>
  ))

export const KeysTable = ({ keys, onRevoke }: KeysTableProps) => (
  <DataTable
    caption={table.caption}
    columns={onRevoke ? [...columns, revokeColumn(onRevoke)] : columns}
    rows={keys}
    rowKey={({ id }) => id}
  />
)
