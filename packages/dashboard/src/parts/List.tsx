/** A list as a declaration: what asks for it, its columns, what is shown while there are no rows, and its pages. */
import type { UseQueryResult } from "@tanstack/react-query"
import type { ComponentProps, ReactNode } from "react"

import { Card } from "./Card.tsx"
import { DataTable } from "./DataTable.tsx"
import type { DataTableProps } from "./DataTable.tsx"
import { CursorPagination } from "./Pagination.tsx"
import { QueryState } from "./QueryState.tsx"
import { Skeleton } from "./Skeleton.tsx"
import type { ListState } from "./useListState.ts"

type ListProps<Data, Row> = Omit<DataTableProps<Row>, "rows" | "stale" | "empty" | "caption"> & {
  readonly query: UseQueryResult<Data>
  readonly rows: (data: Data) => ReadonlyArray<Row>
  /** By default the title of the card. */
  readonly caption?: string
  /** The card around the table. */
  readonly card?: Omit<ComponentProps<typeof Card>, "children">
  /** What is shown in place of the table if there are no rows. */
  readonly empty: ReactNode
  /** The pages of a long list. */
  readonly pages?: {
    /** Names their buttons. */
    readonly label: string
    readonly state: Pick<ListState, "cursor" | "move">
  }
  /** Rows of the skeleton. */
  readonly lines?: number
  /** Arranges what stands around the table. */
  readonly children?: (table: ReactNode, data: Data) => ReactNode
}

export const List = <Data, Row>({
  query,
  rows,
  card,
  caption = card?.title ?? "",
  empty,
  pages,
  lines,
  children = (table) => table,
  ...table
}: ListProps<Data, Row>) => (
  <QueryState
    query={query}
    skeleton={
      lines ? <Skeleton shape="row" lines={lines} /> : <Skeleton shape="block" height="15rem" />
    }
  >
    {(data) => {
      const found = rows(data)
      const shown = { ...table, caption, rows: found, stale: query.isPlaceholderData }
      const inTable = <DataTable {...(shown as unknown as DataTableProps<Row>)} />
      const { next } = data as { readonly next?: string | null }
      return (
        <>
          {found.length > 0
            ? children(card ? <Card {...card}>{inTable}</Card> : inTable, data)
            : empty}
          {pages && (
            <CursorPagination
              label={pages.label}
              cursor={pages.state.cursor}
              next={next ?? undefined}
              onMove={pages.state.move}
            />
          )}
        </>
      )
    }}
  </QueryState>
)
