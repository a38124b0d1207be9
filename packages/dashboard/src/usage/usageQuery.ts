/** The checks of the last twelve months. */
import type { Usage, UsageBreakdown } from "@rcpt/api/Account"
import { queryOptions } from "@tanstack/react-query"

import { read } from "../api/request.ts"

export const months = 12

/** Fetches the months, newest first, including those without checks. */
export const usageQuery = queryOptions({
  queryKey: ["usage"],
  queryFn: read<ReadonlyArray<Usage>>("/usage", { months })
})

const breakdownDays = 30

export const breakdownQuery = queryOptions({
  queryKey: ["usage", "breakdown"],
  queryFn: read<UsageBreakdown>("/usage/breakdown", { days: breakdownDays })
})
