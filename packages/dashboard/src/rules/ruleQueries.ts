/** Requests for the account's own rules. */
import type { Message } from "@rcpt/api/Message"
import type { ImportedRules, NewRule, Rule, RulesPage } from "@rcpt/api/Rules"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"

import { queryClient } from "../api/queryClient.ts"
import { apiUrl, read, request } from "../api/request.ts"
import { useListState } from "../parts/useListState.ts"
import type { ListState } from "../parts/useListState.ts"

const names = ["action", "match", "search"] as const

const rowsPerPage = 25

const queryKey = ["rules"]

export const rulesQuery = (filter: RulesState["filter"], cursor: string | undefined) =>
  queryOptions({
    queryKey: [...queryKey, filter, cursor ?? ""],
    queryFn: read<RulesPage>("/rules", { limit: rowsPerPage, cursor, ...filter }),
    placeholderData: keepPreviousData
  })

export const refreshRules = (): Promise<void> => queryClient.invalidateQueries({ queryKey })

export const addRule = (body: NewRule): Promise<Rule> => request("/rules", { method: "POST", body })

export const removeRule = ({ id }: Rule): Promise<Message> =>
  request(`/rules/${encodeURIComponent(id)}`, { method: "DELETE" })

export const rulesFile = apiUrl("/rules.csv")

export const importRules = async (file: File): Promise<ImportedRules> =>
  request("/rules.csv", { method: "POST", csv: await file.arrayBuffer() })

export type RulesState = ListState<(typeof names)[number]>

export const useRulesState = (): RulesState => useListState(names)
