/** A link to a bulk job, with its file name. A deleted job is shown by its id. */
import type { BulkJob } from "@rcpt/api/Jobs"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { Link } from "wouter"

import { isMissing } from "../api/ApiError.ts"
import { read } from "../api/request.ts"
import { words } from "../words/ledger.tsx"

const newestMax = 100

/** Milliseconds for which names count as fresh. Names never change, but new jobs are added. */
const newestFreshFor = 30_000

/**
 * The newest jobs with their file names, because the ledger has only their ids. An older job is fetched by
 * itself. A deleted job has no name any more.
 */
export const newestJobsQuery = queryOptions({
  queryKey: ["jobs", "names"],
  queryFn: read<ReadonlyArray<BulkJob>>("/jobs", { limit: newestMax }),
  staleTime: newestFreshFor
})

const olderJobQuery = (id: string) =>
  queryOptions({
    queryKey: ["jobs", "name", id],
    queryFn: read<BulkJob>(`/jobs/${encodeURIComponent(id)}`),
    staleTime: Infinity
  })

type JobName =
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
  const isDeleted = isMissing(older.error)
  return { state: isDeleted ? "deleted" : "loading" }
}

/** The start of an id, such as `01a1fcec…`, which tells two jobs apart. The receipt has the full id. */
const shortId = (id: string): string => `${id.slice(0, 8)}…`

export const JobLink = ({ id }: { readonly id: string }) => {
  const name = useJobName(id)
  if (name.state === "known")
    return (
      <Link href={`/jobs/${id}`} className="breaks">
        {name.filename}
      </Link>
    )
  return (
    <span className="muted" title={id}>
      {words.job[name.state](<span className="mono">{shortId(id)}</span>)}
    </span>
  )
}
