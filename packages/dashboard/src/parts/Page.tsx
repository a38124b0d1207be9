/**
 * A page: its title, in the tab and as the one h1, and what stands in it. After navigation the focus
 * goes to the h1, so that whoever hears the page hears where they are.
 */
import { useEffect, useRef } from "react"
import type { ReactNode } from "react"
import { useLocation } from "wouter"

import { wasNavigated } from "../shell/navigated.ts"

interface PageProps {
  readonly title: string
  /** One sentence under it. */
  readonly lead?: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
  /** `prose`: forms and texts, as wide as one reads. */
  readonly width?: "full" | "prose"
  readonly children: ReactNode
}

export const Page = ({ title, lead, actions, width = "full", children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const [path] = useLocation()
  useEffect(() => {
    document.title = `${title} · rcpt`
  }, [title])
  useEffect(() => {
    // The first page of all leaves the focus to the browser; and Back keeps its scroll position.
    if (wasNavigated()) heading.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <div className={width === "prose" ? "page page-prose" : "page"}>
      <header className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1} className="breaks">
            {title}
          </h1>
          {lead && <p className="page-lead">{lead}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
