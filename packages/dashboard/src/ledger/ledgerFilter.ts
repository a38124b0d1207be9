/**
 * What of the ledger is shown. All of it lives in the URL, in the words of the API, so that a reload,
 * Back and a sent link show the same. What the service does not know it refuses: it is never left
 * out in silence, for then the sums would be those of something else.
 */
import type { LedgerEntry, LedgerPage, LedgerReceipt } from "@rcpt/api/Ledger"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { useSearchParams } from "wouter"

import { request } from "../api/request.ts"

export type EntryType = LedgerEntry["type"]

const names = ["type", "job", "month"] as const

export type Filter = Readonly<Partial<Record<(typeof names)[number], string>>>

export interface Shown extends Filter {
  /** `next` of the page before. */
  readonly cursor?: string
}

const read = (params: URLSearchParams): Shown =>
  Object.fromEntries(
    [...names, "cursor"].flatMap((name) => {
      const value = params.get(name)
      return value === null || value === "" ? [] : [[name, value]]
    })
  )

const written = (shown: Shown): URLSearchParams =>
  new URLSearchParams(Object.entries(shown).filter(([, value]) => value !== ""))

export interface LedgerState {
  readonly filter: Filter
  readonly cursor: string | undefined
  readonly isFiltered: boolean
  /** Begins at the newest entry again. An empty word takes a filter away. */
  readonly choose: (change: Filter) => void
  readonly clear: () => void
  readonly move: (cursor: string | undefined) => void
}

export const useLedgerState = (): LedgerState => {
  const [params, setParams] = useSearchParams()
  const { cursor, ...filter } = read(params)
  return {
    filter,
    cursor,
    isFiltered: Object.keys(filter).length > 0,
    choose: (change) => setParams(written({ ...filter, ...change })),
    clear: () => setParams({}),
    move: (cursor) => setParams(written({ ...filter, ...(cursor && { cursor }) }))
  }
}

/** While another page is on its way, the one before stays. */
export const ledgerQuery = (shown: Shown) =>
  queryOptions({
    queryKey: ["ledger", shown],
    queryFn: ({ signal }) => request<LedgerPage>("/ledger", { query: { ...shown }, signal }),
    placeholderData: keepPreviousData
  })

export const receiptQuery = (entry: string) =>
  queryOptions({
    queryKey: ["ledger", "receipt", entry],
    queryFn: ({ signal }) =>
      request<LedgerReceipt>(`/ledger/${encodeURIComponent(entry)}`, { signal })
  })
