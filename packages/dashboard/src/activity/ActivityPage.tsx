/** What the account checked and asked in the last days. */
import { useQuery } from "@tanstack/react-query"

import { keysQuery } from "../keys/keyQueries.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { CursorPagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { ActivityFilters } from "./ActivityFilters.tsx"
import { activityQuery, useActivityState } from "./activityQueries.ts"
import type { ActivityState } from "./activityQueries.ts"
import { ActivityTable } from "./ActivityTable.tsx"

import "./ActivityPage.css"

interface NoRowsProps {
  readonly state: ActivityState
  /** Older rows were not looked through yet. */
  readonly hasMore: boolean
}

const NoRows = ({ state, hasMore }: NoRowsProps) => {
  if (hasMore)
    return (
      <EmptyState title="Nothing found so far">
        20,000 rows were looked through. The next page goes on with older ones.
      </EmptyState>
    )
  if (state.isFiltered || state.cursor !== undefined)
    return (
      <EmptyState
        title="Nothing matches"
        action={<Button onClick={state.clear}>Show everything</Button>}
      >
        Older checks and requests are not kept. The ledger has all charges.
      </EmptyState>
    )
  return (
    <EmptyState
      title="No activity yet"
      action={<ButtonLink href="/verify">Verify an address</ButtonLink>}
    >
      Each check appears here a second after its answer, with the address, the verdict and the full
      answer; and each request of an API key, with its status.
    </EmptyState>
  )
}

export const ActivityPage = () => {
  const state = useActivityState()
  const page = useQuery(activityQuery(state.filter, state.cursor))
  const { data: keys = [] } = useQuery(keysQuery)
  return (
    <Page
      title="Activity"
      lead="Checks and API requests of the last days, for 30 days unless your service keeps them for another time. Rows of lists are with their list."
    >
      <ActivityFilters state={state} keys={keys} />
      <Loaded query={page} skeleton={<Skeleton shape="row" lines={10} />}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? (
              <NoRows state={state} hasMore={next !== null} />
            ) : (
              <ActivityTable rows={rows} keys={keys} stale={page.isPlaceholderData} />
            )}
            <CursorPagination
              label="Pages of activity"
              cursor={state.cursor}
              next={next ?? undefined}
              onMove={state.move}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
