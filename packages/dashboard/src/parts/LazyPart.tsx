/**
 * A part of the dashboard whose code is loaded when it is first shown, and the boundary around it. If the code
 * cannot be loaded, the boundary says why in the part's place, the rest of the page stays, and the part is
 * loaded once the connection is back.
 */
import { Component, use } from "react"
import type { ComponentType, ReactNode } from "react"

import { connection, useConnectionLost } from "../api/connection.ts"
import { loadPart, PartNotLoaded } from "../api/loadPart.ts"
import { lookForBuild, useNewerBuild } from "../api/newerBuild.ts"
import { words } from "../words/parts.tsx"
import { phrases } from "../words/phrases.tsx"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { EmptyState } from "./EmptyState.tsx"
import { reloadKeepingTyped } from "./keepTyped.ts"
import { Notice } from "./Notice.tsx"
import { Page } from "./Page.tsx"

const { stopped: said } = words

let failed: ReadonlyArray<() => void> = []

/** Parts that failed are loaded again when they are next shown. */
const forgetFailed = (): void => {
  for (const forget of failed) forget()
  failed = []
}

/** React's own `lazy` keeps a failure for good. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>
): ComponentType<Props> => {
  let loading: Promise<ComponentType<Props>> | undefined
  const forget = (): void => {
    loading = undefined
  }
  return (props) => {
    loading ??= loadPart(load).catch((error: unknown) => {
      failed = [...failed, forget]
      throw error
    })
    const Part = use(loading)
    return <Part {...props} />
  }
}

interface Failure {
  readonly title: string
  readonly text: string
  readonly actions: ReactNode
}

type Frame = (failure: Failure) => ReactNode

/** The failure in place of a page. */
const asPage: Frame = ({ title, text, actions }) => (
  <Page title={said.page}>
    <EmptyState picture="lost" title={title} action={actions}>
      {text}
    </EmptyState>
  </Page>
)

/** The failure within a page, in place of a small part. */
export const asNotice: Frame = ({ title, text, actions }) => (
  <Notice kind="error" title={title} actions={actions}>
    {text}
  </Notice>
)

/** The failure in place of a dialog. The page under it stays as it is. */
export const asDialog =
  (onClose: () => void): Frame =>
  ({ title, text, actions }) => (
    <Dialog open title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="row">
        {actions}
        <Button onClick={onClose}>{said.close}</Button>
      </div>
    </Dialog>
  )

interface FailureProps {
  readonly error: unknown
  readonly frame: Frame
  readonly onRetry: () => void
}

const ShownFailure = ({ error, frame, onRetry }: FailureProps) => {
  const isLost = useConnectionLost()
  const isNewer = useNewerBuild()
  const reload = (
    <Button variant="primary" onClick={reloadKeepingTyped}>
      {said.reload}
    </Button>
  )
  if (!(error instanceof PartNotLoaded))
    return frame({ title: said.title, text: said.text, actions: reload })
  const title = said.notLoaded
  if (isLost)
    return frame({
      title,
      text: said.offline,
      actions: <Button onClick={onRetry}>{phrases.tryAgain}</Button>
    })
  if (isNewer) return frame({ title, text: said.updated, actions: reload })
  const actions = (
    <>
      {reload}
      <Button onClick={onRetry}>{phrases.tryAgain}</Button>
    </>
  )
  return frame({ title, text: said.again, actions })
}

interface PartBoundaryProps {
  readonly children: ReactNode
  /** How the failure is shown; as a page if it is left out. */
  readonly frame?: Frame
  /** The path of the page, of which another one is tried anew. */
  readonly path?: string
}

interface State {
  /** The error in an object, because anything can be thrown. */
  readonly failure: { readonly error: unknown } | undefined
}

export class PartBoundary extends Component<PartBoundaryProps, State> {
  override readonly state: State = { failure: undefined }
  #unsubscribe: (() => void) | undefined

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } }
  }

  get #isNotLoaded(): boolean {
    return this.state.failure?.error instanceof PartNotLoaded
  }

  override componentDidMount(): void {
    this.#unsubscribe = connection.subscribe(() => {
      if (this.#isNotLoaded && !connection.isLost()) this.#retry()
    })
  }

  override componentDidCatch(error: unknown): void {
    // It tells an update from a network that is gone.
    if (error instanceof PartNotLoaded) void lookForBuild()
  }

  override componentDidUpdate({ path }: PartBoundaryProps): void {
    if (this.state.failure !== undefined && path !== this.props.path) this.#retry()
  }

  override componentWillUnmount(): void {
    this.#unsubscribe?.()
    if (this.#isNotLoaded) forgetFailed()
  }

  readonly #retry = (): void => {
    forgetFailed()
    this.setState({ failure: undefined })
  }

  override render(): ReactNode {
    const { failure } = this.state
    const { children, frame = asPage } = this.props
    if (failure === undefined) return children
    return <ShownFailure error={failure.error} frame={frame} onRetry={this.#retry} />
  }
}
