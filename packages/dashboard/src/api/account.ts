/** The signed-in account: its email, its credits, and whether it administers the service. */
import type { Account } from "@rcpt/api/Account"
import { queryOptions, useQuery } from "@tanstack/react-query"

import { queryClient } from "./queryClient.ts"
import { request } from "./request.ts"

/** Milliseconds. Jobs and other tabs spend credits too. */
const creditsInterval = 15_000

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => request<Account>("/account", { signal }),
  refetchInterval: creditsInterval
})

export const useAccount = () => useQuery(accountQuery)

/** Call it after anything that holds, charges or refunds credits. */
export const refreshCredits = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
