/**
 * Requests for activity. The filters are in the URL, with the names of the API, so that a reload, Back and a
 * shared link show the same.
 */
import type { ActivityDetail, ActivityPage } from "@rcpt/api/Activity"
import { uuid } from "@rcpt/domain/limits"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { useSearchParams } from "wouter"

import { ApiError } from "../api/ApiError.ts"
import { pathWith, request } from "../api/request.ts"

const names = ["what", "status", "http_status", "key", "email", "request_id"] as const

type ActivityFilter = Readonly<Partial<Record<(typeof names)[number], string>>>

const rowsPerPage = 25

/** Milliseconds. */
const refetchInterval = 15_000

export const activityQuery = (filter: ActivityFilter, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["activity", filter, cursor ?? ""],
    queryFn: ({ signal }) =>
      request<ActivityPage>("/activity", {
        query: { limit: rowsPerPage, cursor, ...filter },
        signal
      }),
    placeholderData: keepPreviousData,
    refetchInterval
  })

/**
 * Attempts to fetch a row: it is written a second after its answer, so a link from a new answer may be
 * early.
 */
const attemptsMax = 3
const attemptInterval = 1_000

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export const detailQuery = (id: string) =>
  queryOptions({
    queryKey: ["activity", "row", id],
    queryFn: ({ signal }) =>
      request<ActivityDetail>(`/activity/${encodeURIComponent(id)}`, { signal }),
    retry: (failures, error) => isMissing(error) && failures < attemptsMax,
    retryDelay: attemptInterval
  })

export const activityPath = (id: string): string => `/activity/${encodeURIComponent(id)}`

export const activityOf = (filter: ActivityFilter): string => pathWith("/activity", { ...filter })

/** The filter for a typed search: an address, or else a request id. */
export const searchedFor = (text: string): ActivityFilter => {
  const trimmed = text.trim()
  if (trimmed === "") return { email: "", request_id: "" }
  return uuid.test(trimmed)
    ? { request_id: trimmed, email: "" }
    : { email: trimmed, request_id: "" }
}

export interface ActivityState {
  readonly filter: ActivityFilter
  readonly cursor: string | undefined
  readonly isFiltered: boolean
  /** Goes back to the newest row. An empty string removes a filter. */
  readonly choose: (change: ActivityFilter) => void
  readonly clear: () => void
  readonly move: (cursor: string | undefined) => void
}

export const useActivityState = (): ActivityState => {
  const [params, setParams] = useSearchParams()
  const filter: ActivityFilter = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name)
      return value === null || value === "" ? [] : [[name, value]]
    })
  )
  const show = (change: ActivityFilter, cursor?: string): void =>
    setParams(
      new URLSearchParams(
        Object.entries({ ...filter, ...change, cursor: cursor ?? "" }).filter(
          ([, value]) => value !== ""
        )
      )
    )
  return {
    filter,
    cursor: params.get("cursor") ?? undefined,
    isFiltered: Object.keys(filter).length > 0,
    choose: (change) => show(change),
    clear: () => setParams({}),
    move: (cursor) => show({}, cursor)
  }
}
