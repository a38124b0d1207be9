/**
 * A page with its content and its title, which is in the tab and the only h1. After navigation the focus
 * goes to the h1, so that a screen reader announces the new page.
 */
import { useEffect, useRef } from "react"
import type { ReactNode } from "react"
import { useLocation } from "wouter"

let arrival: "loaded" | "link" | "history" = "loaded"

/** The path of the current page. A change of the query alone is not another page and does not scroll. */
let path = window.location.pathname

window.addEventListener("popstate", () => {
  arrival = "history"
  path = window.location.pathname
})
// wouter dispatches these events when `pushState` and `replaceState` are called.
window.addEventListener("pushState", () => {
  arrival = "link"
  if (window.location.pathname !== path) window.scrollTo(0, 0)
  path = window.location.pathname
})
window.addEventListener("replaceState", () => {
  arrival = "link"
  path = window.location.pathname
})

/** Whether the current page was reached by a link, by Back or Forward, and not by loading it. */
const wasNavigated = (): boolean => arrival !== "loaded"

interface PageProps {
  readonly title: string
  /** The text before the title in the tab, such as "12%". */
  readonly tab?: string | undefined
  /** One sentence under the title. */
  readonly lead?: ReactNode
  /** Beside the title. */
  readonly actions?: ReactNode
  /** The width: `prose` is narrow, for forms and texts. */
  readonly width?: "full" | "prose"
  readonly children: ReactNode
}

export const Page = ({ title, tab, lead, actions, width = "full", children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const [path] = useLocation()
  useEffect(() => {
    document.title = [tab, title, "rcpt"].filter(Boolean).join(" · ")
  }, [tab, title])
  useEffect(() => {
    // The first page leaves the focus to the browser. `preventScroll`: Back keeps the scroll position.
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
