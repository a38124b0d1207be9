/** How long a list will take, by how long the account's last lists in the same mode took. */
import type { BulkJob, UploadPrice } from "@rcpt/api/Jobs"
import { useQuery } from "@tanstack/react-query"

import { request } from "../api/request.ts"
import { jobsKey } from "../job/jobQueries.ts"
import { timeLeftText } from "../job/usePace.ts"

/** The pace depends on the domains of a list, so it is taken from several. */
const jobsMax = 20

const secondsOf = ({ started_at: from, completed_at: to }: BulkJob): number =>
  from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / 1_000

/** Rows per second; `undefined`: no list has finished yet. */
const paceOf = (jobs: ReadonlyArray<BulkJob>, mode: UploadPrice["mode"]): number | undefined => {
  const finished = jobs.filter((job) => job.status === "complete" && job.mode === mode)
  const seconds = finished.reduce((sum, job) => sum + secondsOf(job), 0)
  const rows = finished.reduce((sum, job) => sum + job.total_rows, 0)
  return seconds > 0 && rows > 0 ? rows / seconds : undefined
}

/** `undefined`: not known. */
export const useExpectedTime = (price: UploadPrice): string | undefined => {
  const jobs = useQuery({
    queryKey: [...jobsKey, "list", "last", jobsMax],
    queryFn: ({ signal }) =>
      request<ReadonlyArray<BulkJob>>("/jobs", { query: { limit: jobsMax }, signal })
  })
  const pace = jobs.data && paceOf(jobs.data, price.mode)
  return pace === undefined ? undefined : timeLeftText(price.distinct_rows / pace)
}
