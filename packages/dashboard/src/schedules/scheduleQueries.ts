/** Requests for the account's schedules. */
import type { Message } from "@rcpt/api/Message"
import type {
  Schedule,
  ScheduleChange,
  ScheduleRequest,
  ScheduleRun,
  ScheduleRuns,
  Schedules,
  ScheduleTry,
  ScheduleTryRequest,
  TakenBack
} from "@rcpt/api/Schedule"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"

import { queryClient } from "../api/queryClient.ts"
import { read, request } from "../api/request.ts"

/** Milliseconds: a run of a short list takes some seconds. */
const refetchInterval = 5_000

const queryKey = ["schedules"]

export const schedulesQuery = queryOptions({
  queryKey,
  queryFn: read<Schedules>("/schedules"),
  refetchInterval
})

export const pathOf = (id: string): string => `/schedules/${encodeURIComponent(id)}`

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKey, id],
    queryFn: read<Schedule>(pathOf(id)),
    refetchInterval
  })

export const runsQuery = (id: string, cursor?: string) =>
  queryOptions({
    queryKey: [...queryKey, id, "runs", cursor],
    queryFn: read<ScheduleRuns>(`${pathOf(id)}/runs`, { cursor }),
    refetchInterval,
    placeholderData: keepPreviousData
  })

export const refreshSchedules = (): Promise<void> => queryClient.invalidateQueries({ queryKey })

export const trySchedule = (body: ScheduleTryRequest): Promise<ScheduleTry> =>
  request("/schedules/try", { method: "POST", body })

export const makeSchedule = (body: ScheduleRequest): Promise<Schedule> =>
  request("/schedules", { method: "POST", body })

export const changeSchedule = (id: string, body: ScheduleChange): Promise<Schedule> =>
  request(pathOf(id), { method: "PATCH", body })

export const runSchedule = (id: string): Promise<ScheduleRun> =>
  request(`${pathOf(id)}/run`, { method: "POST" })

/** Takes back all changes of a run, some of them with each request. */
export const takeBackRun = async (id: string, run: string, cursor?: string): Promise<void> => {
  const { next } = await request<TakenBack>(`${pathOf(id)}/runs/${run}/take-back`, {
    method: "POST",
    query: { cursor }
  })
  if (next !== null) await takeBackRun(id, run, next)
}

export const removeSchedule = (id: string): Promise<Message> =>
  request(pathOf(id), { method: "DELETE" })
