/** Columns that several tables have. */
import type { ReactNode } from "react"

import { words as parts } from "../words/parts.ts"
import { Credits } from "./Credits.tsx"
import type { Column } from "./DataTable.tsx"
import { DateTime } from "./DateTime.tsx"

const { columns: words } = parts

export const createdColumn: Column<{ readonly created_at: string }> = {
  key: "created",
  head: words.created,
  cell: ({ created_at }) => <DateTime at={created_at} show="date" />
}

export const lastUsedColumn: Column<{ readonly last_used_at: string | null }> = {
  key: "used",
  head: words.lastUsed,
  cell: ({ last_used_at }) =>
    last_used_at === null ? (
      <span className="muted">{words.never}</span>
    ) : (
      <DateTime at={last_used_at} show="ago" />
    )
}

export const creditsColumn: Column<{ readonly credits: number }> = {
  key: "credits",
  head: words.credits,
  align: "end",
  cell: ({ credits }) => <Credits amount={credits} />
}

export const balanceColumn: Column<{ readonly balance: number }> = {
  key: "balance",
  head: words.balance,
  align: "end",
  cell: ({ balance }) => <Credits amount={balance} />
}

/** Buttons for a row. The heading is only read out. */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  key: "actions",
  head: <span className="visually-hidden">{words.actions}</span>,
  align: "end",
  cell
})
