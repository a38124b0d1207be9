/** Queries for the account's overview and for notices about problems of the service. */
import type { Notices } from "@rcpt/api/Notices"
import type { Overview } from "@rcpt/api/Overview"
import { queryOptions } from "@tanstack/react-query"

import { read } from "./request.ts"

/** Milliseconds: while a job runs, and otherwise, because other tabs spend credits. */
const liveInterval = 2_000
const quietInterval = 15_000

/** Milliseconds: the service does not check itself more often. */
const noticesInterval = 60_000
/** Milliseconds: until the first check after the service's start is done. */
const examiningInterval = 3_000

const hasRunningJob = ({ jobs }: Overview): boolean =>
  jobs.some(({ status }) => status === "pending" || status === "processing")

export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: read<Overview>("/overview"),
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && hasRunningJob(data) ? liveInterval : quietInterval
})

export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: read<Notices>("/notices"),
  refetchInterval: ({ state: { data } }) =>
    data?.examined_at === null ? examiningInterval : noticesInterval
})
