/**
 * The filters of the ledger and its requests. The service refuses an invalid filter instead of ignoring it, because the
 * sums would then be those of other entries.
 */
import type { LedgerLine, LedgerLines, LedgerPage, LedgerReceipt } from "@rcpt/api/Ledger"
import type { LedgerStatements } from "@rcpt/api/LedgerStatement"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { useSearchParams } from "wouter"

import { read } from "../api/request.ts"
import { useListState } from "../parts/useListState.ts"
import type { ListState } from "../parts/useListState.ts"

const names = ["type", "job", "month"] as const

/** The views: a line for each check and job, every entry, or a line for each month. */
const views = ["lines", "entries", "statements"] as const
export type LedgerView = (typeof views)[number]

type LedgerFilter = LedgerState["filter"]

interface LedgerRequest extends LedgerFilter {
  /** `next` of the previous page. */
  readonly cursor?: string
}

/** The view in the URL. A filter by type shows entries, because only they have a type. */
const viewOf = (params: URLSearchParams): LedgerView =>
  params.has("type") ? "entries" : (views.find((view) => view === params.get("view")) ?? "lines")

export interface LedgerState extends ListState<(typeof names)[number]> {
  readonly view: LedgerView
  readonly show: (view: LedgerView) => void
}

const inUrl = (view: LedgerView) => (view === "lines" ? {} : { view })

export const useLedgerState = (): LedgerState => {
  const [params, setParams] = useSearchParams()
  const view = viewOf(params)
  const list = useListState(names, inUrl(view))
  const { type: _, ...untyped } = list.filter
  const show = (chosen: LedgerView) =>
    setParams({ ...inUrl(chosen), ...(chosen === "entries" ? list.filter : untyped) })
  return { ...list, view, show }
}

/** Fetches a page of entries. While another page loads, the previous one stays. */
export const ledgerQuery = (query: LedgerRequest) =>
  queryOptions({
    queryKey: ["ledger", query],
    queryFn: read<LedgerPage>("/ledger", { ...query }),
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
    queryFn: read<LedgerLines>("/ledger/lines", { ...query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.lines.some(isOfRunningJob) === true ? runningInterval : false
  })

export const statementsQuery = (before: string | undefined) =>
  queryOptions({
    queryKey: ["ledger", "statements", before],
    queryFn: read<LedgerStatements>("/ledger/statements", { before }),
    placeholderData: keepPreviousData
  })

export const receiptQuery = (entry: string) =>
  queryOptions({
    queryKey: ["ledger", "receipt", entry],
    queryFn: read<LedgerReceipt>(`/ledger/${encodeURIComponent(entry)}`)
  })
