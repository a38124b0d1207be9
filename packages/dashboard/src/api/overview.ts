/** What the account has and has used at a glance, and what does not work as it should. */
import type { Notices } from "@rcpt/api/Notices"
import type { Overview } from "@rcpt/api/Overview"
import { queryOptions } from "@tanstack/react-query"

import { request } from "./request.ts"

/** Milliseconds: often while a job moves, and else as often as other tabs spend credits. */
const liveInterval = 2_000
const quietInterval = 15_000

/** Milliseconds: the service examines itself no more often. */
const noticesInterval = 60_000
/** Milliseconds: it has only just started, and is about to. */
const examiningInterval = 3_000

const isMoving = ({ jobs }: Overview): boolean =>
  jobs.some(({ status }) => status === "pending" || status === "processing")

export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: ({ signal }) => request<Overview>("/overview", { signal }),
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && isMoving(data) ? liveInterval : quietInterval
})

export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: ({ signal }) => request<Notices>("/notices", { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.examined_at === null ? examiningInterval : noticesInterval
})
