/** The ledger, three ways: by check and job, every entry with the balance after it, and by month for the books. */
import type { LedgerPage as LedgerData, LedgerLines } from "@rcpt/api/Ledger"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"

import { apiUrl } from "../api/request.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { CursorPagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Tabs } from "../parts/Tabs.tsx"
import type { Tab } from "../parts/Tabs.tsx"
import { words } from "../words/ledger.tsx"
import { ledgerQuery, linesQuery, useLedgerState } from "./ledgerFilter.ts"
import type { LedgerState, LedgerView } from "./ledgerFilter.ts"
import { LedgerFilters } from "./LedgerFilters.tsx"
import { LedgerTable } from "./LedgerTable.tsx"
import { LinesTable } from "./LinesTable.tsx"
import { MonthSummary } from "./MonthSummary.tsx"
import { Statements } from "./Statements.tsx"

import "./LedgerPage.css"

const { empty, tabs } = words

const NoEntries = ({ state }: { readonly state: LedgerState }) =>
  state.isFiltered || state.cursor !== undefined ? (
    <EmptyState
      picture="receipt"
      title={empty.noMatch}
      action={<Button onClick={state.clear}>{empty.showAll}</Button>}
    >
      {empty.noMatchText}
    </EmptyState>
  ) : (
    <EmptyState
      picture="receipt"
      title={empty.none}
      action={<ButtonLink href="/verify">{empty.verify}</ButtonLink>}
    >
      {empty.noneText}
    </EmptyState>
  )

type Shown = Pick<LedgerData, "totals" | "next">

interface FoundProps {
  readonly state: LedgerState
  readonly data: Shown
  readonly stale: boolean
  readonly isEmpty: boolean
  readonly children: ReactNode
}

/** What was found, below the sums of its month, with the way to more. */
const Found = ({ state, data: { totals, next }, stale, isEmpty, children }: FoundProps) => (
  <>
    {totals && state.filter.month !== undefined && (
      <MonthSummary
        totals={totals}
        isPart={state.filter.type !== undefined || state.filter.job !== undefined}
        stale={stale}
        onMove={(month) => state.choose({ month })}
      />
    )}
    {isEmpty ? <NoEntries state={state} /> : children}
    <CursorPagination
      label={words.pages}
      cursor={state.cursor}
      next={next ?? undefined}
      onMove={state.move}
    />
  </>
)

const requestOf = ({ filter, cursor }: LedgerState) => ({
  ...filter,
  ...(cursor !== undefined && { cursor })
})

const skeleton = <Skeleton shape="row" lines={12} />

const ByWork = ({ state }: { readonly state: LedgerState }) => {
  const page = useQuery(linesQuery(requestOf(state)))
  return (
    <Loaded query={page} skeleton={skeleton}>
      {(data: LedgerLines) => (
        <Found
          state={state}
          data={data}
          stale={page.isPlaceholderData}
          isEmpty={data.lines.length === 0}
        >
          <LinesTable lines={data.lines} stale={page.isPlaceholderData} />
        </Found>
      )}
    </Loaded>
  )
}

const ByEntry = ({ state }: { readonly state: LedgerState }) => {
  const page = useQuery(ledgerQuery(requestOf(state)))
  return (
    <Loaded query={page} skeleton={skeleton}>
      {(data) => (
        <Found
          state={state}
          data={data}
          stale={page.isPlaceholderData}
          isEmpty={data.entries.length === 0}
        >
          <LedgerTable
            caption={words.entries.caption}
            entries={data.entries}
            stale={page.isPlaceholderData}
          />
        </Found>
      )}
    </Loaded>
  )
}

const tabsOf = (state: LedgerState): ReadonlyArray<Tab<LedgerView>> => [
  {
    key: "lines",
    label: tabs.lines,
    panel: (
      <div className="ledger-view">
        <LedgerFilters state={state} />
        <ByWork state={state} />
      </div>
    )
  },
  {
    key: "entries",
    label: tabs.entries,
    panel: (
      <div className="ledger-view">
        <LedgerFilters state={state} />
        <ByEntry state={state} />
      </div>
    )
  },
  {
    key: "statements",
    label: tabs.statements,
    panel: (
      <div className="ledger-view">
        <Statements cursor={state.cursor} onMove={state.move} />
      </div>
    )
  }
]

export const LedgerPage = () => {
  const state = useLedgerState()
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <ButtonLink download icon="download" href={apiUrl("/ledger.csv", { ...state.filter })}>
          {words.download}
        </ButtonLink>
      }
    >
      <Tabs
        label={tabs.label}
        tabs={tabsOf(state)}
        chosen={state.view}
        onChoose={(view) => state.show(view)}
      />
    </Page>
  )
}
