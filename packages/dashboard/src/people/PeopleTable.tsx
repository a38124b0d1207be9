/** Who is in the account. Managers can change a role and remove a person. */
import type { Person } from "@rcpt/api/People"

import { Button } from "../parts/Button.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { actionsColumn } from "../parts/tableColumns.tsx"
import { roleWords } from "./roleWords.ts"

interface Actions {
  readonly onRole: (person: Person) => void
  readonly onRemove: (person: Person) => void
}

const columns: ReadonlyArray<Column<Person>> = [
  {
    key: "email",
    head: "Email",
    isName: true,
    cell: ({ email, current }) => (
      <span className="row">
        <span className="breaks">{email}</span>
        {current && <Badge tone="active">You</Badge>}
      </span>
    )
  },
  { key: "role", head: "Role", cell: ({ role }) => roleWords[role].label },
  {
    key: "factor",
    head: "Two-factor",
    cell: ({ second_factor }) => (second_factor ? "On" : <span className="muted">Off</span>)
  },
  {
    key: "joined",
    head: "Joined",
    cell: ({ joined_at }) => <DateTime at={joined_at} show="date" />
  },
  {
    key: "seen",
    head: "Last seen",
    cell: ({ last_seen_at }) =>
      last_seen_at === null ? (
        <span className="muted">Never</span>
      ) : (
        <DateTime at={last_seen_at} show="ago" />
      )
  }
]

const actionsOf = ({ onRole, onRemove }: Actions): Column<Person> =>
  actionsColumn((person) => (
    <span className="table-actions">
      <Button
        variant="quiet"
        small
        aria-label={`Change the role of ${person.email}`}
        onClick={() => onRole(person)}
      >
        Role
      </Button>
      <Button
        variant="quiet"
        small
        aria-label={`Remove ${person.email}`}
        onClick={() => onRemove(person)}
      >
        Remove
      </Button>
    </span>
  ))

interface PeopleTableProps {
  readonly people: ReadonlyArray<Person>
  /** Absent: they are only looked at. */
  readonly actions?: Actions | undefined
}

export const PeopleTable = ({ people, actions }: PeopleTableProps) => (
  <DataTable
    caption="People of this account"
    columns={actions ? [...columns, actionsOf(actions)] : columns}
    rows={people}
    rowKey={({ id }) => id}
  />
)
