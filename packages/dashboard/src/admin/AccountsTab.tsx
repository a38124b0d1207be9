/** All accounts: search, pages, and actions for credits and access. The state is in the URL. */
import type { AdminAccount } from "@rcpt/api/Admin"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useSearchParams } from "wouter"

import { Button } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { creditsText } from "../parts/Credits.tsx"
import { Input } from "../parts/Input.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Notice } from "../parts/Notice.tsx"
import { CursorPagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/admin.tsx"
import { AccessDialog } from "./AccessDialog.tsx"
import { AccountsTable } from "./AccountsTable.tsx"
import { accountsQuery } from "./adminQueries.ts"
import { PostCreditsDialog } from "./PostCreditsDialog.tsx"
import type { PostingTarget } from "./PostCreditsDialog.tsx"

const { accounts: said } = words

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

/** Empty once it is erased; then nothing is offered to do with it. */
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
  readonly email: string
  readonly onPost: (target: PostingTarget) => void
  readonly onAccess: (account: AdminAccount) => void
}

const Accounts = ({ email, onPost, onAccess }: AccountsProps) => {
  const [search, setSearch] = useSearchParams()
  const cursor = search.get("cursor") ?? undefined
  const query = useQuery({
    ...accountsQuery({ email: email || undefined, cursor }),
    placeholderData: keepPreviousData
  })
  return (
    <Loaded query={query} skeleton={<Skeleton shape="row" lines={6} />}>
      {({ accounts, next }) =>
        accounts.length === 0 ? (
          <p className="muted">{email === "" ? said.noMore : said.notFound(email)}</p>
        ) : (
          <>
            <AccountsTable
              accounts={accounts}
              stale={query.isPlaceholderData}
              onPost={(kind, account) => onPost({ kind, account })}
              onAccess={onAccess}
            />
            <CursorPagination
              label={said.pages}
              cursor={cursor}
              next={next ?? undefined}
              onMove={(to) => setSearch(to === undefined ? {} : { cursor: to })}
            />
          </>
        )
      }
    </Loaded>
  )
}

export const AccountsTab = () => {
  const [search, setSearch] = useSearchParams()
  const email = search.get("email") ?? ""
  const [target, setTarget] = useState<PostingTarget>()
  const [changing, setChanging] = useState<AdminAccount>()
  const { confirmation, confirmPosting, confirmAccess } = useConfirmation()
  return (
    <Card title={said.title}>
      <Search
        key={email}
        email={email}
        onSearch={(text) => setSearch(text === "" ? {} : { email: text })}
      />
      {confirmation !== undefined && (
        <Notice kind="success" live>
          <span className="breaks">{confirmation}</span>
        </Notice>
      )}
      <Accounts email={email} onPost={setTarget} onAccess={setChanging} />
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
