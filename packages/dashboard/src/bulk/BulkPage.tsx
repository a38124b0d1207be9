/** The bulk page: upload a new list, see its price, and all lists so far. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { nameCharsMax } from "@rcpt/domain/limits"
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { requestPage } from "../api/request.ts"
import { isFinished, jobsKey } from "../job/jobQueries.ts"
import { sharesOf } from "../job/resultsView.ts"
import { makerHead, useMakerOf } from "../job/useMakerOf.ts"
import { Button } from "../parts/Button.tsx"
import { Section } from "../parts/Card.tsx"
import { atEnd, columnsOf, DataTable, named } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Page } from "../parts/Page.tsx"
import { Pagination } from "../parts/Pagination.tsx"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { SearchBox } from "../parts/SearchBox.tsx"
import { Select } from "../parts/Select.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { pageIn, useUrlView } from "../parts/useUrlView.ts"
import type { Show } from "../parts/useUrlView.ts"
import { words } from "../words/bulk.tsx"
import { whole } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"
import { shareText } from "../words/shares.ts"
import { NewList } from "./NewList.tsx"

import "./BulkPage.css"

const { lists: said } = words

// What the page shows of the lists, which is in the URL.

/** The states of the API by what people choose. Empty: any. */
const statesOf = {
  "": undefined,
  running: "pending,processing",
  complete: "complete",
  failed: "failed",
  cancelled: "cancelled"
} as const

type State = keyof typeof statesOf

const states = Object.keys(statesOf) as ReadonlyArray<State>

const orders = ["", "created", "name", "-name", "-rows", "rows"] as const

type Order = (typeof orders)[number]

const stateChoices = states.map((value) => ({ value, label: said.states[value] }))
const orderChoices = orders.map((value) => ({ value, label: said.orders[value] }))

interface ListsView {
  /** Counted from 1. */
  readonly page: number
  readonly status: State
  readonly search: string
  /** Empty: the newest first. */
  readonly sort: Order
}

const isFiltered = ({ status, search }: ListsView): boolean => status !== "" || search !== ""

const useListsView = () =>
  useUrlView<ListsView>({
    read: (params) => ({
      page: pageIn(params),
      status: states.find((state) => state === params.get("status")) ?? "",
      search: (params.get("search") ?? "").slice(0, nameCharsMax),
      sort: orders.find((order) => order === params.get("sort")) ?? ""
    }),
    write: ({ status, search, sort }) => ({ status, search, sort })
  })

const textOf = (job: BulkJob): string => {
  const { processed_rows: done, total_rows: total, valid_count: valid } = job
  if (!isFinished(job)) return said.verifiedShare(shareText(done, total))
  if (done === 0) return said.noneVerified
  // Cancelled or failed before the last row.
  if (done < total) return said.verified(done)
  return said.validShare(shareText(valid, done))
}

/** A job's progress or result, small enough for a table cell. */
const JobShares = ({ job }: { readonly job: BulkJob }) => (
  <span className="bulk-shares">
    <ProportionBar bare shares={sharesOf(job)} total={job.total_rows} />
    <span className="small numeric">{textOf(job)}</span>
  </span>
)

/** Lists on a page: a hundred would be three seconds of scrolling, and are two pages. */
const pageSize = 50

/** Milliseconds between two requests: while a job runs, and otherwise, because the API also starts jobs. */
const intervals = { running: 2_000, idle: 30_000 }

const jobsQuery = ({ page, status, search, sort }: ListsView) =>
  queryOptions({
    queryKey: [...jobsKey, "list", page, status, search, sort],
    queryFn: ({ signal }) =>
      requestPage<BulkJob>("/jobs", {
        query: {
          limit: pageSize,
          offset: (page - 1) * pageSize,
          status: status && statesOf[status],
          search,
          sort
        },
        signal
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.rows.every(isFinished) ? intervals.idle : intervals.running
  })

const columnsWith = (makerOf: ReturnType<typeof useMakerOf>): ReadonlyArray<Column<BulkJob>> =>
  columnsOf(
    said,
    {
      name: named(({ id, filename }) => <Link href={`/jobs/${id}`}>{filename}</Link>),
      status: ({ status }) => <StatusBadge status={status} />,
      rows: atEnd((job) => whole(job.total_rows)),
      result: (job) => <JobShares job={job} />,
      mode: ({ mode }) => phrases.mode[mode],
      started: ({ created_at: at }) => (
        <span className="bulk-when">
          <DateTime at={at} show="ago" />
        </span>
      )
    },
    {
      key: "by",
      head: makerHead,
      cell: (job) => <span className="breaks bulk-maker">{makerOf(job) ?? "–"}</span>
    }
  )

interface FindListsProps {
  readonly view: ListsView
  readonly show: Show<ListsView>
}

const FindLists = ({ view, show }: FindListsProps) => (
  <div className="find find-wide">
    <Select
      label={said.state}
      choices={stateChoices}
      value={view.status}
      onChoose={(status) => show({ status })}
    />
    <Select
      label={said.sortBy}
      choices={orderChoices}
      value={view.sort}
      onChoose={(sort) => show({ sort })}
    />
    <SearchBox label={said.search} charsMax={nameCharsMax} search={view.search} show={show} />
  </div>
)

/** The account's jobs with their progress. */
const JobsList = () => {
  const [view, show] = useListsView()
  const jobs = useQuery(jobsQuery(view))
  const makerOf = useMakerOf(jobs.data?.rows ?? [])
  return (
    <Section title={said.title}>
      <QueryState query={jobs} skeleton={<Skeleton shape="row" lines={5} />}>
        {({ rows, total }) =>
          total === 0 && !isFiltered(view) ? (
            <EmptyState picture="list" title={said.empty.title}>
              {said.empty.text}
            </EmptyState>
          ) : (
            <div className="stack">
              <div className="find-row">
                <p className="small muted numeric" role="status">
                  {isFiltered(view) ? said.matching(total) : said.count(total)}
                </p>
                <FindLists view={view} show={show} />
              </div>
              {rows.length === 0 ? (
                <NoJobs isBeyond={total > 0} show={show} />
              ) : (
                <DataTable
                  caption={said.caption}
                  columns={columnsWith(makerOf)}
                  rows={rows}
                  stale={jobs.isPlaceholderData}
                />
              )}
              <Pagination
                label={said.pages}
                page={view.page}
                totalPages={Math.ceil(total / pageSize)}
                onMove={(page) => show({ page })}
              />
            </div>
          )
        }
      </QueryState>
    </Section>
  )
}

interface NoJobsProps {
  /** Whether there are lists on earlier pages. */
  readonly isBeyond: boolean
  readonly show: Show<ListsView>
}

const NoJobs = ({ isBeyond, show }: NoJobsProps) =>
  isBeyond ? (
    <EmptyState
      title={said.emptyPage.title}
      action={<Button onClick={() => show({ page: 1 })}>{phrases.firstPage}</Button>}
    >
      {said.emptyPage.text}
    </EmptyState>
  ) : (
    <EmptyState
      picture="list"
      title={said.noMatch.title}
      action={<Button onClick={() => show({ status: "", search: "" })}>{said.noMatch.all}</Button>}
    >
      {said.noMatch.text}
    </EmptyState>
  )

export const BulkPage = () => (
  <Page title={words.title} lead={words.lead}>
    <IfPermitted may="spend" otherwise={words.readOnly}>
      <NewList />
    </IfPermitted>
    <JobsList />
  </Page>
)
