/** What surrounds all pages: the kept answers, the route table, and what to show when code fails. */
import { QueryClientProvider } from "@tanstack/react-query"
import { Suspense } from "react"
import { Route, Switch } from "wouter"

import { queryClient } from "../api/queryClient.ts"
import { ConnectionBanner } from "./ConnectionBanner.tsx"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { NotFoundPage } from "./NotFoundPage.tsx"
import { pages, strangerPages } from "./pages.tsx"
import { PageSkeleton } from "./PageSkeleton.tsx"
import { Shell } from "./Shell.tsx"
import { StrangerShell } from "./StrangerShell.tsx"

const SignedIn = () => (
  <Shell>
    <ErrorBoundary>
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          {pages.map(({ path, page }) => (
            <Route key={path} path={path} component={page} />
          ))}
          <Route component={NotFoundPage} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  </Shell>
)

export const App = () => (
  <QueryClientProvider client={queryClient}>
    <ConnectionBanner />
    <Switch>
      {strangerPages.map(({ path, page: Stranger }) => (
        <Route key={path} path={path}>
          <StrangerShell>
            <ErrorBoundary>
              <Suspense fallback={<PageSkeleton />}>
                <Stranger />
              </Suspense>
            </ErrorBoundary>
          </StrangerShell>
        </Route>
      ))}
      <Route component={SignedIn} />
    </Switch>
  </QueryClientProvider>
)
