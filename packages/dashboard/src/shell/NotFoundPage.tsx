/** The page for a path that has no page. */
import { ButtonLink } from "../parts/Button.tsx"
import { EmptyState } from "../parts/EmptyState.tsx"
import { Page } from "../parts/Page.tsx"
import { words } from "../words/shell.tsx"

const { notFound: said } = words

export const NotFoundPage = () => (
  <Page title={said.title}>
    <EmptyState
      picture="lost"
      title={said.heading}
      action={<ButtonLink href="/">{said.overview}</ButtonLink>}
    >
      {said.text}
    </EmptyState>
  </Page>
)
