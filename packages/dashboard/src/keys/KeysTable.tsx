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
  /** Absent: keys are only looked at. */
  readonly onRevoke: ((key: Key) => void) | undefined
}

const columns: ReadonlyArray<Column<Key>> = [
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
  {
    key: "by",
    head: "Made by",
    cell: ({ made_by }) =>
      made_by === undefined ? (
        <span className="muted">Not recorded</span>
      ) : (
        <span className="breaks">{made_by.email ?? "Somebody who has left"}</span>
      )
  },
  lastUsedColumn,
  {
    key: "requests",
    head: "Activity",
    cell: ({ id, name }) => (
      <Link href={activityOf({ key: id })} aria-label={`Requests of ${name}`}>
        Requests
      </Link>
    )
  }
]

const revokeColumn = (onRevoke: (key: Key) => void): Column<Key> =>
  actionsColumn((key) => (
    <Button variant="quiet" small aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
      Revoke
    </Button>
  ))

export const KeysTable = ({ keys, onRevoke }: KeysTableProps) => (
  <DataTable
    caption="API keys, newest first"
    columns={onRevoke ? [...columns, revokeColumn(onRevoke)] : columns}
    rows={keys}
    rowKey={({ id }) => id}
  />
)
