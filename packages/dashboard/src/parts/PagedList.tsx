/** A list with its states: loading, failed, and the rows with the way to older ones. */
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"

import { CursorPagination } from "./Pagination.tsx"
import { QueryState } from "./QueryState.tsx"
import { Skeleton } from "./Skeleton.tsx"
import type { ListState } from "./useListState.ts"

interface PagedListProps<Data> {
  readonly query: UseQueryResult<Data>
  /** Rows of the skeleton. */
  readonly lines: number
  /** Names the buttons for pages. */
  readonly label: string
  readonly state: Pick<ListState, "cursor" | "move">
  /** `stale`: the rows are those of the page before, and the new ones are under way. */
  readonly children: (data: Data, stale: boolean) => ReactNode
}

export const PagedList = <Data extends { readonly next?: string | null }>({
  query,
  lines,
  label,
  state: { cursor, move },
  children
}: PagedListProps<Data>) => (
  <QueryState query={query} skeleton={<Skeleton shape="row" lines={lines} />}>
    {(data) => (
      <>
        {children(data, query.isPlaceholderData)}
        <CursorPagination
          label={label}
          cursor={cursor}
          next={data.next ?? undefined}
          onMove={move}
        />
      </>
    )}
  </QueryState>
)
