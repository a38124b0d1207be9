/** The active API keys. Only the last four characters of a key are known. */
import type { Key } from "@rcpt/api/Keys"
import { Link } from "wouter"

import { activityOf } from "../activity/activityQueries.ts"
import { Button } from "../parts/Button.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { actionsColumn, createdColumn, lastUsedColumn } from "../parts/tableColumns.tsx"
import { accessLevels, accessOf } from "./access.ts"

interface KeysTableProps {
  readonly keys: ReadonlyArray<Key>
  readonly onRevoke: (key: Key) => void
}

const columnsWith = (onRevoke: KeysTableProps["onRevoke"]): ReadonlyArray<Column<Key>> => [
  { key: "name", head: "Name", isName: true, cell: ({ name }) => name },
  {
    key: "last4",
    head: "Key",
    cell: ({ last4 }) => (
      <code>
        <span className="visually-hidden">ends in </span>
        <span aria-hidden="true">…</span>
        {last4}
      </code>
    )
  },
  { key: "scopes", head: "Access", cell: ({ scopes }) => accessLevels[accessOf(scopes)].label },
  createdColumn,
  lastUsedColumn,
  {
    key: "requests",
    head: "Activity",
    cell: ({ id, name }) => (
      <Link href={activityOf({ key: id })} aria-label={`Requests of ${name}`}>
        Requests
      </Link>
    )
  },
  actionsColumn((key) => (
    <Button variant="quiet" small aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
      Revoke
    </Button>
  ))
]

export const KeysTable = ({ keys, onRevoke }: KeysTableProps) => (
  <DataTable
    caption="API keys, newest first"
    columns={columnsWith(onRevoke)}
    rows={keys}
    rowKey={({ id }) => id}
  />
)
