/**
 * Shown in place of a page whose code failed; the rest stays. After an update of the service, files that
 * the page had not loaded yet no longer exist. Reloading fixes that.
 */
import { Component } from "react"
import type { ReactNode } from "react"

import { Button } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Page } from "../parts/Page.tsx"
import { words } from "../words/shell.tsx"

const { stopped: said } = words

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
      <Page title={said.title}>
        <EmptyState
          picture="lost"
          title={said.heading}
          action={<Button onClick={reload}>{said.reload}</Button>}
        >
          {said.text}
        </EmptyState>
      </Page>
    )
  }
}
