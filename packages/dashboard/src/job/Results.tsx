/** The rows of a finished job: downloads, filters, and one page of rows. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"

import { Button } from "../parts/Button.tsx"
import { Section } from "../parts/Card.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Pagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { phrases } from "../words/phrases.tsx"
import { words } from "../words/results.tsx"
import { Downloads } from "./Downloads.tsx"
import { Filters } from "./Filters.tsx"
import { facetsQuery, resultsQuery } from "./jobQueries.ts"
import { ResultRows } from "./ResultRows.tsx"
import { isFiltered, useResultsView } from "./resultsView.ts"

/** The service sorts no larger jobs. */
const sortedRowsMax = 100_000

const { table: said } = words

export const Results = ({ job }: { readonly job: BulkJob }) => {
  const [view, show] = useResultsView()
  const facets = useQuery(facetsQuery(job))
  const results = useQuery(resultsQuery(job.id, view))
  const clear = () => show({ status: undefined, subStatus: undefined, search: "" })
  return (
    <Section title={said.title}>
      <Downloads job={job} view={view} facets={facets.data} />
      <Loaded query={facets} skeleton={<Skeleton shape="block" height="5rem" />}>
        {(facets) => (
          <Filters
            facets={facets}
            view={view}
            canSort={job.total_rows <= sortedRowsMax}
            show={show}
          />
        )}
      </Loaded>
      <Loaded query={results} skeleton={<Skeleton shape="row" lines={12} />}>
        {(page) => (
          <div className="stack">
            <p className="small muted numeric" role="status">
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
      </Loaded>
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
