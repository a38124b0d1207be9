/** The page of a thing that there is not: it was removed, or its link is wrong. */
import type { ComponentProps } from "react"

import { ButtonLink } from "./Button.tsx"
import { EmptyState } from "./EmptyState.tsx"
import { Page } from "./Page.tsx"

interface MissingPageProps extends Pick<ComponentProps<typeof EmptyState>, "picture" | "children"> {
  /** Of the page. */
  readonly title: string
  readonly heading: string
  /** Where those are that there are. */
  readonly all: { readonly href: string; readonly label: string }
}

export const MissingPage = ({ title, heading, all, ...empty }: MissingPageProps) => (
  <Page title={title}>
    <EmptyState
      {...empty}
      title={heading}
      action={<ButtonLink href={all.href}>{all.label}</ButtonLink>}
    />
  </Page>
)
