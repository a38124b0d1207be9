/** Requests for the account's own rules. The filters are in the URL, so that a reload, Back and a link show the same. */
import type { Message } from "@rcpt/api/Message"
import type { ImportedRules, NewRule, Rule, RulesPage } from "@rcpt/api/Rules"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { useSearchParams } from "wouter"

import { queryClient } from "../api/queryClient.ts"
import { apiUrl, request } from "../api/request.ts"

const names = ["action", "match", "search"] as const

type RulesFilter = Readonly<Partial<Record<(typeof names)[number], string>>>

const rowsPerPage = 25

const queryKey = ["rules"]

export const rulesQuery = (filter: RulesFilter, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...queryKey, filter, cursor ?? ""],
    queryFn: ({ signal }) =>
      request<RulesPage>("/rules", { query: { limit: rowsPerPage, cursor, ...filter }, signal }),
    placeholderData: keepPreviousData
  })

export const refreshRules = (): Promise<void> => queryClient.invalidateQueries({ queryKey })

export const addRule = (body: NewRule): Promise<Rule> => request("/rules", { method: "POST", body })

export const removeRule = ({ id }: Rule): Promise<Message> =>
  request(`/rules/${encodeURIComponent(id)}`, { method: "DELETE" })

export const rulesFile = apiUrl("/rules.csv")

export const importRules = async (file: File): Promise<ImportedRules> =>
  request("/rules.csv", { method: "POST", csv: await file.arrayBuffer() })

export interface RulesState {
  readonly filter: RulesFilter
  readonly cursor: string | undefined
  readonly isFiltered: boolean
  /** Goes back to the newest rule. An empty string removes a filter. */
  readonly choose: (change: RulesFilter) => void
  readonly clear: () => void
  readonly move: (cursor: string | undefined) => void
}

export const useRulesState = (): RulesState => {
  const [params, setParams] = useSearchParams()
  const filter: RulesFilter = Object.fromEntries(
    names.flatMap((name) => {
      const value = params.get(name)
      return value === null || value === "" ? [] : [[name, value]]
    })
  )
  const show = (change: RulesFilter, cursor = ""): void =>
    setParams(
      new URLSearchParams(
        Object.entries({ ...filter, ...change, cursor }).filter(([, value]) => value !== "")
      )
    )
  return {
    filter,
    cursor: params.get("cursor") ?? undefined,
    isFiltered: Object.keys(filter).length > 0,
    choose: (change) => show(change),
    clear: () => setParams({}),
    move: (cursor) => show({}, cursor)
  }
}
