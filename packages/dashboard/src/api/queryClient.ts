/**
 * The cache of responses. A known response is shown at once and refetched when the window gets the focus,
 * so that two tabs agree. A 401 of any request leads to the sign-in page, and from there back.
 */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import type { QueryKey } from "@tanstack/react-query"

import { ApiError } from "./ApiError.ts"
import { connection } from "./connection.ts"
import { leaveToSignIn } from "./leaveToSignIn.ts"

/** Milliseconds for which a response counts as fresh, so that parts that share it fetch it once. */
const freshFor = 5_000

/** Retries after a failure of the network or the server. A 4xx would be the same again. */
const retriesMax = 2

/** `mayBeSignedOut` marks a request that expects a 401, which is then not the end of a session. */
declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: { readonly mayBeSignedOut?: boolean }
    mutationMeta: { readonly mayBeSignedOut?: boolean }
  }
}

const leaveIfEnded = (error: unknown, meta: { mayBeSignedOut?: boolean } | undefined): void => {
  if (error instanceof ApiError && error.status === 401 && !meta?.mayBeSignedOut) leaveToSignIn()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, { meta }) => leaveIfEnded(error, meta) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => leaveIfEnded(error, meta)
  }),
  defaultOptions: {
    queries: {
      // A service on this machine responds even when the browser is offline.
      networkMode: "always",
      staleTime: freshFor,
      refetchOnWindowFocus: "always",
      retry: (count, error) =>
        count < retriesMax &&
        !(error instanceof ApiError && error.status >= 400 && error.status < 500)
    },
    // A request that changes something or costs credits is never retried automatically.
    mutations: { networkMode: "always", retry: false }
  }
})

connection.subscribe(() => {
  if (!connection.isLost()) void queryClient.invalidateQueries()
})

/** Fetches again what a query, or all with its prefix, have fetched. */
export const refetch = ({ queryKey }: { readonly queryKey: QueryKey }): Promise<void> =>
  queryClient.invalidateQueries({ queryKey })
