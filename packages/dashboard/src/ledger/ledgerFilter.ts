/**
 * The filters of the ledger. They are in the URL, with the names of the API, so that a reload, Back and a
 * shared link show the same. The service refuses an invalid filter instead of ignoring it, because the
 * sums would then be those of other entries.
 */
import type { LedgerLine, LedgerLines, LedgerPage, LedgerReceipt } from "@rcpt/api/Ledger"
import type { LedgerStatements } from "@rcpt/api/LedgerStatement"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { useSearchParams } from "wouter"

import { request } from "../api/request.ts"

const names = ["type", "job", "month"] as const

type LedgerFilter = Readonly<Partial<Record<(typeof names)[number], string>>>

/** The views: a line for each check and job, every entry, or a line for each month. */
const views = ["lines", "entries", "statements"] as const
export type LedgerView = (typeof views)[number]

interface LedgerRequest extends LedgerFilter {
  /** `next` of the previous page. */
  readonly cursor?: string
}

const valuesOf = (params: URLSearchParams): LedgerRequest =>
  Object.fromEntries(
    [...names, "cursor"].flatMap((name) => {
      const value = params.get(name)
      return value === null || value === "" ? [] : [[name, value]]
    })
  )

/** The view in the URL. A filter by type shows entries, because only they have a type. */
const viewOf = (params: URLSearchParams): LedgerView =>
  params.has("type") ? "entries" : (views.find((view) => view === params.get("view")) ?? "lines")

const paramsOf = (view: LedgerView, request: LedgerRequest): URLSearchParams =>
  new URLSearchParams([
    ...(view === "lines" ? [] : [["view", view]]),
    ...Object.entries(request).filter(([, value]) => value !== "")
  ])

export interface LedgerState {
  readonly view: LedgerView
  readonly show: (view: LedgerView) => void
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
  const view = viewOf(params)
  const { cursor, ...filter } = valuesOf(params)
  const { type: _, ...untyped } = filter
  return {
    view,
    show: (view) => setParams(paramsOf(view, view === "entries" ? filter : untyped)),
    filter,
    cursor,
    isFiltered: Object.keys(filter).length > 0,
    choose: (change) => setParams(paramsOf(view, { ...filter, ...change })),
    clear: () => setParams(paramsOf(view, {})),
    move: (cursor) => setParams(paramsOf(view, { ...filter, ...(cursor && { cursor }) }))
  }
}

/** Fetches a page of entries. While another page loads, the previous one stays. */
export const ledgerQuery = (query: LedgerRequest) =>
  queryOptions({
    queryKey: ["ledger", query],
    queryFn: ({ signal }) => request<LedgerPage>("/ledger", { query: { ...query }, signal }),
    placeholderData: keepPreviousData
  })

/** Fetches a page of lines. A type is left out, because only entries have one. */
/** Milliseconds: a running job charges its rows as they get their results. */
const runningInterval = 5_000

const isOfRunningJob = ({ entry, hold }: LedgerLine): boolean =>
  entry.for?.job !== undefined && hold !== undefined && hold.open > 0

export const linesQuery = (query: LedgerRequest) =>
  queryOptions({
    queryKey: ["ledger", "lines", query],
    queryFn: ({ signal }) => request<LedgerLines>("/ledger/lines", { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.lines.some(isOfRunningJob) === true ? runningInterval : false
  })

export const statementsQuery = (before: string | undefined) =>
  queryOptions({
    queryKey: ["ledger", "statements", before],
    queryFn: ({ signal }) =>
      request<LedgerStatements>("/ledger/statements", { query: { before }, signal }),
    placeholderData: keepPreviousData
  })

export const receiptQuery = (entry: string) =>
  queryOptions({
    queryKey: ["ledger", "receipt", entry],
    queryFn: ({ signal }) =>
      request<LedgerReceipt>(`/ledger/${encodeURIComponent(entry)}`, { signal })
  })
