/** The root of all pages: the cache of responses, the routes, and the error boundary. */
import { QueryClientProvider } from "@tanstack/react-query"
import { Suspense } from "react"
import { Route, Switch } from "wouter"

import { queryClient } from "../api/queryClient.ts"
import { ConnectionBanner } from "./ConnectionBanner.tsx"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { NotFoundPage } from "./NotFoundPage.tsx"
import { pages, signedOutPages } from "./pages.tsx"
import { PageSkeleton } from "./PageSkeleton.tsx"
import { Shell } from "./Shell.tsx"
import { SignedOutShell } from "./SignedOutShell.tsx"

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
      {signedOutPages.map(({ path, page: SignedOutPage }) => (
        <Route key={path} path={path}>
          <SignedOutShell>
            <ErrorBoundary>
              <Suspense fallback={<PageSkeleton />}>
                <SignedOutPage />
              </Suspense>
            </ErrorBoundary>
          </SignedOutShell>
        </Route>
      ))}
      <Route component={SignedIn} />
    </Switch>
  </QueryClientProvider>
)
