/** Shown for a path that has no page. */
import { ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Page } from "../parts/Page.tsx"

export const NotFoundPage = () => (
  <Page title="Page not found">
    <EmptyState
      picture="lost"
      title="This page does not exist"
      action={<ButtonLink href="/">Go to overview</ButtonLink>}
    >
      The URL may be mistyped, or the item was deleted.
    </EmptyState>
  </Page>
)
