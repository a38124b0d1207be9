/** The bulk page: upload a new list, see its price, and all lists so far. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { Link, useSearchParams } from "wouter"

import { request } from "../api/request.ts"
import { isFinished, jobsKey } from "../job/jobQueries.ts"
import { sharesOf } from "../job/resultsView.ts"
import { makerHead, useMakerOf } from "../job/useMakerOf.ts"
import { Button } from "../parts/Button.tsx"
import { Section } from "../parts/Card.tsx"
import { DataTable } from "../parts/DataTable.tsx"
import type { Column } from "../parts/DataTable.tsx"
import { DateTime } from "../parts/DateTime.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { IfPermitted } from "../parts/IfPermitted.tsx"
import { Page } from "../parts/Page.tsx"
import { Pagination } from "../parts/Pagination.tsx"
import { ProportionBar } from "../parts/ProportionBar.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { StatusBadge } from "../parts/StatusBadge.tsx"
import { words } from "../words/bulk.tsx"
import { whole } from "../words/numbers.ts"
import { phrases } from "../words/phrases.tsx"
import { NewList } from "./NewList.tsx"

import "./BulkPage.css"

/** The share is rounded down to a hundredth, so that 100% means all. */
const shareOf = (part: number, all: number): number => Math.floor((part / all) * 100) / 100

const textOf = (job: BulkJob): string => {
  const { processed_rows: done, total_rows: total, valid_count: valid } = job
  if (!isFinished(job)) return words.lists.verifiedShare(shareOf(done, total))
  if (done === 0) return words.lists.noneVerified
  // Cancelled or failed before the last row.
  if (done < total) return words.lists.verified(done)
  return words.lists.validShare(shareOf(valid, done))
}

/** A job's progress or result, small enough for a table cell. */
const JobShares = ({ job }: { readonly job: BulkJob }) => (
  <span className="bulk-shares">
    <ProportionBar bare shares={sharesOf(job)} total={job.total_rows} />
    <span className="small numeric">{textOf(job)}</span>
  </span>
)

const pageSize = 20

/** Milliseconds between two requests: while a job runs, and otherwise, because the API also starts jobs. */
const intervals = { running: 2_000, idle: 30_000 }

/** The service lists the newest jobs up to a limit. One more than needed shows whether there is a next page. */
const jobsQuery = (page: number) =>
  queryOptions({
    queryKey: [...jobsKey, "list", page],
    queryFn: ({ signal }) =>
      request<ReadonlyArray<BulkJob>>("/jobs", { query: { limit: page * pageSize + 1 }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.every(isFinished) ? intervals.idle : intervals.running
  })

const jobColumns: ReadonlyArray<Column<BulkJob>> = [
  {
    key: "name",
    head: words.lists.name,
    cell: ({ id, filename }) => <Link href={`/jobs/${id}`}>{filename}</Link>,
    isName: true
  },
  {
    key: "status",
    head: words.lists.status,
    cell: ({ status }) => <StatusBadge status={status} />
  },
  { key: "rows", head: words.lists.rows, cell: (job) => whole(job.total_rows), align: "end" },
  { key: "result", head: words.lists.result, cell: (job) => <JobShares job={job} /> },
  { key: "mode", head: words.lists.mode, cell: ({ mode }) => phrases.mode[mode] },
  {
    key: "when",
    head: words.lists.started,
    cell: ({ created_at: at }) => <DateTime at={at} show="ago" />
  }
]

const makerColumn = (makerOf: ReturnType<typeof useMakerOf>): Column<BulkJob> => ({
  key: "by",
  head: makerHead,
  cell: (job) => <span className="breaks">{makerOf(job) ?? "–"}</span>
})

const pageIn = (params: URLSearchParams): number => {
  const page = Number(params.get("page") ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

/** The account's jobs with their progress, newest first. */
const JobsList = () => {
  const [params, setParams] = useSearchParams()
  const page = pageIn(params)
  const jobs = useQuery(jobsQuery(page))
  const makerOf = useMakerOf(jobs.data ?? [])
  const move = (page: number): void =>
    setParams(page === 1 ? new URLSearchParams() : { page: String(page) })
  return (
    <Section title={words.lists.title}>
      <QueryState query={jobs} skeleton={<Skeleton shape="row" lines={5} />}>
        {(newest) => {
          const rows = newest.slice((page - 1) * pageSize, page * pageSize)
          if (rows.length === 0) return <NoJobs page={page} onFirst={() => move(1)} />
          return (
            <div className="stack">
              <DataTable
                caption={words.lists.caption}
                columns={[...jobColumns, makerColumn(makerOf)]}
                rows={rows}
                rowKey={({ id }) => id}
                stale={jobs.isPlaceholderData}
              />
              <Pagination
                label={words.lists.pages}
                page={page}
                hasNext={newest.length > page * pageSize}
                onMove={move}
              />
            </div>
          )
        }}
      </QueryState>
    </Section>
  )
}

interface NoJobsProps {
  readonly page: number
  readonly onFirst: () => void
}

const NoJobs = ({ page, onFirst }: NoJobsProps) =>
  page > 1 ? (
    <EmptyState
      title={words.lists.emptyPage.title}
      action={<Button onClick={onFirst}>{phrases.firstPage}</Button>}
    >
      {words.lists.emptyPage.text}
    </EmptyState>
  ) : (
    <EmptyState picture="list" title={words.lists.empty.title}>
      {words.lists.empty.text}
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
