/** The months that have entries, each with its balances and its statement for the books. */
import type { LedgerStatements } from "@rcpt/api/LedgerStatement"
import { useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { apiUrl, pathWith } from "../api/request.ts"
import { ButtonLink } from "../parts/Button.tsx"
import { Credits } from "../parts/Credits.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { PagedList } from "../parts/PagedList.tsx"
import { actionsColumn } from "../parts/tableColumns.tsx"
import type { ListState } from "../parts/useListState.ts"
import { words } from "../words/ledger.tsx"
import { statementsQuery } from "./ledgerFilter.ts"
import { monthTitle } from "./months.ts"

const { month: ofMonth, statements: said } = words

type Month = LedgerStatements["statements"][number]

const amount = (
  key: string,
  head: string,
  of: (totals: Month["totals"]) => number
): Column<Month> => ({
  key,
  head,
  align: "end",
  cell: ({ totals }) => <Credits amount={of(totals)} />
})

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

const columns: ReadonlyArray<Column<Month>> = [
  {
    key: "month",
    head: said.month,
    isName: true,
    cell: ({ month, is_over }) => (
      <>
        <Link href={pathWith("/ledger", { month })}>{monthTitle(month)}</Link>
        {!is_over && <span className="ledger-so-far"> {said.soFar}</span>}
      </>
    )
  },
  amount("before", ofMonth.opening, ({ balance_before }) => balance_before),
  amount("granted", ofMonth.granted, ({ granted, adjusted }) => granted + adjusted),
  amount("charged", said.charged, ({ charged }) => charged),
  amount("after", ofMonth.closing, ({ balance_after }) => balance_after),
  actionsColumn(({ month }) => <StatementFiles month={month} />)
]

interface StatementsProps {
  readonly state: Pick<ListState, "cursor" | "move">
}

export const Statements = ({ state }: StatementsProps) => {
  const months = useQuery(statementsQuery(state.cursor))
  return (
    <PagedList query={months} lines={6} label={said.pages} state={state}>
      {({ statements }, stale) =>
        statements.length === 0 ? (
          <EmptyState picture="receipt" title={said.none}>
            {said.noneText}
          </EmptyState>
        ) : (
          <>
            <p className="small muted">{said.lead}</p>
            <DataTable
              caption={said.caption}
              columns={columns}
              rows={statements}
              rowKey={({ month }) => month}
              stale={stale}
            />
          </>
        )
      }
    </PagedList>
  )
}
