/** All accounts: found by address, paged, and given credits or locked out. State lives in the URL. */
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
import { AccessDialog } from "./AccessDialog.tsx"
import { AccountsTable } from "./AccountsTable.tsx"
import { accountsQuery } from "./adminQueries.ts"
import { PostCreditsDialog } from "./PostCreditsDialog.tsx"
import type { Asked } from "./PostCreditsDialog.tsx"

interface SearchProps {
  readonly email: string
  readonly onSearch: (email: string) => void
}

const Search = ({ email, onSearch }: SearchProps) => {
  const [typed, type] = useState(email)
  return (
    <form
      className="admin-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      <Input
        label="Email"
        hint="The whole address, in any case."
        type="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit">Find</Button>
      {email !== "" && (
        <Button variant="quiet" onClick={() => onSearch("")}>
          Show all
        </Button>
      )}
    </form>
  )
}

/** What was done last, as the service has confirmed it. */
const useDone = () => {
  const [done, say] = useState<string>()
  return {
    done,
    posted: (credits: number, { account: { email } }: Asked) =>
      say(
        credits < 0
          ? `Took ${creditsText(-credits)} off ${email}.`
          : `Gave ${email} ${creditsText(credits)}.`
      ),
    changed: ({ email }: AdminAccount, access: "suspend" | "resume") =>
      say(access === "suspend" ? `${email} is suspended.` : `${email} may work again.`)
  }
}

interface AccountsProps {
  readonly email: string
  readonly onAsk: (asked: Asked) => void
  readonly onAccess: (account: AdminAccount) => void
}

const Accounts = ({ email, onAsk, onAccess }: AccountsProps) => {
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
          <p className="muted">
            {email === "" ? "There are no more accounts." : `No account has the address ${email}.`}
          </p>
        ) : (
          <>
            <AccountsTable
              accounts={accounts}
              stale={query.isPlaceholderData}
              onPost={(kind, account) => onAsk({ kind, account })}
              onAccess={onAccess}
            />
            <CursorPagination
              label="Pages of accounts"
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
  const [asked, ask] = useState<Asked>()
  const [changing, change] = useState<AdminAccount>()
  const { done, posted, changed } = useDone()
  return (
    <Card title="Accounts">
      <Search
        key={email}
        email={email}
        onSearch={(wanted) => setSearch(wanted === "" ? {} : { email: wanted })}
      />
      {done !== undefined && (
        <Notice kind="success" live>
          <span className="breaks">{done}</span>
        </Notice>
      )}
      <Accounts email={email} onAsk={ask} onAccess={change} />
      <PostCreditsDialog
        asked={asked}
        onClose={() => ask(undefined)}
        onPosted={({ credits }, of) => {
          ask(undefined)
          posted(credits, of)
        }}
      />
      <AccessDialog
        account={changing}
        onClose={() => change(undefined)}
        onChanged={(account, access) => {
          change(undefined)
          changed(account, access)
        }}
      />
    </Card>
  )
}
