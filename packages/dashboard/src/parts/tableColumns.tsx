/** Columns that several tables have. */
import type { ReactNode } from "react"
import { Link } from "wouter"

import { words } from "../words/parts.tsx"
import { Credits } from "./Credits.tsx"
import type { Column } from "./DataTable.tsx"
import { DateTime } from "./DateTime.tsx"

const { columns: said } = words

export const createdColumn: Column<{ readonly created_at: string }> = {
  key: "created",
  head: said.created,
  cell: ({ created_at }) => <DateTime at={created_at} show="date" />
}

interface LastTimeProps {
  readonly at: string | null
  /** The text if there was none. */
  readonly otherwise?: string
}

export const LastTime = ({ at, otherwise = said.never }: LastTimeProps) =>
  at === null ? <span className="muted">{otherwise}</span> : <DateTime at={at} show="ago" />

export const lastUsedColumn: Column<{ readonly last_used_at: string | null }> = {
  key: "used",
  head: said.lastUsed,
  cell: ({ last_used_at }) => <LastTime at={last_used_at} />
}

interface NameLinkProps {
  readonly href: string
  readonly children: ReactNode
}

/** The name of a row, which leads to its page. */
export const NameLink = ({ href, children }: NameLinkProps) => (
  <Link className="breaks" href={href}>
    {children}
  </Link>
)

export const creditsColumn: Column<{ readonly credits: number }> = {
  key: "credits",
  head: said.credits,
  align: "end",
  cell: ({ credits }) => <Credits amount={credits} />
}

export const balanceColumn: Column<{ readonly balance: number }> = {
  key: "balance",
  head: said.balance,
  align: "end",
  cell: ({ balance }) => <Credits amount={balance} />
}

/** The column of a row's buttons. Its heading is only read out. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  key: "actions",
  head: <span className="visually-hidden">{said.actions}</span>,
  align: "end",
  cell
})
