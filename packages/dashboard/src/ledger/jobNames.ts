/**
 * File names of bulk jobs, because the ledger has only their ids. The newest are fetched with one request,
 * an older one by itself. A deleted job has no name any more.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { queryOptions, useQuery } from "@tanstack/react-query"

import { ApiError } from "../api/ApiError.ts"
import { request } from "../api/request.ts"

const newestMax = 100

/** Milliseconds. Names never change, but new jobs are added. */
const newestFreshFor = 30_000

export const newestJobsQuery = queryOptions({
  queryKey: ["jobs", "names"],
  queryFn: ({ signal }) =>
    request<ReadonlyArray<BulkJob>>("/jobs", { query: { limit: newestMax }, signal }),
  staleTime: newestFreshFor
})

const olderJobQuery = (id: string) =>
  queryOptions({
    queryKey: ["jobs", "name", id],
    queryFn: ({ signal }) => request<BulkJob>(`/jobs/${encodeURIComponent(id)}`, { signal }),
    staleTime: Infinity
  })

export type JobName =
  | { readonly state: "loading" | "deleted" }
  | { readonly state: "known"; readonly filename: string }

export const useJobName = (id: string | undefined): JobName => {
  const newest = useQuery({ ...newestJobsQuery, enabled: id !== undefined })
  const newJob = newest.data?.find((job) => job.id === id)
  const older = useQuery({
    ...olderJobQuery(id ?? ""),
    enabled: id !== undefined && !newest.isPending && newJob === undefined
  })
  const job = newJob ?? older.data
  if (job !== undefined) return { state: "known", filename: job.filename }
  const isDeleted = older.error instanceof ApiError && older.error.status === 404
  return { state: isDeleted ? "deleted" : "loading" }
}
