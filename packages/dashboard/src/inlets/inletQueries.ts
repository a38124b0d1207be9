/** Requests for the account's inlets. */
import type { Inlet, InletChange, InletDetails, InletRequest, Inlets } from "@rcpt/api/Inlet"
import type { Message } from "@rcpt/api/Message"
import { queryOptions } from "@tanstack/react-query"

import { queryClient } from "../api/queryClient.ts"
import { read, request } from "../api/request.ts"

/** Milliseconds: events are worked off within a second or two. */
const refetchInterval = 5_000

const queryKey = ["inlets"]

export const inletsQuery = queryOptions({
  queryKey,
  queryFn: read<Inlets>("/inlets")
})

const pathOf = (id: string): string => `/inlets/${encodeURIComponent(id)}`

export const inletQuery = (id: string) =>
  queryOptions({
    queryKey: [...queryKey, id],
    queryFn: read<InletDetails>(pathOf(id)),
    refetchInterval
  })

export const refreshInlets = (): Promise<void> => queryClient.invalidateQueries({ queryKey })

export const makeInlet = (body: InletRequest): Promise<Inlet> =>
  request("/inlets", { method: "POST", body })

export const changeInlet = (id: string, body: InletChange): Promise<Inlet> =>
  request(pathOf(id), { method: "PATCH", body })

export const replaceUrl = (id: string): Promise<Inlet> =>
  request(`${pathOf(id)}/secret`, { method: "POST" })

export const removeInlet = (id: string): Promise<Message> =>
  request(pathOf(id), { method: "DELETE" })
