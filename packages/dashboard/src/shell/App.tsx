/** Draws the app. It is loaded by main.tsx once the words of the reader's language are there. */
import { QueryClientProvider } from "@tanstack/react-query"
import { Suspense, useState } from "react"
import type { ReactNode } from "react"
import { createRoot } from "react-dom/client"
import { Route, Switch, useLocation } from "wouter"

import { useConnectionLost } from "../api/connection.ts"
import { useNewerBuild } from "../api/newerBuild.ts"
import { queryClient } from "../api/queryClient.ts"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { reloadKeepingTyped, restoreTyped } from "../parts/keepTyped.ts"
import { PartBoundary } from "../parts/LazyPart.tsx"
import { PageSkeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/shell.tsx"
import { Brand } from "./Brand.tsx"
import { LanguageChoice } from "./LanguageChoice.tsx"
import { NotFoundPage } from "./NotFoundPage.tsx"
import { pages, signedOutPages } from "./pages.tsx"
import { Shell } from "./Shell.tsx"

/** The place of a page. If its code fails, the frame around it stays. */
const PagePlace = ({ children }: { readonly children: ReactNode }) => {
  const [path] = useLocation()
  return (
    <PartBoundary path={path}>
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </PartBoundary>
  )
}

const SignedIn = () => (
  <Shell>
    <PagePlace>
      <Switch>
        {pages.map(({ path, page }) => (
          <Route key={path} path={path} component={page} />
        ))}
        <Route component={NotFoundPage} />
      </Switch>
    </PagePlace>
  </Shell>
)

/** The root of all pages: the cache of responses, and the routes. */
const App = () => (
  <QueryClientProvider client={queryClient}>
    <ConnectionBanner />
    <Switch>
      {signedOutPages.map(({ path, page: SignedOutPage }) => (
        <Route key={path} path={path}>
          <SignedOutShell>
            <PagePlace>
              <SignedOutPage />
            </PagePlace>
          </SignedOutShell>
        </Route>
      ))}
      <Route component={SignedIn} />
    </Switch>
  </QueryClientProvider>
)

/**
 * The banner while the service does not respond, which goes away by itself, and the one of a tab that is older
 * than the service.
 */
const ConnectionBanner = () => {
  const isLost = useConnectionLost()
  const isNewer = useNewerBuild()
  const [isLater, setLater] = useState(false)
  return (
    // The region is always present, because only content added to an existing live region is read out.
    <div className="connection" role="status">
      {isLost ? (
        <p className="connection-text">
          <Icon name="warning" />
          {words.connectionLost}
        </p>
      ) : (
        isNewer &&
        !isLater && (
          <div className="connection-text">
            <Icon name="info" />
            <p>{words.updated.text}</p>
            <Button small onClick={reloadKeepingTyped}>
              {words.updated.reload}
            </Button>
            <Button small variant="quiet" onClick={() => setLater(true)}>
              {words.updated.later}
            </Button>
          </div>
        )
      )}
    </div>
  )
}

/** The frame of the pages for signing in and signing up. */
const SignedOutShell = ({ children }: { readonly children: ReactNode }) => (
  <div className="signed-out">
    <header className="row-between">
      <Brand />
      <div className="row">
        <LanguageChoice />
        <a href="/docs" className="header-link">
          {words.reference}
        </a>
      </div>
    </header>
    <main className="signed-out-main">{children}</main>
  </div>
)

export const renderApp = (root: HTMLElement): void => {
  restoreTyped()
  createRoot(root).render(<App />)
}
