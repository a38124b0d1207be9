/** Queries for jobs. Their counters only grow, so a response that arrives out of order is dropped. */
import type { BulkJob, JobFacets, JobResultsPage } from "@rcpt/api/Jobs"
import type { LedgerPage } from "@rcpt/api/Ledger"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"

import { read } from "../api/request.ts"
import type { ResultsView } from "./resultsView.ts"

/** The prefix of all query keys about jobs. */
export const jobsKey = ["jobs"] as const

export const isFinished = ({ status }: Pick<BulkJob, "status">): boolean =>
  status === "complete" || status === "failed" || status === "cancelled"

/** Milliseconds: a running job is also polled, in case its stream is silent. */
const pollInterval = 5_000

/** The state of a job that is further along. */
const laterOf = (one: BulkJob | undefined, other: BulkJob): BulkJob => {
  if (one === undefined || one.id !== other.id) return other
  if (isFinished(one) !== isFinished(other)) return isFinished(one) ? one : other
  return one.processed_rows > other.processed_rows ? one : other
}

export const jobQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, id],
    queryFn: read<BulkJob>(`/jobs/${id}`),
    structuralSharing: (one, other) => laterOf(one as BulkJob | undefined, other as BulkJob),
    refetchInterval: ({ state: { data } }) => (data && !isFinished(data) ? pollInterval : false)
  })

export const facetsQuery = ({ id, status }: Pick<BulkJob, "id" | "status">) =>
  queryOptions({
    // The key contains whether the job has finished, so that the final numbers are fetched.
    queryKey: [...jobsKey, id, "facets", isFinished({ status })],
    queryFn: read<JobFacets>(`/jobs/${id}/facets`),
    placeholderData: keepPreviousData,
    ...(isFinished({ status }) ? { staleTime: Infinity } : { refetchInterval: pollInterval })
  })

const pageSize = 50

/** Milliseconds: the first pages of a running job in file order cost the service little. */
const rowsInterval = 2_000

/**
 * Fetches the rows of a job. `partial` is needed while it runs and for cancelled and failed ones, and harmless for
 * others.
 */
export const resultsQuery = (
  { id, status: state }: Pick<BulkJob, "id" | "status">,
  { page, status, subStatus, search, sort }: ResultsView
) =>
  queryOptions({
    // The key contains whether the job has finished, as for facets.
    queryKey: [
      ...jobsKey,
      id,
      "results",
      isFinished({ status: state }),
      page,
      status,
      subStatus,
      search,
      sort
    ],
    queryFn: read<JobResultsPage>(`/jobs/${id}/results`, {
      page,
      page_size: pageSize,
      status,
      sub_status: subStatus,
      search,
      sort,
      details: true,
      partial: true
    }),
    placeholderData: keepPreviousData,
    // The results of a finished job do not change.
    ...(isFinished({ status: state })
      ? { staleTime: Infinity }
      : {
          refetchInterval:
            (status ?? subStatus) === undefined && search === "" && sort === ""
              ? rowsInterval
              : pollInterval
        })
  })

/** Fetches the refunds of a finished job. The rest of its hold is its cost. */
export const refundsQuery = (id: string) =>
  queryOptions({
    queryKey: [...jobsKey, id, "refunds"],
    queryFn: read<LedgerPage>("/ledger", { job: id, type: "refund" }),
    staleTime: Infinity
  })
