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
import { Loaded } from "../parts/Loaded.tsx"
import { CursorPagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { actionsColumn } from "../parts/tableColumns.tsx"
import { statementsQuery } from "./ledgerFilter.ts"
import { monthTitle } from "./months.ts"

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
        {format}
        <span className="visually-hidden"> of {monthTitle(month)}</span>
      </ButtonLink>
    ))}
  </span>
)

const columns: ReadonlyArray<Column<Month>> = [
  {
    key: "month",
    head: "Month (UTC)",
    isName: true,
    cell: ({ month, is_over }) => (
      <>
        <Link href={pathWith("/ledger", { month })}>{monthTitle(month)}</Link>
        {!is_over && <span className="ledger-so-far"> so far</span>}
      </>
    )
  },
  amount("before", "Opening balance", ({ balance_before }) => balance_before),
  amount("granted", "Granted", ({ granted, adjusted }) => granted + adjusted),
  amount("charged", "Charged", ({ charged }) => charged),
  amount("after", "Closing balance", ({ balance_after }) => balance_after),
  actionsColumn(({ month }) => <StatementFiles month={month} />)
]

interface StatementsProps {
  readonly cursor: string | undefined
  readonly onMove: (cursor: string | undefined) => void
}

export const Statements = ({ cursor, onMove }: StatementsProps) => {
  const months = useQuery(statementsQuery(cursor))
  return (
    <Loaded query={months} skeleton={<Skeleton shape="row" lines={6} />}>
      {({ statements, next }) =>
        statements.length === 0 ? (
          <EmptyState picture="receipt" title="No month has entries yet">
            A month has a statement from its first entry on. It does not change once the month is
            over.
          </EmptyState>
        ) : (
          <>
            <p className="small muted">
              A statement has the balances, a line for each job, grant and day, the digest of all
              entries, and the signed checkpoint that covers them. Credits still on hold are not in
              the closing balance.
            </p>
            <DataTable
              caption="Statements, newest month first"
              columns={columns}
              rows={statements}
              rowKey={({ month }) => month}
              stale={months.isPlaceholderData}
            />
            <CursorPagination
              label="Pages of statements"
              cursor={cursor}
              next={next ?? undefined}
              onMove={onMove}
            />
          </>
        )
      }
    </Loaded>
  )
}
