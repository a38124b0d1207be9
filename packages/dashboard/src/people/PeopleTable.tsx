/** Who is in the account. Managers can change a role and remove a person. */
import type { Person } from "@rcpt/api/People"

import { Button } from "../parts/Button.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import { actionsColumn } from "../parts/tableColumns.tsx"
import { words } from "../words/people.tsx"
import { roleWords } from "./roleWords.ts"

const { table: said } = words

interface Actions {
  readonly onRole: (person: Person) => void
  readonly onRemove: (person: Person) => void
}

const columns: ReadonlyArray<Column<Person>> = [
  {
    key: "email",
    head: said.email,
    isName: true,
    cell: ({ email, current }) => (
      <span className="row">
        <span className="breaks">{email}</span>
        {current && <Badge tone="active">{said.you}</Badge>}
      </span>
    )
  },
  { key: "role", head: said.role, cell: ({ role }) => roleWords[role].label },
  {
    key: "factor",
    head: said.twoFactor,
    cell: ({ second_factor }) =>
      second_factor ? said.on : <span className="muted">{said.off}</span>
  },
  {
    key: "joined",
    head: said.joined,
    cell: ({ joined_at }) => <DateTime at={joined_at} show="date" />
  },
  {
    key: "seen",
    head: said.lastSeen,
    cell: ({ last_seen_at }) =>
      last_seen_at === null ? (
        <span className="muted">{said.never}</span>
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
        aria-label={said.changeRoleOf(person.email)}
        onClick={() => onRole(person)}
      >
        {said.changeRole}
      </Button>
      <Button
        variant="quiet"
        small
        aria-label={said.removeOf(person.email)}
        onClick={() => onRemove(person)}
      >
        {said.remove}
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
    caption={said.caption}
    columns={actions ? [...columns, actionsOf(actions)] : columns}
    rows={people}
    rowKey={({ id }) => id}
  />
)
