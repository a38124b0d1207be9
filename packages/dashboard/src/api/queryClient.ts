/**
 * How answers are kept: shown at once when known, asked again when the window gets the focus, so that
 * two tabs agree. A 401 of any request leads to the sign-in page, and from there back.
 */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"

import { ApiError } from "./ApiError.ts"
import { connection } from "./connection.ts"
import { leaveToSignIn } from "./leaveToSignIn.ts"

/** Milliseconds in which an answer is as good as new: pages that share it ask once. */
const freshFor = 5_000

/** A request that was understood and refused is refused again. */
const retriesMax = 2

/** Mutations and queries for which a 401 is an answer, not the end of a session. */
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
      // A service on this machine answers also where there is no network.
      networkMode: "always",
      staleTime: freshFor,
      refetchOnWindowFocus: "always",
      retry: (count, error) =>
        count < retriesMax &&
        !(error instanceof ApiError && error.status >= 400 && error.status < 500)
    },
    // What costs or changes something is never sent twice by itself.
    mutations: { networkMode: "always", retry: false }
  }
})

connection.subscribe(() => {
  if (!connection.isLost()) void queryClient.invalidateQueries()
})
