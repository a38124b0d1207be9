/**
 * What a query has: its answer, its error with a way to ask again, or the shape of what will come. An
 * answer stays while a newer one is on its way, also when that one fails.
 */
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"

import { Button } from "./Button.tsx"
import { ErrorNotice } from "./Notice.tsx"

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  readonly skeleton: ReactNode
  readonly children: (data: Data) => ReactNode
}

export const Loaded = <Data,>({ query, skeleton, children }: LoadedProps<Data>) => {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <ErrorNotice
        error={query.error}
        actions={
          <Button small pending={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {skeleton}
    </div>
  )
}
