/** One page of accounts, with the actions for each. */
import type { AdminAccount } from "@rcpt/api/Admin"

import { Button } from "../parts/Button.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import {
  actionsColumn,
  createdColumn,
  creditsColumn,
  lastUsedColumn
} from "../parts/tableColumns.tsx"
import { words } from "../words/admin.tsx"
import type { PostingKind } from "./adminQueries.ts"

const { accounts: said } = words

interface Actions {
  readonly onPost: (kind: PostingKind, account: AdminAccount) => void
  readonly onAccess: (account: AdminAccount) => void
}

interface AccountsTableProps extends Actions {
  readonly accounts: ReadonlyArray<AdminAccount>
  readonly stale: boolean
}

const Name = ({ email, is_admin, suspended_at, closed_at }: AdminAccount) => (
  <span className="admin-account">
    {email ?? <span className="muted">{said.erased}</span>}
    {closed_at !== null && (
      <Badge tone="neutral" icon="dash">
        {said.closed}
      </Badge>
    )}
    {is_admin && <Badge tone="active">{said.admin}</Badge>}
    {suspended_at !== null && (
      <Badge tone="bad" icon="cross">
        {said.isSuspended}
      </Badge>
    )}
  </span>
)

const RowActions = ({
  account,
  onPost,
  onAccess
}: Actions & { readonly account: AdminAccount }) => (
  <span className="table-actions">
    <Button
      variant="quiet"
      small
      aria-label={said.grantTo(account.email ?? "")}
      onClick={() => onPost("grant", account)}
    >
      {said.grant}
    </Button>
    <Button
      variant="quiet"
      small
      aria-label={said.adjustOf(account.email ?? "")}
      onClick={() => onPost("adjust", account)}
    >
      {said.adjust}
    </Button>
    {/* An owner of the service cannot be locked out. */}
    {!account.is_admin && (
      <Button
        variant="quiet"
        small
        aria-label={
          account.suspended_at === null
            ? said.suspendOf(account.email ?? "")
            : said.resumeOf(account.email ?? "")
        }
        onClick={() => onAccess(account)}
      >
        {account.suspended_at === null ? said.suspend : said.resume}
      </Button>
    )}
  </span>
)

const columnsWith = (actions: Actions): ReadonlyArray<Column<AdminAccount>> => [
  { key: "email", head: said.account, isName: true, cell: (account) => <Name {...account} /> },
  creditsColumn,
  createdColumn,
  lastUsedColumn,
  actionsColumn(
    (account) => account.closed_at === null && <RowActions account={account} {...actions} />
  )
]

export const AccountsTable = ({ accounts, stale, ...actions }: AccountsTableProps) => (
  <DataTable
    caption={said.caption}
    columns={columnsWith(actions)}
    rows={accounts}
    rowKey={({ id }) => id}
    stale={stale}
  />
)
