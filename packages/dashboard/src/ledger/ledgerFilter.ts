/**
 * The filters of the ledger. They are in the URL, with the names of the API, so that a reload, Back and a
 * shared link show the same. The service refuses an invalid filter. It is never ignored, because the sums
 * would then be those of other entries.
 */
import type { LedgerEntry, LedgerPage, LedgerReceipt } from "@rcpt/api/Ledger"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { useSearchParams } from "wouter"

import { request } from "../api/request.ts"

export type EntryType = LedgerEntry["type"]

const names = ["type", "job", "month"] as const

export type LedgerFilter = Readonly<Partial<Record<(typeof names)[number], string>>>

export interface LedgerRequest extends LedgerFilter {
  /** `next` of the previous page. */
  readonly cursor?: string
}

const parseParams = (params: URLSearchParams): LedgerRequest =>
  Object.fromEntries(
    [...names, "cursor"].flatMap((name) => {
      const value = params.get(name)
      return value === null || value === "" ? [] : [[name, value]]
    })
  )

const paramsOf = (request: LedgerRequest): URLSearchParams =>
  new URLSearchParams(Object.entries(request).filter(([, value]) => value !== ""))

export interface LedgerState {
  readonly filter: LedgerFilter
  readonly cursor: string | undefined
  readonly isFiltered: boolean
  /** Goes back to the newest entry. An empty string removes a filter. */
  readonly choose: (change: LedgerFilter) => void
  readonly clear: () => void
  readonly move: (cursor: string | undefined) => void
}

export const useLedgerState = (): LedgerState => {
  const [params, setParams] = useSearchParams()
  const { cursor, ...filter } = parseParams(params)
  return {
    filter,
    cursor,
    isFiltered: Object.keys(filter).length > 0,
    choose: (change) => setParams(paramsOf({ ...filter, ...change })),
    clear: () => setParams({}),
    move: (cursor) => setParams(paramsOf({ ...filter, ...(cursor && { cursor }) }))
  }
}

/** While another page loads, the previous one stays. */
export const ledgerQuery = (query: LedgerRequest) =>
  queryOptions({
    queryKey: ["ledger", query],
    queryFn: ({ signal }) => request<LedgerPage>("/ledger", { query: { ...query }, signal }),
    placeholderData: keepPreviousData
  })

export const receiptQuery = (entry: string) =>
  queryOptions({
    queryKey: ["ledger", "receipt", entry],
    queryFn: ({ signal }) =>
      request<LedgerReceipt>(`/ledger/${encodeURIComponent(entry)}`, { signal })
  })
