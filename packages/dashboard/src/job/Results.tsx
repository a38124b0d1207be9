/** The rows of a finished job: downloads, filters, and one page of rows. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"

import { Button } from "../parts/Button.tsx"
import { Section } from "../parts/Card.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Pagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { Downloads } from "./Downloads.tsx"
import { Filters } from "./Filters.tsx"
import { facetsQuery, resultsQuery } from "./jobQueries.ts"
import { ResultRows } from "./ResultRows.tsx"
import { isFiltered, useResultsView } from "./resultsView.ts"
import { orderText } from "./sortOrders.ts"

/** The service sorts no larger jobs. */
const sortedRowsMax = 100_000

const whole = new Intl.NumberFormat("en")

export const Results = ({ job }: { readonly job: BulkJob }) => {
  const [view, show] = useResultsView()
  const facets = useQuery(facetsQuery(job))
  const results = useQuery(resultsQuery(job.id, view))
  const clear = () => show({ status: undefined, subStatus: undefined, search: "" })
  return (
    <Section title="Rows">
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
              {whole.format(page.total_rows)} {page.total_rows === 1 ? "row" : "rows"}
              {isFiltered(view) && ` of ${whole.format(job.processed_rows)}`}
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
                order={orderText(view.sort)}
                stale={results.isPlaceholderData}
              />
            )}
            <Pagination
              label="Pages of rows"
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
      title="No rows on this page"
      action={<Button onClick={onFirst}>Go to first page</Button>}
    >
      There are fewer rows.
    </EmptyState>
  ) : (
    <EmptyState
      picture="list"
      title="No matching rows"
      action={<Button onClick={onClear}>Show all rows</Button>}
    >
      Search matches any part of an address, in upper or lower case.
    </EmptyState>
  )
