/**
 * A page whose code has failed: the rest stays. After an update of the service the parts of a page that
 * were not loaded yet are gone from it; then loading the page anew is all there is to do.
 */
import { Component } from "react"
import type { ReactNode } from "react"

import { Button } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Page } from "../parts/Page.tsx"

interface Props {
  readonly children: ReactNode
}

interface State {
  readonly failed: boolean
}

const reload = (): void => window.location.reload()

export class ErrorBoundary extends Component<Props, State> {
  override readonly state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <Page title="This page has failed">
        <EmptyState
          title="Something went wrong in the browser"
          action={<Button onClick={reload}>Load the page again</Button>}
        >
          Nothing was changed or charged by it. If the service was updated while this page was open,
          loading it again is all there is to do.
        </EmptyState>
      </Page>
    )
  }
}
