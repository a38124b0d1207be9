/** The months that have entries, each with its balances and its statement for the books. */
import type { LedgerStatements } from "@rcpt/api/LedgerStatement"
import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { apiUrl, pathWith } from "../api/request.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { Credits } from "../parts/Credits.tsx"
import { atEnd, columnsOf, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { List } from "../parts/List.tsx"
import { actionsColumn } from "../parts/tableColumns.tsx"
import type { ListState } from "../parts/useListState.ts"
import { words } from "../words/ledger.tsx"
import { statementsQuery } from "./ledgerFilter.ts"
import { monthTitle } from "./months.ts"

const { month: ofMonth, statements: said } = words

type Month = LedgerStatements["statements"][number]

const amount = (of: (totals: Month["totals"]) => number) =>
  atEnd(({ totals }: Month) => <Credits amount={of(totals)} />)

export const StatementFiles = ({ month }: { readonly month: string }) => (
  <span className="ledger-files">
    {(["PDF", "CSV"] as const).map((format) => (
      <ButtonLink
        key={format}
        small
        download
        icon="download"
        href={
          format === "PDF"
            ? apiUrl(`/ledger/statements/${month}/pdf`)
            : apiUrl("/ledger.csv", { month })
        }
      >
        {said.file(format, monthTitle(month))}
      </ButtonLink>
    ))}
  </span>
)

const columns: ReadonlyArray<Column<Month>> = columnsOf(
  { ...ofMonth, ...said },
  {
    month: named(({ month, is_over }) => (
      <>
        <Link href={pathWith("/ledger", { month })}>{monthTitle(month)}</Link>
        {!is_over && <span className="ledger-so-far"> {said.soFar}</span>}
      </>
    )),
    opening: amount(({ balance_before }) => balance_before),
    granted: amount(({ granted, adjusted }) => granted + adjusted),
    charged: amount(({ charged }) => charged),
    closing: amount(({ balance_after }) => balance_after)
  },
  actionsColumn(({ month }) => <StatementFiles month={month} />)
)

interface StatementsProps {
  readonly state: Pick<ListState, "cursor" | "move">
}

export const Statements = ({ state }: StatementsProps) => (
  <List
    query={useQuery(statementsQuery(state.cursor))}
    rows={({ statements }) => statements}
    caption={said.caption}
    columns={columns}
    rowKey={({ month }) => month}
    lines={6}
    pages={{ label: said.pages, state }}
    empty={
      <EmptyState picture="receipt" title={said.none}>
        {said.noneText}
      </EmptyState>
    }
  >
    {(table) => (
      <>
        <p className="small muted">{said.lead}</p>
        {table}
      </>
    )}
  </List>
)
