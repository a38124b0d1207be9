/** The tab of all accounts: search, pages, and actions for credits and access. Its state is in the URL. */
import type { AdminAccount } from "@rcpt/api/Admin"
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { Input } from "../parts/Input.tsx"
import { Notice } from "../parts/Notice.tsx"
import { PagedList } from "../parts/PagedList.tsx"
import { Badge } from "../parts/StatusBadge.tsx"
import {
  actionsColumn,
  createdColumn,
  creditsColumn,
  lastUsedColumn
} from "../parts/tableColumns.tsx"
import { useListState } from "../parts/useListState.ts"
import type { ListState } from "../parts/useListState.ts"
import { words } from "../words/admin.tsx"
import { accountsKey, accountsQuery, changeAccess } from "./adminQueries.ts"
import type { Access, PostingKind } from "./adminQueries.ts"
import { PostCreditsDialog } from "./PostCreditsDialog.tsx"
import type { PostingTarget } from "./PostCreditsDialog.tsx"

const { accounts: said } = words

interface AccessDialogProps {
  /** The dialog is closed while this is undefined. */
  readonly account: AdminAccount | undefined
  readonly onChanged: (account: AdminAccount, access: Access) => void
  readonly onClose: () => void
}

const accessFor = ({ suspended_at }: AdminAccount): Access =>
  suspended_at === null ? "suspend" : "resume"

/** Asks before an account is suspended or resumed, with the consequences. */
const AccessDialog = ({ account, onChanged, onClose }: AccessDialogProps) => {
  const queryClient = useQueryClient()
  const access = account ? accessFor(account) : "suspend"
  const change = useMutation({
    mutationFn: (changing: AdminAccount) => changeAccess(changing.id, accessFor(changing)),
    onSuccess: async (_message, changed) => {
      await queryClient.invalidateQueries({ queryKey: accountsKey })
      onChanged(changed, accessFor(changed))
    }
  })
  const { title, action, effect } = words.access[access]
  return (
    <ConfirmDialog
      open={account !== undefined}
      title={title}
      action={action}
      danger={access === "suspend"}
      mutation={change}
      onConfirm={() => account && change.mutate(account)}
      onClose={onClose}
    >
      <p>{effect(<strong className="breaks">{account?.email}</strong>)}</p>
    </ConfirmDialog>
  )
}

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

/** One page of accounts, with the actions for each. */
const AccountsTable = ({ accounts, stale, ...actions }: AccountsTableProps) => (
  <DataTable
    caption={said.caption}
    columns={columnsWith(actions)}
    rows={accounts}
    rowKey={({ id }) => id}
    stale={stale}
  />
)

interface SearchProps {
  readonly email: string
  readonly onSearch: (email: string) => void
}

const Search = ({ email, onSearch }: SearchProps) => {
  const [text, setText] = useState(email)
  return (
    <form
      className="admin-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <Input
        label={said.email}
        hint={said.emailHint}
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{said.search}</Button>
      {email !== "" && (
        <Button variant="quiet" onClick={() => onSearch("")}>
          {said.showAll}
        </Button>
      )}
    </form>
  )
}

/** The email of an account. An erased account has none, and no actions are offered for it. */
const nameOf = ({ email }: AdminAccount): string => email ?? ""

/** The message about the last action, once the service has confirmed it. */
const useConfirmation = () => {
  const [confirmation, setConfirmation] = useState<string>()
  return {
    confirmation,
    confirmPosting: (credits: number, { account }: PostingTarget) =>
      setConfirmation(
        credits < 0
          ? said.removed(creditsText(-credits), nameOf(account))
          : said.added(creditsText(credits), nameOf(account))
      ),
    confirmAccess: (account: AdminAccount, access: "suspend" | "resume") =>
      setConfirmation(
        access === "suspend" ? said.suspended(nameOf(account)) : said.resumed(nameOf(account))
      )
  }
}

interface AccountsProps {
  readonly state: ListState<"email">
  readonly onPost: (target: PostingTarget) => void
  readonly onAccess: (account: AdminAccount) => void
}

const Accounts = ({ state, onPost, onAccess }: AccountsProps) => {
  const { email } = state.filter
  const query = useQuery({
    ...accountsQuery({ email, cursor: state.cursor }),
    placeholderData: keepPreviousData
  })
  return (
    <PagedList query={query} lines={6} label={said.pages} state={state}>
      {({ accounts }, stale) =>
        accounts.length === 0 ? (
          <p className="muted">{email === undefined ? said.noMore : said.notFound(email)}</p>
        ) : (
          <AccountsTable
            accounts={accounts}
            stale={stale}
            onPost={(kind, account) => onPost({ kind, account })}
            onAccess={onAccess}
          />
        )
      }
    </PagedList>
  )
}

export const AccountsTab = () => {
  const state = useListState(["email"])
  const { email = "" } = state.filter
  const [target, setTarget] = useState<PostingTarget>()
  const [changing, setChanging] = useState<AdminAccount>()
  const { confirmation, confirmPosting, confirmAccess } = useConfirmation()
  return (
    <Card title={said.title}>
      <Search key={email} email={email} onSearch={(text) => state.choose({ email: text })} />
      {confirmation !== undefined && (
        <Notice kind="success" live>
          <span className="breaks">{confirmation}</span>
        </Notice>
      )}
      <Accounts state={state} onPost={setTarget} onAccess={setChanging} />
      <PostCreditsDialog
        target={target}
        onClose={() => setTarget(undefined)}
        onPosted={({ credits }, to) => {
          setTarget(undefined)
          confirmPosting(credits, to)
        }}
      />
      <AccessDialog
        account={changing}
        onClose={() => setChanging(undefined)}
        onChanged={(account, access) => {
          setChanging(undefined)
          confirmAccess(account, access)
        }}
      />
    </Card>
  )
}
