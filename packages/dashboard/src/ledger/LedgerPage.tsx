/** The ledger: every entry with its purpose and the balance after it. */
import type { LedgerPage as LedgerData } from "@rcpt/api/Ledger"
import { useQuery } from "@tanstack/react-query"

import { apiUrl } from "../api/request.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { CursorPagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { ledgerQuery, useLedgerState } from "./ledgerFilter.ts"
import type { LedgerState } from "./ledgerFilter.ts"
import { LedgerFilters } from "./LedgerFilters.tsx"
import { LedgerTable } from "./LedgerTable.tsx"
import { MonthSummary } from "./MonthSummary.tsx"

import "./LedgerPage.css"

const NoEntries = ({ state }: { readonly state: LedgerState }) =>
  state.isFiltered || state.cursor !== undefined ? (
    <EmptyState
      title="No matching entries"
      action={<Button onClick={state.clear}>Show all entries</Button>}
    >
      The ledger has no entries for this type, job and month.
    </EmptyState>
  ) : (
    <EmptyState
      title="No entries yet"
      action={<ButtonLink href="/verify">Verify an address</ButtonLink>}
    >
      The operator of this service grants credits. Each grant, and each check that uses credits,
      appears here with the balance after it.
    </EmptyState>
  )

interface EntriesProps {
  readonly state: LedgerState
  readonly data: LedgerData
  readonly stale: boolean
}

const Entries = ({ state, data: { entries, totals, next }, stale }: EntriesProps) => (
  <>
    {totals && state.filter.month !== undefined && (
      <MonthSummary
        totals={totals}
        isPart={state.filter.type !== undefined || state.filter.job !== undefined}
        stale={stale}
        onMove={(month) => state.choose({ month })}
      />
    )}
    {entries.length === 0 ? (
      <NoEntries state={state} />
    ) : (
      <LedgerTable caption="Ledger entries, newest first" entries={entries} stale={stale} />
    )}
    <CursorPagination
      label="Pages of the ledger"
      cursor={state.cursor}
      next={next ?? undefined}
      onMove={state.move}
    />
  </>
)

export const LedgerPage = () => {
  const state = useLedgerState()
  const { filter, cursor } = state
  const page = useQuery(ledgerQuery({ ...filter, ...(cursor !== undefined && { cursor }) }))
  return (
    <Page
      title="Ledger"
      lead="A check first holds the most it can cost. The price is then charged from that hold, which does not change the balance, and the rest is refunded."
      actions={
        <ButtonLink download icon="download" href={apiUrl("/ledger.csv", { ...filter })}>
          Download CSV
        </ButtonLink>
      }
    >
      <LedgerFilters state={state} />
      <Loaded query={page} skeleton={<Skeleton shape="row" lines={12} />}>
        {(data) => <Entries state={state} data={data} stale={page.isPlaceholderData} />}
      </Loaded>
    </Page>
  )
}
