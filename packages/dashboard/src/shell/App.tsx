/** Draws the app. It is loaded by main.tsx once the words of the reader's language are there. */
import { QueryClientProvider } from "@tanstack/react-query"
import { Component, Suspense } from "react"
import type { ReactNode } from "react"
import { createRoot } from "react-dom/client"
import { Route, Switch } from "wouter"

import { useConnectionLost } from "../api/connection.ts"
import { queryClient } from "../api/queryClient.ts"
import { Button } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Page } from "../parts/Page.tsx"
import { PageSkeleton } from "../parts/Skeleton.tsx"
import { words } from "../words/shell.tsx"
import { Brand } from "./Brand.tsx"
import { LanguageChoice } from "./LanguageChoice.tsx"
import { NotFoundPage } from "./NotFoundPage.tsx"
import { pages, signedOutPages } from "./pages.tsx"
import { Shell } from "./Shell.tsx"

interface Props {
  readonly children: ReactNode
}

interface State {
  readonly failed: boolean
}

const reload = (): void => window.location.reload()

/**
 * The place of a page whose code failed; the rest stays. After an update of the service, files that the
 * page had not loaded yet no longer exist. Reloading fixes that.
 */
class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <Page title={words.stopped.title}>
        <EmptyState
          picture="lost"
          title={words.stopped.heading}
          action={<Button onClick={reload}>{words.stopped.reload}</Button>}
        >
          {words.stopped.text}
        </EmptyState>
      </Page>
    )
  }
}

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

/** The root of all pages: the cache of responses, the routes, and the error boundary. */
const App = () => (
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

/** The banner while the service does not respond. It goes away by itself. */
const ConnectionBanner = () => {
  const isLost = useConnectionLost()
  return (
    // The region is always present, because only content added to an existing live region is read out.
    <div className="connection" role="status">
      {isLost && (
        <p className="connection-text">
          <Icon name="warning" />
          {words.connectionLost}
        </p>
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

export const renderApp = (root: HTMLElement): void => createRoot(root).render(<App />)
