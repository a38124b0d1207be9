/** The tab of all accounts: search, pages, and actions for credits and access. Its state is in the URL. */
import type { AdminAccount } from "@rcpt/api/Admin"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { queryClient } from "../api/queryClient.ts"
import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { ConfirmButton } from "../parts/ConfirmDialog.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DialogButton } from "../parts/Dialog.tsx"
import { List } from "../parts/List.tsx"
import { Notice } from "../parts/Notice.tsx"
import { SearchForm } from "../parts/SearchForm.tsx"
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
import { PostCreditsForm } from "./PostCreditsForm.tsx"

const { accounts: said } = words

interface Actions {
  /** Shows the outcome of an action, once the service has confirmed it. */
  readonly confirm: (sentence: string) => void
}

interface AccountProps extends Actions {
  readonly account: AdminAccount
}

/** Asks before an account is suspended or resumed, with the consequences. */
const AccessButton = ({ account: { id, email, suspended_at }, confirm }: AccountProps) => {
  const name = email ?? ""
  const isSuspended = suspended_at !== null
  const access = isSuspended ? "resume" : "suspend"
  const { title, action, effect } = words.access[access]
  return (
    <ConfirmButton
      variant="quiet"
      small
      danger={!isSuspended}
      label={said[access]}
      aria-label={isSuspended ? said.resumeOf(name) : said.suspendOf(name)}
      title={title}
      action={action}
      run={() => changeAccess(id, access)}
      onDone={() => {
        confirm(isSuspended ? said.resumed(name) : said.suspended(name))
        // Not waited for: the dialog closes before its words are those of the opposite.
        void queryClient.invalidateQueries({ queryKey: accountsKey })
      }}
    >
      <p>{effect(<strong className="breaks">{email}</strong>)}</p>
    </ConfirmButton>
  )
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
    {suspended_at !== null && <Badge tone="bad">{said.isSuspended}</Badge>}
  </span>
)

const postings = [
  { kind: "grant", of: said.grantTo },
  { kind: "adjust", of: said.adjustOf }
] as const

const RowActions = ({ account, confirm }: AccountProps) => (
  <span className="table-actions">
    {postings.map(({ kind, of }) => (
      <DialogButton
        key={kind}
        variant="quiet"
        small
        label={said[kind]}
        aria-label={of(account.email ?? "")}
        title={words.posting[kind].title}
      >
        {(close) => (
          <PostCreditsForm
            account={account}
            kind={kind}
            onPosted={({ credits }) => {
              close()
              confirm(
                credits < 0
                  ? said.removed(creditsText(-credits), account.email ?? "")
                  : said.added(creditsText(credits), account.email ?? "")
              )
            }}
            onClose={close}
          />
        )}
      </DialogButton>
    ))}
    {/* An owner of the service cannot be locked out. */}
    {!account.is_admin && <AccessButton account={account} confirm={confirm} />}
  </span>
)

const columnsWith = ({ confirm }: Actions): ReadonlyArray<Column<AdminAccount>> =>
  columnsOf(
    said,
    { account: named((account) => <Name {...account} />) },
    creditsColumn,
    createdColumn,
    lastUsedColumn,
    // An erased account has no email, and no actions are offered for it.
    actionsColumn(
      (account) => account.closed_at === null && <RowActions account={account} confirm={confirm} />
    )
  )

interface AccountsProps extends Actions {
  readonly state: ListState<"email">
}

const Accounts = ({ state, confirm }: AccountsProps) => {
  const { email } = state.filter
  const query = useQuery({
    ...accountsQuery({ email, cursor: state.cursor }),
    placeholderData: keepPreviousData
  })
  return (
    <List
      query={query}
      rows={({ accounts }) => accounts}
      caption={said.caption}
      columns={columnsWith({ confirm })}
      lines={6}
      pages={{ label: said.pages, state }}
      empty={<p className="muted">{email === undefined ? said.noMore : said.notFound(email)}</p>}
    />
  )
}

export const AccountsTab = () => {
  const state = useListState(["email"])
  const { email = "" } = state.filter
  const [confirmation, confirm] = useState<string>()
  return (
    <Card title={said.title}>
      <SearchForm
        label={said.email}
        hint={said.emailHint}
        action={said.search}
        searched={email}
        onSearch={(text) => state.choose({ email: text })}
      >
        {email !== "" && (
          <Button variant="quiet" onClick={() => state.choose({ email: "" })}>
            {said.showAll}
          </Button>
        )}
      </SearchForm>
      {confirmation !== undefined && (
        <Notice kind="success" live>
          <span className="breaks">{confirmation}</span>
        </Notice>
      )}
      <Accounts state={state} confirm={confirm} />
    </Card>
  )
}
