/** The signed-in account: its email, its credits, and whether it administers the service. */
import type { Account } from "@rcpt/api/Account"
import { isRolePermitted } from "@rcpt/domain/rolePermissions"
import type { Permission } from "@rcpt/domain/rolePermissions"
import { queryOptions, useQuery } from "@tanstack/react-query"

import { queryClient } from "./queryClient.ts"
import { read } from "./request.ts"

/**
 * Whether the role of the signed-in person permits something, so that pages do not offer what would be
 * refused. Until the role is known, everything is offered: most people may do it, and the service decides.
 */
export const useMay = (permission: Permission): boolean => {
  const role = useAccount().data?.role
  return role === undefined || isRolePermitted(role, permission)
}

/** Milliseconds between two requests, because jobs and other tabs spend credits too. */
const creditsInterval = 15_000

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: read<Account>("/account"),
  refetchInterval: creditsInterval
})

export const useAccount = () => useQuery(accountQuery)

/** Fetches the balance again. It is called after anything that holds, charges or refunds credits. */
export const refreshCredits = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
