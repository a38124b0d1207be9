/** The rows of a job that have a result: downloads, filters, and one page of rows. */
import type { BulkJob, JobFacets } from "@rcpt/api/Jobs"
import { sortedRowsMax } from "@rcpt/domain/limits"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"

import { apiUrl } from "../api/request.ts"
import type { Query } from "../api/request.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { Section } from "../parts/Card.tsx"
import { Checkbox } from "../parts/Checkbox.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Pagination } from "../parts/Pagination.tsx"
import { QueryState } from "../parts/QueryState.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { statusLabel } from "../parts/StatusBadge.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/results.tsx"
import { Filters } from "./Filters.tsx"
import { facetsQuery, isFinished, resultsQuery } from "./jobQueries.ts"
import { ResultRows } from "./ResultRows.tsx"
import type { Recommendation, ResultsView } from "./resultsView.ts"
import { isFiltered, subStatusLabel, useResultsView } from "./resultsView.ts"

interface Preset {
  readonly label: string
  readonly recommendation?: Recommendation
  readonly query: Query
  readonly sentence: string
}

const preset = (recommendation: Recommendation, label: string, sentence: string): Preset => ({
  label,
  recommendation,
  query: { recommendation },
  sentence
})

const presetsOf = ({ mode }: BulkJob): ReadonlyArray<Preset> => [
  preset("send", words.downloads.send.label[mode], words.downloads.send[mode]),
  ...(["send_with_care", "do_not_send", "ask_again"] as const).map((one) =>
    preset(one, words.downloads[one].label, words.downloads[one].text)
  ),
  { label: words.downloads.all.label, query: {}, sentence: words.downloads.all.text }
]

/** The download of the filtered rows. There is none for a search. */
const filtered = ({ status, subStatus, search }: ResultsView): ReadonlyArray<Preset> => {
  if (search !== "" || (subStatus === undefined && status === undefined)) return []
  const labels = [status && statusLabel(status), subStatus && subStatusLabel(subStatus)]
  return [
    {
      label: words.downloads.filtered.label(labels.filter((label) => label !== undefined)),
      query: { status, sub_status: subStatus },
      sentence: words.downloads.filtered.text
    }
  ]
}

/** The number of rows of a download, or `undefined` if it is not known: the facets leave out what they do not know. */
const rowsOf = ({ recommendation }: Preset, facets: JobFacets | undefined): number | undefined =>
  recommendation &&
  facets?.recommendations.find((one) => one.recommendation === recommendation)?.rows

interface DownloadsProps {
  readonly job: BulkJob
  readonly view: ResultsView
  readonly facets: JobFacets | undefined
}

/** The downloads of the list, by recommendation, with all columns of the upload and the results. */
const Downloads = ({ job, view, facets }: DownloadsProps) => {
  const isPartial = job.status !== "complete"
  const [isUnique, setUnique] = useState(false)
  const [isWorkbook, setWorkbook] = useState(false)
  const how = {
    ...(isPartial && { partial: true }),
    ...(isUnique && { unique: true }),
    ...(isWorkbook && { format: "xlsx" })
  }
  return (
    <div className="stack-tight">
      <ul className="job-presets" aria-label={words.downloads.label}>
        {[...presetsOf(job), ...filtered(view)].map((file) => {
          const rows = rowsOf(file, facets)
          return (
            <li key={file.label} className="job-preset">
              <ButtonLink
                download
                small
                icon="download"
                href={apiUrl(`/jobs/${job.id}/download`, { ...file.query, ...how })}
              >
                {file.label}
              </ButtonLink>
              <p className="small">
                {rows !== undefined && !isUnique && (
                  <strong className="numeric">{words.downloads.rows(rows)} </strong>
                )}
                <span className="muted">{file.sentence}</span>
              </p>
            </li>
          )
        })}
      </ul>
      <Checkbox isOn={isUnique} onSwitch={setUnique}>
        {words.downloads.unique}
      </Checkbox>
      <Checkbox isOn={isWorkbook} onSwitch={setWorkbook}>
        {words.downloads.workbook}
      </Checkbox>
      <p className="small muted">
        {words.downloads.note}
        {isPartial && ` ${words.downloads.partial}`}
      </p>
    </div>
  )
}

const { table: said } = words

export const Results = ({ job }: { readonly job: BulkJob }) => {
  const [view, show] = useResultsView()
  const facets = useQuery(facetsQuery(job))
  const results = useQuery(resultsQuery(job, view))
  const clear = () => show({ status: undefined, subStatus: undefined, search: "" })
  return (
    <Section title={said.title} lead={isFinished(job) ? undefined : said.soFar}>
      {/* Numbers of the list as it was before it ended are not those of its files. */}
      <Downloads
        job={job}
        view={view}
        facets={facets.isPlaceholderData ? undefined : facets.data}
      />
      <QueryState query={facets} skeleton={<Skeleton shape="block" height="5rem" />}>
        {(facets) => (
          <Filters
            facets={facets}
            view={view}
            canSort={job.total_rows <= sortedRowsMax}
            show={show}
          />
        )}
      </QueryState>
      <QueryState query={results} skeleton={<Skeleton shape="row" lines={12} />}>
        {(page) => (
          <div className="stack">
            {/* The number of a running list changes all the time; its progress is read out. */}
            <p className="small muted numeric" role={isFinished(job) ? "status" : undefined}>
              {isFiltered(view)
                ? said.filtered(page.total_rows, job.processed_rows)
                : phrases.rows(page.total_rows)}
            </p>
            {page.results.length === 0 ? (
              <NoRows
                isBeyond={page.total_rows > 0}
                onFirst={() => show({ page: 1 })}
                onClear={clear}
              />
            ) : (
              <ResultRows
                // Another page begins with its rows closed.
                key={JSON.stringify(view)}
                rows={page.results}
                order={words.orders[view.sort].caption}
                stale={results.isPlaceholderData}
              />
            )}
            <Pagination
              label={said.pages}
              page={view.page}
              totalPages={page.total_pages}
              onMove={(page) => show({ page })}
            />
          </div>
        )}
      </QueryState>
    </Section>
  )
}

interface NoRowsProps {
  readonly isBeyond: boolean
  readonly onFirst: () => void
  readonly onClear: () => void
}

const NoRows = ({ isBeyond, onFirst, onClear }: NoRowsProps) =>
  isBeyond ? (
    <EmptyState
      title={said.emptyPage.title}
      action={<Button onClick={onFirst}>{phrases.firstPage}</Button>}
    >
      {said.emptyPage.text}
    </EmptyState>
  ) : (
    <EmptyState
      picture="list"
      title={said.noMatch.title}
      action={<Button onClick={onClear}>{said.noMatch.all}</Button>}
    >
      {said.noMatch.text}
    </EmptyState>
  )
