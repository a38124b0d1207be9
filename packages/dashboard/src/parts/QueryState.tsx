/**
 * The state of a query: its data, its error with a way to try again, or a skeleton. Data stays while it
 * is refetched, also if that fails.
 */
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"

import { words } from "../words/parts.tsx"
import { phrases } from "../words/phrases.tsx"
import { ErrorNotice } from "./Notice.tsx"
import { RetryButton } from "./RetryAfter.tsx"

interface QueryStateProps<Data> {
  readonly query: UseQueryResult<Data>
  readonly skeleton: ReactNode
  readonly children: (data: Data) => ReactNode
}

export const QueryState = <Data,>({ query, skeleton, children }: QueryStateProps<Data>) => {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <ErrorNotice
        error={query.error}
        actions={
          <RetryButton
            error={query.error}
            pending={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {phrases.tryAgain}
          </RetryButton>
        }
      />
    )
  }
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {words.loading}
      </span>
      {skeleton}
    </div>
  )
}
