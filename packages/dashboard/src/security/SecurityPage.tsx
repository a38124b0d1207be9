/** What was done with the account, and what was refused. */
import type { SecurityPage as SecurityData } from "@rcpt/api/Security"
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { Link, useSearchParams } from "wouter"

import { request } from "../api/request.ts"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Loaded } from "../parts/Loaded.tsx"
import { Page } from "../parts/Page.tsx"
import { CursorPagination } from "../parts/Pagination.tsx"
import { Skeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/security.tsx"
import { SecurityTable } from "./SecurityTable.tsx"

import "./SecurityPage.css"

const eventsPerPage = 25

/** Milliseconds. */
const refetchInterval = 15_000

const securityQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: ["security", cursor ?? ""],
    queryFn: ({ signal }) =>
      request<SecurityData>("/account/security", {
        query: { limit: eventsPerPage, cursor },
        signal
      }),
    placeholderData: keepPreviousData,
    refetchInterval
  })

export const SecurityPage = () => {
  const [search, setSearch] = useSearchParams()
  const cursor = search.get("cursor") ?? undefined
  const page = useQuery(securityQuery(cursor))
  return (
    <Page title={words.title} lead={words.lead}>
      <p>
        {words.advice(
          (text) => (
            <Link href="/keys">{text}</Link>
          ),
          (text) => (
            <Link href="/settings">{text}</Link>
          )
        )}
      </p>
      <Loaded query={page} skeleton={<Skeleton shape="row" lines={8} />}>
        {({ events, next }) => (
          <>
            {events.length === 0 ? (
              <EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>
            ) : (
              <SecurityTable events={events} stale={page.isPlaceholderData} />
            )}
            <CursorPagination
              label={words.pages}
              cursor={cursor}
              next={next ?? undefined}
              onMove={(to) => setSearch(to === undefined ? {} : { cursor: to })}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
