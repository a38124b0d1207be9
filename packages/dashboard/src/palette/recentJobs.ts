/** The lists that the palette finds by name. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { queryOptions } from "@tanstack/react-query"

import { request } from "../api/request.ts"
import { jobsKey } from "../job/jobQueries.ts"

/** The newest. Older ones are found by their id, or on the page of lists. */
const limit = 100

export const recentJobsQuery = queryOptions({
  queryKey: [...jobsKey, "palette"],
  queryFn: ({ signal }) => request<ReadonlyArray<BulkJob>>("/jobs", { query: { limit }, signal })
})
