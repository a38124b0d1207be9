/** A path that is nobody's. */
import { ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Page } from "../parts/Page.tsx"

export const NotFoundPage = () => (
  <Page title="Page not found">
    <EmptyState
      title="There is no such page"
      action={<ButtonLink href="/">To the overview</ButtonLink>}
    >
      The address may be mistyped, or what it named has been deleted.
    </EmptyState>
  </Page>
)
