/** The keys that are in force. Of a key nobody has more than its last four characters. */
import type { Key } from "@rcpt/api/Keys"

import { Button } from "../parts/Button.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { accessOf, accessRows } from "./access.ts"

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
  { key: "scopes", head: "Access", cell: ({ scopes }) => accessRows[accessOf(scopes)].word },
  {
    key: "created",
    head: "Created",
    cell: ({ created_at }) => <DateTime at={created_at} show="date" />
  },
  {
    key: "used",
    head: "Last used",
    cell: ({ last_used_at }) =>
      last_used_at === null ? (
        <span className="muted">Never</span>
      ) : (
        <DateTime at={last_used_at} show="ago" />
      )
  },
  {
    key: "revoke",
    head: <span className="visually-hidden">Actions</span>,
    align: "end",
    cell: (key) => (
      <Button variant="quiet" small aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
        Revoke
      </Button>
    )
  }
]

export const KeysTable = ({ keys, onRevoke }: KeysTableProps) => (
  <DataTable
    caption="API keys in force, the newest first"
    columns={columnsWith(onRevoke)}
    rows={keys}
    rowKey={({ id }) => id}
  />
)
