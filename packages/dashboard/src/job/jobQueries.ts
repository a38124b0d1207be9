/** What is asked of jobs. Counters only grow, so an answer that is overtaken on its way is dropped. */
import type { BulkJob, JobFacets, JobResultsPage } from "@rcpt/api/Jobs"
import type { LedgerPage } from "@rcpt/api/Ledger"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"

import { request } from "../api/request.ts"
import type { ResultsView } from "./resultsView.ts"

/** Of everything about jobs. */
export const jobsKey = ["jobs"] as const

export const isFinished = ({ status }: Pick<BulkJob, "status">): boolean =>
  status === "complete" || status === "failed" || status === "cancelled"

/** Milliseconds without a word from the stream after which a job that runs is asked for. */
const silenceMax = 5_000

/** The one that is further on. */
export const laterOf = (one: BulkJob | undefined, other: BulkJob): BulkJob => {
  if (one === undefined || one.id !== other.id) return other
  if (isFinished(one) !== isFinished(other)) return isFinished(one) ? one : other
  return one.processed_rows > other.processed_rows ? one : other
}

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, id],
    queryFn: ({ signal }) => request<BulkJob>(`/jobs/${id}`, { signal }),
    structuralSharing: (one, other) => laterOf(one as BulkJob | undefined, other as BulkJob),
    refetchInterval: ({ state: { data } }) => (data && !isFinished(data) ? silenceMax : false)
  })

export const facetsQuery = ({ id, status }: Pick<BulkJob, "id" | "status">) =>
  queryOptions({
    // With the status: how the last rows ended is asked for when they have.
    queryKey: [...jobsKey, id, "facets", isFinished({ status })],
    queryFn: ({ signal }) => request<JobFacets>(`/jobs/${id}/facets`, { signal }),
    placeholderData: keepPreviousData,
    ...(isFinished({ status }) ? { staleTime: Infinity } : { refetchInterval: silenceMax })
  })

export const pageSize = 50

/** Of a job that has ended; `partial` is for those that were cut short, and harmless for the others. */
export const resultsQuery = (id: string, { page, status, subStatus, search }: ResultsView) =>
  queryOptions({
    queryKey: [...jobsKey, id, "results", page, status, subStatus, search],
    queryFn: ({ signal }) =>
      request<JobResultsPage>(`/jobs/${id}/results`, {
        query: {
          page,
          page_size: pageSize,
          status,
          sub_status: subStatus,
          search,
          details: true,
          partial: true
        },
        signal
      }),
    placeholderData: keepPreviousData,
    // What has ended stays as it is.
    staleTime: Infinity
  })

/** Of a job that has ended: what came back. The rest of what was held is what it cost. */
export const refundsQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, id, "refunds"],
    queryFn: ({ signal }) =>
      request<LedgerPage>("/ledger", { query: { job: id, type: "refund" }, signal }),
    staleTime: Infinity
  })
