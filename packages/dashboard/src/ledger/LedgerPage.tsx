/** The ledger, three ways: by check and job, every entry with the balance after it, and by month for the books. */
import type { BulkJob } from "@rcpt/api/Jobs"
import type { LedgerPage as LedgerData } from "@rcpt/api/Ledger"
import type { MonthTotals } from "@rcpt/api/LedgerStatement"
import { useQuery } from "@tanstack/react-query"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"

import { apiUrl } from "../api/request.ts"
import { AmountList } from "../parts/AmountList.tsx"
import type { AmountRow } from "../parts/AmountList.tsx"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Card } from "../parts/Card.tsx"
import { Credits } from "../parts/Credits.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { ListFilters } from "../parts/ListFilters.tsx"
import { Page } from "../parts/Page.tsx"
import { CursorPagination } from "../parts/Pagination.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import type { Choice } from "../parts/Select.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Tabs } from "../parts/Tabs.tsx"
import type { Tab } from "../parts/Tabs.tsx"
import { locale } from "../words/language.ts"
import { words } from "../words/ledger.tsx"
import { newestJobsQuery, useJobName } from "./JobLink.tsx"
import { ledgerQuery, linesQuery, useLedgerState } from "./ledgerFilter.ts"
import type { LedgerState, LedgerView } from "./ledgerFilter.ts"
import { LedgerTable } from "./LedgerTable.tsx"
import { LinesTable } from "./LinesTable.tsx"
import { currentMonth, monthAfter, monthTitle, recentMonths } from "./months.ts"
import { StatementFiles, Statements } from "./Statements.tsx"

import "./LedgerPage.css"

const { empty, tabs } = words

const types: ReadonlyArray<Choice> = [
  { value: "", label: words.filters.allTypes },
  ...Object.entries(words.types).map(([value, label]) => ({ value, label }))
]

const monthsWith = (chosen: string | undefined): ReadonlyArray<Choice> => [
  { value: "", label: words.filters.allMonths },
  ...recentMonths(chosen).map((value) => ({ value, label: monthTitle(value) }))
]

const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })

/** The choice of a job, named with its date because the same file is often uploaded again. */
const choiceOf = ({ id, filename, created_at }: BulkJob): Choice => ({
  value: id,
  label: `${filename} (${day.format(new Date(created_at))})`
})

const useJobChoices = (chosen: string | undefined): ReadonlyArray<Choice> => {
  const { data: newest = [] } = useQuery(newestJobsQuery)
  const name = useJobName(chosen)
  const isListed = chosen === undefined || newest.some(({ id }) => id === chosen)
  const other =
    name.state === "known"
      ? name.filename
      : name.state === "deleted"
        ? words.filters.deletedJob
        : words.filters.otherJob
  return [
    { value: "", label: words.filters.allJobs },
    ...(isListed ? [] : [{ value: chosen, label: other }]),
    ...newest.map(choiceOf)
  ]
}

/** The filters of the ledger: job and month, and the type of entries. */
const LedgerFilters = ({ state }: { readonly state: LedgerState }) => {
  const { job, month } = state.filter
  return (
    <ListFilters
      label={words.filters.label}
      state={state}
      filters={[
        { name: "job", label: words.filters.job, choices: useJobChoices(job) },
        { name: "month", label: words.filters.month, choices: monthsWith(month) },
        ...(state.view === "entries"
          ? [{ name: "type" as const, label: words.filters.type, choices: types }]
          : [])
      ]}
    />
  )
}

const sumOf = (totals: MonthTotals): ReadonlyArray<AmountRow> => [
  { label: words.month.opening, value: <Credits amount={totals.balance_before} /> },
  { label: words.month.granted, value: <Credits amount={totals.granted} signed /> },
  ...(totals.adjusted === 0
    ? []
    : [{ label: words.month.adjusted, value: <Credits amount={totals.adjusted} signed /> }]),
  { label: words.month.held, value: <Credits amount={-totals.held} signed /> },
  { label: words.month.refunded, value: <Credits amount={totals.refunded} signed /> },
  {
    label: totals.month === currentMonth() ? words.month.now : words.month.closing,
    value: <Credits amount={totals.balance_after} />,
    isTotal: true
  }
]

