/** The checks of the last twelve months. */
import type { Usage, UsageBreakdown } from "@rcpt/api/Account"
import { queryOptions } from "@tanstack/react-query"

import { request } from "../api/request.ts"

export const months = 12

/** Fetches the months, newest first, including those without checks. */
export const usageQuery = queryOptions({
  queryKey: ["usage"],
  queryFn: ({ signal }) => request<ReadonlyArray<Usage>>("/usage", { query: { months }, signal })
})

const breakdownDays = 30

export const breakdownQuery = queryOptions({
  queryKey: ["usage", "breakdown"],
  queryFn: ({ signal }) =>
    request<UsageBreakdown>("/usage/breakdown", { query: { days: breakdownDays }, signal })
})
