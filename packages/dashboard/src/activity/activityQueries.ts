/** Requests for activity. */
import type { ActivityDetail, ActivityPage } from "@rcpt/api/Activity"
import { uuid } from "@rcpt/domain/limits"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"

import { isMissing } from "../api/ApiError.ts"
import { pathWith, read } from "../api/request.ts"
import { useListState } from "../parts/useListState.ts"
import type { ListState } from "../parts/useListState.ts"

const names = ["what", "status", "http_status", "key", "email", "request_id"] as const

type ActivityFilter = ActivityState["filter"]

const rowsPerPage = 25

/** Milliseconds. */
const refetchInterval = 15_000

export const activityQuery = (filter: ActivityFilter, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["activity", filter, cursor ?? ""],
    queryFn: read<ActivityPage>("/activity", { limit: rowsPerPage, cursor, ...filter }),
    placeholderData: keepPreviousData,
    refetchInterval
  })

/**
 * Attempts to fetch a row: it is written a second after its answer, so a link from a new answer may be
 * early.
 */
const attemptsMax = 3
const attemptInterval = 1_000

export const detailQuery = (id: string) =>
  queryOptions({
    queryKey: ["activity", "row", id],
    queryFn: read<ActivityDetail>(`/activity/${encodeURIComponent(id)}`),
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

export type ActivityState = ListState<(typeof names)[number]>

export const useActivityState = (): ActivityState => useListState(names)
