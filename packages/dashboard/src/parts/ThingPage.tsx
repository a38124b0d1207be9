/** The page of one thing as a declaration: its head, what is shown of it once it is loaded, and what if it is missing. */
import type { UseQueryResult } from "@tanstack/react-query"
import type { ComponentProps, ReactNode } from "react"

import { isMissing } from "../api/ApiError.ts"
import { ButtonLink } from "./Button.tsx"
import { EmptyState } from "./EmptyState.tsx"
import { Page } from "./Page.tsx"
import { QueryState } from "./QueryState.tsx"
import { Skeleton } from "./Skeleton.tsx"

interface ThingPageProps<Thing> extends Omit<ComponentProps<typeof Page>, "children"> {
  readonly query: UseQueryResult<Thing>
  /** Where all things of its kind are. */
  readonly list: string
  /** The page of a thing that was removed, or whose link is wrong. */
  readonly missing: {
    readonly title: string
    readonly heading: string
    readonly text: string
    readonly all: string
  }
  readonly picture?: ComponentProps<typeof EmptyState>["picture"]
  /** A CSS length: about that of what is loading. */
  readonly height: string
  readonly children: (thing: Thing) => ReactNode
}

export const ThingPage = <Thing,>({
  query,
  list,
  missing,
  picture,
  height,
  children,
  ...page
}: ThingPageProps<Thing>) =>
  isMissing(query.error) ? (
    <Page title={missing.title}>
      <EmptyState
        {...(picture && { picture })}
        title={missing.heading}
        action={<ButtonLink href={list}>{missing.all}</ButtonLink>}
      >
        {missing.text}
      </EmptyState>
    </Page>
  ) : (
    <Page {...page}>
      <QueryState query={query} skeleton={<Skeleton shape="block" height={height} />}>
        {children}
      </QueryState>
    </Page>
  )
