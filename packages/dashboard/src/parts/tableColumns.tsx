/** Columns that several tables have. */
import type { ReactNode } from "react"

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

export const lastUsedColumn: Column<{ readonly last_used_at: string | null }> = {
  key: "used",
  head: said.lastUsed,
  cell: ({ last_used_at }) =>
    last_used_at === null ? (
      <span className="muted">{said.never}</span>
    ) : (
      <DateTime at={last_used_at} show="ago" />
    )
}

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