interface MonthSummaryProps {
  readonly totals: MonthTotals
  /** True if the list below shows only a part of the month. */
  readonly isPart: boolean
  readonly stale: boolean
  readonly onMove: (month: string) => void
}

const MonthButtons = ({
  totals: { month },
  onMove
}: Pick<MonthSummaryProps, "totals" | "onMove">) => (
  <>
    <Button small icon="newer" onClick={() => onMove(monthAfter(month, -1))}>
      {monthTitle(monthAfter(month, -1))}
    </Button>
    {month < currentMonth() && (
      <Button
        small
        icon="older"
        className="button-after"
        onClick={() => onMove(monthAfter(month, 1))}
      >
        {monthTitle(monthAfter(month, 1))}
      </Button>
    )}
  </>
)

/**
 * A month as a sum that can be checked by hand: opening balance, changes, closing balance. The charged
 * credits are shown beside it, because they were deducted when they were held.
 */
const MonthSummary = ({ totals, isPart, stale, onMove }: MonthSummaryProps) => (
  <Card
    title={monthTitle(totals.month)}
    lead={isPart ? words.month.whole : undefined}
    actions={<MonthButtons totals={totals} onMove={onMove} />}
  >
    <div className="ledger-month" aria-busy={stale || undefined}>
      <AmountList rows={sumOf(totals)} />
      <div className="ledger-spent">
        <p className="ledger-spent-amount">
          <Credits amount={totals.charged} />
        </p>
        <p>{words.month.charged}</p>
        <p className="small muted">{words.month.explanation}</p>
        <StatementFiles month={totals.month} />
      </div>
    </div>
  </Card>
)

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

const requestOf = ({ filter, cursor }: LedgerState) => ({
  ...filter,
  ...(cursor !== undefined && { cursor })
})

interface FoundProps<Data, Row> extends ViewProps {
  readonly query: UseQueryResult<Data>
  readonly rows: (data: Data) => ReadonlyArray<Row>
  readonly children: (rows: ReadonlyArray<Row>, stale: boolean) => ReactNode
}

/** The found entries below the sums of their month. */
const Found = <Data extends Pick<LedgerData, "totals" | "next">, Row>({
  state,
  query,
  rows: rowsOf,
  children
}: FoundProps<Data, Row>) => (
  <QueryState query={query} skeleton={<Skeleton shape="row" lines={12} />}>
    {(data) => {
      const { totals, next } = data
      const rows = rowsOf(data)
      return (
        <>
          {totals && state.filter.month !== undefined && (
            <MonthSummary
              totals={totals}
              isPart={state.filter.type !== undefined || state.filter.job !== undefined}
              stale={query.isPlaceholderData}
              onMove={(month) => state.choose({ month })}
            />
          )}
          {rows.length === 0 ? (
            <NoEntries state={state} />
          ) : (
            children(rows, query.isPlaceholderData)
          )}
          <CursorPagination
            label={words.pages}
            cursor={state.cursor}
            next={next ?? undefined}
            onMove={state.move}
          />
        </>
      )
    }}
  </QueryState>
)

interface ViewProps {
  readonly state: LedgerState
}

const ByWork = ({ state }: ViewProps) => (
  <Found state={state} query={useQuery(linesQuery(requestOf(state)))} rows={({ lines }) => lines}>
    {(lines, stale) => <LinesTable lines={lines} stale={stale} />}
  </Found>
)

const ByEntry = ({ state }: ViewProps) => (
  <Found
    state={state}
    query={useQuery(ledgerQuery(requestOf(state)))}
    rows={({ entries }) => entries}
  >
    {(entries, stale) => (
      <LedgerTable caption={words.entries.caption} entries={entries} stale={stale} />
    )}
  </Found>
)

const views = { lines: ByWork, entries: ByEntry, statements: Statements }

const tabsOf = (state: LedgerState): ReadonlyArray<Tab<LedgerView>> =>
  (Object.keys(views) as ReadonlyArray<LedgerView>).map((key) => {
    const View = views[key]
    return {
      key,
      label: tabs[key],
      panel: (
        <div className="ledger-view">
          {key !== "statements" && <LedgerFilters state={state} />}
          <View state={state} />
        </div>
      )
    }
  })

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
