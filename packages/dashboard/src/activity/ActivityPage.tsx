/** What the account checked and asked in the last days. */
import { useQuery } from "@tanstack/react-query"

import { keysQuery } from "../keys/keyQueries.ts"
import { Button, ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { CursorPagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/activity.tsx"
import { ActivityFilters } from "./ActivityFilters.tsx"
import { activityQuery, useActivityState } from "./activityQueries.ts"
import type { ActivityState } from "./activityQueries.ts"
import { ActivityTable } from "./ActivityTable.tsx"

import "./ActivityPage.css"

const { empty } = words

interface NoRowsProps {
  readonly state: ActivityState
  /** Older rows were not looked through yet. */
  readonly hasMore: boolean
}

const NoRows = ({ state, hasMore }: NoRowsProps) => {
  if (hasMore) return <EmptyState title={empty.soFar}>{empty.soFarText}</EmptyState>
  if (state.isFiltered || state.cursor !== undefined)
    return (
      <EmptyState
        title={empty.noMatch}
        action={<Button onClick={state.clear}>{empty.showAll}</Button>}
      >
        {empty.noMatchText}
      </EmptyState>
    )
  return (
    <EmptyState title={empty.none} action={<ButtonLink href="/verify">{empty.verify}</ButtonLink>}>
      {empty.noneText}
    </EmptyState>
  )
}

export const ActivityPage = () => {
  const state = useActivityState()
  const page = useQuery(activityQuery(state.filter, state.cursor))
  const { data: keys = [] } = useQuery(keysQuery)
  return (
    <Page title={words.title} lead={words.lead}>
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
              label={words.pages}
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
