/**
 * Names of bulk jobs: the ledger knows their ids alone. The newest come with one request; an older
 * one is asked for by itself, and one that was removed has no name any more.
 */
import type { BulkJob } from "@rcpt/api/Jobs"
import { queryOptions, useQuery } from "@tanstack/react-query"

import { ApiError } from "../api/ApiError.ts"
import { request } from "../api/request.ts"

/** As many as one looks through in a list. */
const newestMax = 100

/** Milliseconds. A name never changes; new jobs come. */
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
  | { readonly is: "loading" | "removed" }
  | { readonly is: "known"; readonly filename: string }

export const useJobName = (id: string | undefined): JobName => {
  const newest = useQuery({ ...newestJobsQuery, enabled: id !== undefined })
  const found = newest.data?.find((job) => job.id === id)
  const older = useQuery({
    ...olderJobQuery(id ?? ""),
    enabled: id !== undefined && !newest.isPending && found === undefined
  })
  const job = found ?? older.data
  if (job !== undefined) return { is: "known", filename: job.filename }
  const isGone = older.error instanceof ApiError && older.error.status === 404
  return { is: isGone ? "removed" : "loading" }
}
